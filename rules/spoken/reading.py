"""One reading of an utterance as a hand. What is not sure is a question, never a guess."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.events import JOKERS_IN_RUN, Close, HandScored, Seat
from rules.knobs import CleanFor, Scoring
from rules.match.board import Board
from rules.match.verify import can, possible_closes
from rules.scoring.points import dearest_hand, hands_grow, price_of_close, wins_match
from rules.spoken.tokens import Token, TokenKind, tokens_of
from rules.spoken.words import RUN, VERB

MOST_TEXTS = 5  # alternatives of a recogniser
LONGEST_TEXT = 400  # letters
MOST_TOKENS = 80  # a hand of twelve players has fewer

# In these patterns N is who may be a player, # what may be a number
_NAME_FIRST = "(?:Y?NW?#?)*"  # «Luis quince»
# «quince para Luis»; of «y cinco para Luis» a «treinta» may be lost
_NUMBER_FIRST = "(?:(?:Y?[nbL]|d)F?N|Y?N)*"
_CLAUSES = (
    "",
    *(
        f"Y?{clause}"
        for clause in (
            "KF?N",
            "KF?NW?#",
            "KF?NW?K+",
            "NW?K+",
            "NW?KW?#",
            "NW?KWK+",
            "KWK+F?N",
            "KKF?N",
            "KW?#N",
            "ZK?",
        )
    ),
)
"""Who closed and how, in every order: «cierra Ana con dos», «Ana gin», «nadie cerró»; or not said."""


# In a part of a hand it is not clear who closed: another name is as near to the word that says it, …
_OTHER_CLOSER = re.compile(
    "[NSMX]W?Y?K[KW]*F?[NSMX]|[NSMX]W?K[KW]*[nbdL]Y?[NSMX]([^nbdLW]|$)"
)
# … or the name between the bars may be that of the next one: a number, or a strange word, is beside it.
_NO_CLOSER = re.compile(
    r"[XM]\|Y?[NSM]|[NSM]\|[XM]|\|Y?KW?[nbdL]|[NK][nbdL]\||[NSMK]\|[nbdL]"
)


class SpokenQuestion(NamedTuple):
    """Words, and what they may mean: the points of a seat, or that it closed (None). Without choices nobody
    knows: it has to be said again."""

    heard: str
    choices: tuple[tuple[Seat, int | None], ...] = ()
    is_name: bool = False  # the words are those of who is meant


class Heard(NamedTuple):
    """What is sure of a hand that was said, and what has to be asked."""

    hand: HandScored
    questions: tuple[SpokenQuestion, ...]
    is_whole: bool  # it is a hand of this match


NOTHING = Heard(HandScored({}), (SpokenQuestion(""),), False)


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
    >>> hear(board, names, ["cierra Ana con dos, Luis quince y Eva veinte"]).hand.deadwood
    {1: 15, 2: 20, 0: 2}
    >>> hear(board, names, ["cierra Ana con dos, Lis quince, Eva veinte"]).questions
    (SpokenQuestion(heard='lis', choices=((1, 15),), is_name=True),)
    """
    playing = {seat: names[seat] for seat in board.seats_playing}
    heard = [
        _read_tokens(board, tokens_of(text, playing), typed)
        for text in texts[:MOST_TEXTS]
        if len(text) <= LONGEST_TEXT
    ]
    whole = [each for each in heard if each.is_whole]
    if any(each.hand != whole[0].hand for each in whole):
        return _in_common([each.hand for each in whole])
    return [*whole, *heard, NOTHING][0]


