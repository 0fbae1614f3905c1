"""One reading of an utterance as a hand. What is not sure is a question, never a guess."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.events import JOKERS_IN_RUN, Close, HandScored, Seat
from rules.knobs import CleanFor, Scoring
from rules.match.board import Board
from rules.match.verify import can, possible_closes
from rules.scoring.points import dearest_hand, hands_grow, price_of_close, wins_match
from rules.spoken.tokens import NO_NUMBER, Token, tokens_of

MOST_TEXTS = 5  # alternatives of a recogniser
LONGEST_TEXT = 400  # letters
MOST_TOKENS = 80  # a hand of twelve players has fewer

# The grammar, in the letters of tokens; N stands for every kind of name, # for every kind of number.
# All but who closed, in two orders; with the number first it is read backwards:
_ORDERS = (
    ("(?:Y?NW?#?)*", 1),  # «Luis quince»
    ("(?:Y?#?F?N)*", -1),  # «quince para Luis»
)
# Who closed and how, in every order: «cierra Ana con dos», «Ana gin», «nadie cerró»; or not said.
_CLAUSES = (
    "",
    "Y?KF?NW?",
    "Y?KF?NW?#",
    "Y?KF?NW?K+",
    "Y?NW?K+W?",
    "Y?NW?KW?#",
    "Y?NW?KWK+",
    "Y?KWK+F?N",
    "Y?KKF?N",
    "Y?KW?#N",
    "Y?NW?b",
    "Y?bF?N",
    "Y?ZK?",
)


# the tokens of who closed and how, and the others with their numbers
Take = tuple[list[Token], list[tuple[Token, Token]]]


class SpokenQuestion(NamedTuple):
    """Words, and what they may mean: the points of a seat, or that it closed (None). Without choices nobody
    knows: it has to be said again."""

    heard: str
    choices: tuple[tuple[Seat, int | None], ...] = ()
    is_name: bool = False  # the words are those of who is meant


class Heard(NamedTuple):
    """What is sure of a hand that was said; it is whole if nothing has to be asked."""

    closer: Seat | None
    close: Close | None
    numbers: dict[
        Seat, int
    ]  # what each has left, also who closed, or the value of their hand
    questions: tuple[SpokenQuestion, ...]


_NOT_SAID = SpokenQuestion("")
NOTHING = Heard(None, None, {}, (_NOT_SAID,))
_EITHER = Heard(None, None, {}, ())  # a number is of one of two


def is_spoken(board: Board) -> bool:
    """Whether hands of this game can be said: each player has one number."""
    return board.next_ruleset.scoring is not Scoring.TABLE


def hear(
    board: Board,
    names: Mapping[Seat, str],
    texts: Sequence[str],
    typed: HandScored | None = None,
) -> Heard:
    """What was said, by the readings of a recogniser, the likeliest first; `typed` is the whole hand that is
    corrected, if there is one.

    >>> from rules.match.board import new_board
    >>> from rules.presets import CHINCHON
    >>> board, names = new_board(CHINCHON, 3), {0: "Ana", 1: "Luis", 2: "Eva"}
    >>> hear(board, names, ["cierra Ana con dos, Luis quince y Eva veinte"]).numbers
    {0: 2, 1: 15, 2: 20}
    >>> hear(board, names, ["cierra Ana con dos, Lis quince, Eva veinte"]).questions
    (SpokenQuestion(heard='lis', choices=((1, 15),), is_name=True),)
    """
    playing = {seat: names[seat] for seat in board.seats_playing}
    heard = [
        _read_tokens(board, tokens_of(text, playing), typed)
        for text in texts[:MOST_TEXTS]
        if len(text) <= LONGEST_TEXT
    ]
    whole = [each for each in heard if not each.questions]
    if any(each != whole[0] for each in whole):
        return _in_common(whole)
    return [*whole, *heard, NOTHING][0]


def _read_tokens(board: Board, tokens: list[Token], typed: HandScored | None) -> Heard:
    """The only hand that all tokens make, or the only one of which one thing is not clear."""
    letters = "".join(token.kind for token in tokens)
    named = [token.value for token in tokens if token.kind == "N"]
    # a strange word behind one for closing may be the way
    if len(tokens) > MOST_TOKENS or len(named) > len({*named}) or "KX" in letters:
        return NOTHING
    if letters.endswith("X") and len(named) < len(board.seats_playing):
        return NOTHING  # it may be of somebody who is not named
    inner = letters.strip("X")  # without chatter, or names that nobody knows
    tokens = tokens[letters.index(inner) :]
    base = typed if sum(map(letters.count, "NSM")) == 1 else None
    if base and named == [base.closer] and "K" not in letters:
        tokens = [Token("K", "", ""), *tokens]
        inner = "K" + inner
    takes = [_heard(board, take, base) for take in _takes(inner, tokens)]
    possible = [
        heard for heard in takes if not heard.questions and heard is not _EITHER
    ]
    if not possible and inner == letters:
        possible = [heard for heard in takes if heard is not NOTHING]
    first = [*possible, NOTHING][0]
    is_sure = first is not _EITHER and all(heard == first for heard in possible)
    return first if is_sure else NOTHING


def _takes(letters: str, tokens: list[Token]) -> Iterator[Take]:
    """Each way to take all tokens."""
    for order, step in _ORDERS:
        for clause in _CLAUSES:
            pattern = f"({order})({clause})({order})$".replace("N", "[NSM]")
            match = re.match(pattern.replace("#", "[nbL]"), letters)
            if match:
                start = len(match.group(1))
                end = start + len(match.group(2))
                others = [*tokens[:start], *tokens[end : len(letters)]]
                taken = tokens[start:end]
                if step < 0 and re.match("[^nbL]+[nbL]$", letters[start : end + 1]):
                    # unless the hand is whole, that number may be of who closed
                    taken[-1] = taken[-1]._replace(is_joined=True)
                yield taken, _pairs(others[::step])


def _pairs(tokens: list[Token]) -> list[tuple[Token, Token]]:
    pairs: list[tuple[Token, Token]] = []
    for token in tokens:
        if token.kind in "NSM":
            pairs.append((token, NO_NUMBER))
        elif token.kind in "nbL":
            pairs[-1] = (pairs[-1][0], token)
    return pairs


def _heard(board: Board, take: Take, typed: HandScored | None) -> Heard:
    """The hand that was said, on top of `typed`; nothing if more than one thing of it is unclear."""
    clause, pairs = take
    heard = _ending(board, clause, typed, len(pairs))
    unclear = [*heard.questions]
    doubts: dict[Seat, SpokenQuestion] = {}  # where the hand is not whole
    for who, number in pairs:
        if number.value is None:
            unclear.append(_NOT_SAID)
        if who.kind != "N":
            unclear.append(_who_is(who, number.value))
        elif number.value is not None:
            heard.numbers[who.value] = number.value
            doubts.update(_doubt(board, who.value, number))
    if (clause or typed) and not unclear and _is_hand(board, heard, doubts):
        return heard
    if not typed and not any(token.kind in "KZ" for token in clause):
        unclear.append(_NOT_SAID)
    if len(unclear) > 1 or any(token.is_joined for token in clause):
        return NOTHING if len(unclear) > 1 else _EITHER
    asked = (*unclear, *doubts.values())
    return _without(heard, doubts)._replace(questions=asked or (_NOT_SAID,))


def _is_hand(board: Board, heard: Heard, doubts: Mapping[Seat, SpokenQuestion]) -> bool:
    """Whether it is a hand of this match. Where nobody else need be named, «cien y veinte» may be two
    numbers."""
    ruleset = board.next_ruleset
    is_alone = ruleset.pays_winners_hand
    value = [*heard.numbers.values(), None][0] if is_alone else None
    left = {} if is_alone else heard.numbers
    hand = HandScored(left, heard.closer, heard.close, value=value)
    is_alone = is_alone or wins_match(ruleset, hand)
    return can(board, hand) and not (doubts and is_alone)


def _without(heard: Heard, asked: Mapping[Seat, SpokenQuestion]) -> Heard:
    """What is sure while these numbers are asked. How somebody closed is open until their number is known,
    where it says it."""
    is_open = heard.close is Close.KNOCK and heard.closer in asked
    return Heard(
        heard.closer,
        None if is_open else heard.close,
        {seat: heard.numbers[seat] for seat in heard.numbers if seat not in asked},
        tuple(asked.values()),
    )


def _doubt(board: Board, seat: Seat, number: Token) -> dict[Seat, SpokenQuestion]:
    """What is asked of the number of somebody who did not close, if it is not sure."""
    ruleset = board.next_ruleset
    most = dearest_hand(ruleset, len(board.order))
    is_left = number.value <= most or hands_grow(ruleset)
    if number.value < 0 or not is_left or ruleset.pays_winners_hand:
        return {seat: SpokenQuestion(number.word)}
    choices = ((seat, number.value),)
    return {seat: SpokenQuestion(number.word, choices)} if number.is_joined else {}


def _ending(
    board: Board, clause: list[Token], typed: HandScored | None, others: int
) -> Heard:
    """Who closed and how, on top of `typed`, as far as it is clear, and what is asked of it."""
    left = {**typed.deadwood} if typed else {}
    if typed and not clause:
        return Heard(typed.closer, typed.close, left, ())
    who = number = NO_NUMBER
    for token in clause:
        who = token if token.kind in "NSM" else who
        number = token if token.kind in "nbL" else number
    if who is NO_NUMBER:
        return Heard(None, None, left, ())
    ways = {token.value for token in clause if token.kind == "K"}
    closer = who.value if who.kind == "N" else who.value[0]
    close = _close_of(board, closer, ways, number.value)
    is_lost = (
        close is None
        or (number.value is None and number.word)
        or clause[-1].kind == "W"
    )
    lost = (_NOT_SAID,) if is_lost else ()
    if who.kind != "N":
        return Heard(None, None, left, (_who_is(who, None), *lost))
    if number.word and lost:  # it may be that of another, who is not named then
        missing = (_NOT_SAID,) if others + 1 < len(board.seats_playing) else ()
        return Heard(None, None, left, (SpokenQuestion(number.word), *missing))
    left.pop(closer, None)
    if lost:
        return Heard(closer, None, left, lost)
    if number.word and (close is Close.KNOCK or board.next_ruleset.pays_winners_hand):
        left[closer] = number.value
    return Heard(closer, close, left, ())


def _who_is(who: Token, number: int | None) -> SpokenQuestion:
    """One of several has that number, or has closed."""
    choices = [(seat, number) for seat in who.value]
    return SpokenQuestion(who.word, tuple(choices), True)


def _close_of(
    board: Board, closer: Seat, ways: set[str], number: int | None
) -> Close | None:
    """The way of closing by its name or its number; None if it is not clear, or not legal."""
    ruleset = board.next_ruleset
    if not ways and ruleset.clean_for is CleanFor.ANYONE:
        return None  # who is below 0 need not have closed
    named = ways - {""}
    if ruleset.pays_winners_hand:
        return None if named - {Close.RUMMY} else Close.RUMMY
    if named & {*JOKERS_IN_RUN}:
        named -= {Close.CHINCHON, "run"}
    fit = []
    for close, loose in possible_closes(board, closer):
        worth = price_of_close(ruleset, close, loose)
        is_only = number is None and (close is Close.OUT or len(board.closes) == 1)
        is_meant = named == {close} if named else is_only or number == worth
        is_worth = number in (None, worth or None) or close is Close.KNOCK
        if is_meant and is_worth:
            fit.append(close)
    is_clear = len(fit) == 1 or fit[:1] in ([Close.KNOCK], [Close.CLEAN])
    return fit[0] if is_clear else None


def _in_common(readings: Sequence[Heard]) -> Heard:
    """What several readings have in common; what differs is asked."""
    first = readings[0]
    if any(heard[:2] != first[:2] for heard in readings):
        return NOTHING
    asked = {}
    for seat, number in first.numbers.items():
        numbers = {heard.numbers.get(seat, number) for heard in readings}
        if len(numbers) > 1:
            choices = tuple((seat, each) for each in sorted(numbers))
            asked[seat] = SpokenQuestion(str(number), choices)
    return _without(first, asked)