def _read_tokens(
    board: Board, tokens: Sequence[Token], typed: HandScored | None
) -> Heard:
    if len(tokens) > MOST_TOKENS:
        return NOTHING
    line = _without_chatter(tokens)
    is_one = sum(token.kind in TokenKind.NAMES for token in line) == 1
    base = typed if is_one else None
    whole: list[Heard] = []
    parts: list[Heard] = []
    is_all = line[-1:] == tokens[-1:] and (
        line == tokens or line[0].kind == TokenKind.CLOSE
    )
    for clause, pairs, is_clear in _takes(line):
        heard = _heard_from(board, clause, pairs, base)
        known = whole if heard.is_whole else parts
        if heard not in known and (heard.is_whole or (is_clear and is_all)):
            known.append(heard)
    possible = whole or parts
    return possible[0] if len(possible) == 1 else NOTHING


def _without_chatter(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without strange words at both ends, unless they may be a part of a number or of a way of closing."""
    letters = "".join(token.kind for token in tokens)
    if re.match("X([^nbdL]|$)", letters):
        return _without_chatter(tokens[1:])
    if re.search("(^|[^KndL])X$", letters):
        return _without_chatter(tokens[:-1])
    return tokens


Pair = tuple[Token, Token | None]  # a name with its number


def _takes(
    tokens: Sequence[Token],
) -> Iterator[tuple[Sequence[Token], Sequence[Pair], bool]]:
    """Each way to take all tokens: those of who closed and how, the pairs of the others, and whether it is
    clear."""
    letters = "".join(token.kind for token in tokens)
    for is_number_first, pairs in enumerate((_NAME_FIRST, _NUMBER_FIRST)):
        for clause in _CLAUSES:
            pattern = f"({pairs})({clause})({pairs})$"
            pattern = pattern.replace("N", f"[{TokenKind.NAMES}]")
            match = re.match(pattern.replace("#", f"[{TokenKind.COUNTS}]"), letters)
            if match:
                start = len(match.group(1))
                end = start + len(match.group(2))
                before = _pairs(tokens[:start], is_number_first)
                numbered = [*before, *_pairs(tokens[end:], is_number_first)]
                is_clear = _is_clear(letters, start, end, is_number_first)
                yield tokens[start:end], numbered, is_clear


def _is_clear(letters: str, start: int, end: int, is_number_first: int) -> bool:
    """Whether it begins and ends as this order does, which it does not where a word is lost at one end, and
    the name of who closed is no other's. With the number first the last name has one: else the first number
    may be that of a name that is lost before it."""
    rest = letters[:start] + letters[end:]
    lines = [re.sub("[^NSMXnbdL]", "", line) for line in (letters, rest)]
    order = "[nbdL].*[NSM]$|[NSMX]*$" if is_number_first else "[NSM].*[nbdL]$|[NSMX]*$"
    is_ordered = all(re.match(order, line) for line in lines) and lines[0] != ""
    lacks_number = is_number_first and re.search("[nbdL].*[NSMX]{2}$", lines[1])
    parts = f"{letters[:start]}|{letters[start:end]}|{letters[end:]}"
    doubts = (_OTHER_CLOSER.search(letters), _NO_CLOSER.search(parts), lacks_number)
    is_told = TokenKind.BELOW not in letters or TokenKind.CLOSE in letters
    return is_ordered and is_told and not any(doubts)


def _pairs(tokens: Sequence[Token], is_number_first: int) -> list[Pair]:
    """A number before an unknown word that has none may lack a part: it is left out."""
    line = [
        token for token in tokens if token.kind in TokenKind.NAMES + TokenKind.COUNTS
    ]
    pairs: list[Pair] = []
    for token in reversed(line) if is_number_first else line:
        if token.kind in TokenKind.NAMES:
            pairs.append((token, None))
        elif token.value is not None:
            pairs[-1] = (pairs[-1][0], token)
    return [
        (who, number if behind[0].kind in TokenKind.PLAYERS or behind[1] else None)
        for (who, number), behind in zip(pairs, [*pairs[1:], *pairs[-1:]], strict=True)
    ]


def _heard_from(
    board: Board,
    clause: Sequence[Token],
    pairs: Sequence[Pair],
    base: HandScored | None,
) -> Heard:
    """The hand that was said, on top of `base`; if it is none of this match, what is sure of it."""
    named = [who.value for who, _number in pairs if who.kind == TokenKind.NAME]
    sure = {
        who.value: number
        for who, number in pairs
        if number and who.kind == TokenKind.NAME and named.count(who.value) == 1
    }
    points = {seat: number.value for seat, number in sure.items()}
    hand = _hand(board, points, clause, base)
    # Where the close wins, nobody else need be named: «cien y veinte» may be two numbers.
    is_joined = any(number.is_joined for number in sure.values())
    if hand and is_joined and wins_match(board.next_ruleset, hand):
        hand = None
    if len(sure) == len(pairs) and hand and can(board, hand):
        return Heard(hand, (), True)
    closing = _hand(board, points, clause, None) or HandScored({})
    questions: list[SpokenQuestion] = []
    if closing.closer is None:
        closing = _closer_alone(board, points, clause, questions)
    doubts: list[SpokenQuestion] = []
    left = _left(board, sure, closing, doubts)
    for who, number in pairs:
        if number and who.kind != TokenKind.NAME:
            seats = [seat for seat in _meant(who, board) if seat not in left]
            choices = [(seat, number.value) for seat in seats if seat != closing.closer]
            questions.append(SpokenQuestion(who.word, tuple(choices), True))
    return Heard(replace(closing, deadwood=left), (*questions, *doubts), False)


def _hand(
    board: Board,
    sure_points: Mapping[Seat, int],
    clause: Sequence[Token],
    base: HandScored | None,
) -> HandScored | None:
    """The hand with these points; None if it is not clear who closed or how."""
    points = {**sure_points}
    closers, numbers = _of_closer(clause)
    closer = None
    if not clause:
        closer = _closer_by_number(board, points, base)
        if closer is None:
            return base and replace(base, deadwood={**base.deadwood, **points})
        number = points.pop(closer)
        return _closed_hand(board, closer, set(), number, points, base)
    if not closers:
        return HandScored(points)  # nobody closed
    closer = closers[0].value
    is_clear = closers[0].kind == TokenKind.NAME and closer not in points
    if not is_clear or any(number.value is None for number in numbers):
        return None
    said_number = numbers[0].value if numbers else None
    return _closed_hand(board, closer, _ways(clause), said_number, points, base)


def _of_closer(clause: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """The name and the number, as far as they were said."""
    return (
        [token for token in clause if token.kind in TokenKind.NAMES],
        [token for token in clause if token.kind in TokenKind.COUNTS],
    )


def _closer_alone(
    board: Board,
    points: Mapping[Seat, int],
    clause: Sequence[Token],
    questions: list[SpokenQuestion],
) -> HandScored:
    """Who closed, where it is not clear how. A number that nobody can close with is asked with the name."""
    for who in _of_closer(clause)[0]:
        for number in _of_closer(clause)[1]:
            questions.append(SpokenQuestion(number.word))
            return HandScored({})
        if who.kind == TokenKind.NAME and who.value not in points:
            return HandScored({}, who.value)
        choices = tuple((seat, None) for seat in _meant(who, board))
        questions.append(SpokenQuestion(who.word, choices, True))
    return HandScored({})


def _left(
    board: Board,
    sure: Mapping[Seat, Token],
    closing: HandScored,
    questions: list[SpokenQuestion],
) -> dict[Seat, int]:
    """What each was left with, if one word said it and the rules allow it; else it is asked."""
    left = {**closing.deadwood}
    for seat, number in sure.items():
        left.pop(seat, None)
        if seat == closing.closer:
            left.update(
                {seat: closing.deadwood[seat]} if seat in closing.deadwood else {}
            )
        elif not _is_left(board, number.value):
            questions.append(SpokenQuestion(number.word))
        elif number.is_joined:
            questions.append(SpokenQuestion(number.word, ((seat, number.value),)))
        else:
            left[seat] = number.value
    return left


def _closer_by_number(
    board: Board, points: Mapping[Seat, int], base: HandScored | None
) -> Seat | None:
    """Who closed although nothing says so: who closed before, or the one below 0."""
    if base and base.closer in points:
        return base.closer
    below = [seat for seat in points if points[seat] < 0]
    is_sure = board.next_ruleset.clean_for is not CleanFor.ANYONE and len(below) == 1
    return below[0] if is_sure else None


def _ways(clause: Sequence[Token]) -> set[str]:
    return {token.value for token in clause if token.kind == TokenKind.CLOSE} - {VERB}


def _closed_hand(
    board: Board,
    closer: Seat,
    ways: set[str],
    number: int | None,
    points: Mapping[Seat, int],
    base: HandScored | None,
) -> HandScored | None:
    if board.next_ruleset.pays_winners_hand:
        is_alone = number is not None and not points and not ways - {Close.RUMMY}
        return HandScored({}, closer, Close.RUMMY, value=number) if is_alone else None
    close = _close_of(board, closer, ways, number)
    if close is None:
        return None
    left = {**(base.deadwood if base else {}), **points}
    left.pop(closer, None)
    loose = {closer: number or 0} if close is Close.KNOCK else {}
    return HandScored({**left, **loose}, closer, close)


def _close_of(
    board: Board, seat: Seat, ways: set[str], number: int | None
) -> Close | None:
    """The way of closing by its name or its number; None if it is not clear, or not legal."""
    named = ways - {Close.CHINCHON, RUN} if ways & {*JOKERS_IN_RUN} else ways
    possible = possible_closes(board, seat)
    if not named and number is not None and (Close.KNOCK, number) in possible:
        return Close.KNOCK
    fit = []
    for close, _loose in possible:
        reward = price_of_close(board.next_ruleset, close, 0)
        is_only = number is None and (close is Close.OUT or len(board.closes) == 1)
        is_meant = named == {close} if named else is_only or number == reward
        if close is not Close.KNOCK and is_meant and number in (None, reward or None):
            fit.append(close)
    return fit[0] if len(fit) == 1 or Close.CLEAN in fit else None


def _is_left(board: Board, number: int) -> bool:
    """Whether somebody who did not close can be left with it."""
    ruleset = board.next_ruleset
    if number < 0 or ruleset.pays_winners_hand:
        return False
    return hands_grow(ruleset) or number <= dearest_hand(ruleset, len(board.order))


def _meant(who: Token, board: Board) -> Sequence[Seat]:
    """The seats that an unclear name may mean: those of its sound, or all."""
    if who.kind == TokenKind.NAME or not who.value:
        return board.seats_playing
    return [seat for seat in who.value if seat is not None]


def _in_common(hands: Sequence[HandScored]) -> Heard:
    """What several readings have in common; what differs is asked. How somebody closed is open until their
    number is known, where they have one."""
    first = hands[0]
    if any((hand.closer, hand.close) != (first.closer, first.close) for hand in hands):
        return NOTHING
    readings = [numbers_of(hand) for hand in hands]
    points = {}
    questions = []
    for seat, left in readings[0].items():
        numbers = {others.get(seat, left) for others in readings}
        if numbers == {left}:
            points[seat] = left
        else:
            choices = tuple((seat, number) for number in sorted(numbers))
            questions.append(SpokenQuestion(str(left), choices))
    hand = replace(first, deadwood=points)
    if first.closer is not None and first.value is not None:
        hand = replace(hand, value=points.pop(first.closer, None))
    elif first.closer in first.deadwood and first.closer not in points:
        hand = replace(hand, close=None)
    return Heard(hand, tuple(questions), False)


def numbers_of(hand: HandScored) -> dict[Seat, int]:
    """What each has left; of who closed for a value that value."""
    if hand.closer is None or hand.value is None:
        return {**hand.deadwood}
    return {**hand.deadwood, hand.closer: hand.value}
