"""Hands as somebody may say them and a recogniser may hear them. It shares no code with what reads them.

What nobody could notice is not made: «ciento cuatro» without its «ciento» is a 4, "thirty five" without its
"thirty" a 5, and a name that is heard as that of somebody else at the table is that name.
"""

import re
import string
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from rules.events import JOKERS_IN_RUN, Close, HandScored
from rules.knobs import WINS, Scoring
from rules.match.board import Board, new_board
from rules.match.verify import can, possible_closes
from rules.presets import RULESETS
from rules.scoring.points import wins_match

PLAYERS = {  # at most
    "chinchon": 5,
    "chinchon-fournier": 6,
    "chinchon-french": 4,
    "house": 5,
    "gin": 2,
    "rummy": 5,
    "queen-city": 4,
    "double-rum": 4,
    "chinaso": 5,
}
HOUSE = {"chinchon_points": -25, "joker_run_points": [-50, -20], "limit": 300}
RULES = {**RULESETS, "house": RULESETS["chinchon"].with_options(HOUSE)}
TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LANGUAGES = {code: SimpleNamespace(**TEXTS[code]) for code in ("es", "en")}
SPANISH = LANGUAGES["es"]
HEARD = SimpleNamespace(**TEXTS["heard"])


class Word(NamedTuple):
    text: str
    may_be_lost: bool = True  # without it nobody could mean another hand
    is_name: bool = False


@dataclass(frozen=True)
class Utterance:
    board: Board
    names: dict[int, str]
    hand: HandScored
    text: str


def utterance(dice, code, game):
    """A random hand, as it is said and heard in that language."""
    language = LANGUAGES[code]
    players = dice.randint(2, PLAYERS[game])
    board = new_board(RULES[game], players)
    names = dict(enumerate(dice.sample(language.names, players)))
    hand = random_hand(dice, board)
    words = said(dice, language, board, names, hand)
    for likely, change in NOISES:
        if dice.random() < likely:
            words = change(dice, language, names, words)
    text = " ".join(word.text for word in words if word.text)
    return Utterance(board, names, hand, text)


LEFT = [
    *range(6),
    7,
    9,
    10,
    11,
    15,
    16,
    20,
    21,
    23,
    30,
    34,
    35,
    45,
    58,
    70,
    81,
    100,
    104,
]


def random_hand(dice, board):
    ruleset = board.next_ruleset
    while True:
        closer = dice.choice(board.seats_playing)
        close, loose = dice.choice(possible_closes(board, closer))
        if (
            ruleset.scoring is Scoring.COUNT
            and not ruleset.contracts
            and dice.random() < 0.04
        ):
            closer = None
        points = {
            seat: dice.choice(LEFT) for seat in board.seats_playing if seat != closer
        }
        hand = HandScored(points, closer, None if closer is None else close)
        if closer is not None and close is Close.KNOCK:
            points[closer] = loose
        if ruleset.pays_winners_hand:
            hand = HandScored({}, closer, close, value=dice.randint(10, 70))
        if (
            closer is not None
            and close is Close.CHINCHON
            and ruleset.chinchon_points == WINS
            and dice.random() < 0.5
        ):
            hand = HandScored({}, closer, close)
        if can(board, hand):
            return hand


# How it is said


def number(dice, language, value):
    """In digits or words, in the spoken forms of both."""
    if value < 0:
        dash = dice.choice("-−–")
        if dice.random() < 0.3:
            return [Word(f"{dash}{-value}")]
        return [Word(language.minus), *number(dice, language, -value)]
    if dice.random() < 0.4:
        return [Word(str(value))]
    is_lost = language is SPANISH
    hundred = ""
    if value == 100:
        words = ["cien"] if is_lost else [dice.choice(("a", "one")), "hundred"]
        return [Word(word, is_lost) for word in words]
    if value > 100:
        hundred = "ciento" if is_lost else "one hundred and"
        value -= 100
    words = number_in_words(language, value)
    is_lost = is_lost or (not hundred and len(words) == 1)
    return [
        *(Word(word, False) for word in hundred.split()),
        *(Word(word, is_lost) for word in words),
    ]


def number_in_words(language, value):
    if value < len(language.ones):
        return [language.ones[value]]
    ten = language.tens[value // 10]
    if value % 10 == 0:
        return [ten]
    joint = [language.joint] if language is SPANISH else []
    return [ten, *joint, language.ones[value % 10]]


def name(names, seat):
    return [Word(part, True, True) for part in names[seat].split()]


def plain(text):
    return [Word(part) for part in text.split()]


def _filled(pattern, **parts):
    """The words of a pattern, in which those that name a part stand for it."""
    words = [parts.get(text, [Word(text)]) for text in pattern.split()]
    return [word for part in words for word in part]


def clause(dice, language, board, names, hand):
    """Who closed, and how."""
    if hand.closer is None:
        words = dice.choice(language.nobody)
        return [Word(word, False) for word in words.split()]
    who = name(names, hand.closer)
    out = dice.choice(language.goes_out)
    if hand.value is not None:
        first = dice.choice((f"who {out}", f"{out} who"))
        worth = number(dice, language, hand.value)
        return _filled(f"{first} {language.binding} number", who=who, number=worth)
    if hand.close is Close.OUT:
        is_last = dice.random() < 0.4 or language is not SPANISH
        return _filled(f"who {out}" if is_last else f"{out} who", who=who)
    value = _value_said(dice, board, hand)
    if value is None:
        return _filled(_named(dice, language, board, hand), who=who)
    said_number = number(dice, language, value)
    is_told_by_number = value < 0 and board.ruleset.key != "chinchon-french"
    if is_told_by_number and dice.random() < 0.3:
        return [*who, *said_number]
    what = f"{language.binding} number" if dice.random() < 0.8 else "number"
    pattern = _in_some_order(dice, language, what)
    return _filled(pattern, who=who, number=said_number)


def _value_said(dice, board, hand):
    """The number that is said of who closed, if one is: what was left, or the reward."""
    ruleset = board.next_ruleset
    rewards = {Close.CLEAN: ruleset.clean_points}
    if ruleset.key == "chinchon":  # there each run has a reward of its own
        runs = dict(zip(JOKERS_IN_RUN, ruleset.joker_run_points, strict=True))
        rewards |= runs
    if hand.close in rewards and dice.random() < 0.8:
        return rewards[hand.close]
    return hand.deadwood.get(hand.closer)


def _named(dice, language, board, hand):
    """Who closed, with the name of the way."""
    if hand.close is Close.CLEAN:
        return _in_some_order(dice, language, dice.choice(language.clean))
    way = dice.choice(language.ways[hand.close])
    goes_out = board.ruleset.scoring is Scoring.COLLECT or board.ruleset.contracts
    verb = dice.choice(language.goes_out if goes_out else language.closes)
    of = dice.choice(language.of)
    with_way = f"who {verb} {language.binding} {way}"
    return dice.choice((f"{way} {of} who", f"who {way}", f"{way} who", with_way))


def _in_some_order(dice, language, what):
    verb = dice.choice(language.closes)
    kind = dice.random()
    if kind < 0.4 and language is SPANISH:
        return f"{verb} who {what}"
    if kind < 0.5 and language is SPANISH:
        return f"{verb} {what} who"
    return f"who {verb} {what}"


def said(dice, language, board, names, hand):
    """All of the hand, the one who closed first, last or in between; one order for the others."""
    others = [seat for seat in hand.deadwood if seat != hand.closer]
    dice.shuffle(others)
    patterns = language.number_first if dice.random() < 0.25 else language.name_first
    pieces = []
    for seat in others:
        value = number(dice, language, hand.deadwood[seat])
        pattern = dice.choice(patterns)
        pieces.append(_filled(pattern, who=name(names, seat), number=value))
    index = dice.choice((0, 0, 0, len(pieces), dice.randint(0, len(pieces))))
    pieces.insert(index, clause(dice, language, board, names, hand))
    joint = dice.choice((",", "", language.joint, "."))
    words = []
    for at, piece in enumerate(pieces):
        is_last = at == len(pieces) - 1
        if at and (joint == language.joint or (is_last and dice.random() < 0.5)):
            words.append(Word(language.joint))
        elif at and joint:
            words.append(Word(joint, False))
        words += piece
    return words


# What a recogniser does


def respelled(dice, language, names, words):
    """As it sounds: «hana», «beinte», «30 y 5», «treintaicinco»."""
    heard = []
    for word in words:
        text = word.text
        if dice.random() < 0.4 and language is SPANISH and len(text) > 2:
            text = text.replace(*dice.choice(HEARD.spellings))
        if text == "a" and dice.random() < 0.3:
            text = "ha"
        if text == "y" and dice.random() < 0.2:
            text = dice.choice("ie")
        heard.append(word._replace(text=text))
    return heard


def in_other_parts(dice, language, names, words):
    """Numbers run together or split."""
    heard = []
    tens = language.tens
    ones = language.ones
    at = 0
    while at < len(words):
        three = [word.text for word in words[at : at + 3]]
        if (
            len(three) == 3
            and three[0] in tens[3:]
            and three[1] == "y"
            and three[2] in ones[1:10]
        ):
            first = str(tens.index(three[0]) * 10)
            second = str(ones.index(three[2]))
            text = dice.choice(
                (
                    f"{first} y {second}",
                    f"{first} {second}",
                    f"{three[0]} y {second}",
                    "".join(three),
                    f"{three[0]}i{three[2]}",
                    f"{first} y {three[2]}",
                    f"{three[0]} {three[2]}",
                )
            )
            heard.append(Word(text, True))
            at += 3
            continue
        word = words[at]
        text = word.text
        if re.fullmatch(r"\d(?!00)\d\d", text) and dice.random() < 0.4:
            text = f"{text[0]}00 {text[1:]}"
        elif re.fullmatch("[2-9][1-9]", text) and dice.random() < 0.4:
            text = f"{text[0]}0 {text[1]}"
        elif text == "veintiuno" and dice.random() < 0.3:
            text = "ventiuno"
        heard.append(word._replace(text=text))
        at += 1
    return heard


def misheard(dice, language, names, words):
    """One word is heard as another that is no name of the table, and no other number."""
    at = dice.randrange(len(words))
    word = words[at]
    if not word.text.strip(",.") or not word.may_be_lost:
        return words
    if word.is_name or dice.random() < 0.5:
        letters = list(word.text)
        index = dice.randrange(len(letters))
        letters[index] = dice.choice(("", dice.choice(string.ascii_lowercase)))
        text = "".join(letters)
        taken = {folded(part) for other in names.values() for part in other.split()}
        if len(text) < 3 or folded(text) in taken or is_number(text):
            return words
    else:
        text = dice.choice(HEARD.strange)
    return [*words[:at], word._replace(text=text), *words[at + 1 :]]


def folded(text):
    text = text.lower()
    for old, new in HEARD.folded:
        text = text.replace(old, new)
    return "".join(
        letter
        for before, letter in zip(f" {text}", f"{text} ", strict=True)
        if letter != before
    ).strip()


def is_number(text):
    words = {"cien", "un", "una"}
    for language in LANGUAGES.values():
        words |= {*language.ones, *language.tens}
    return any(map(str.isdigit, text)) or folded(text) in map(folded, words)


def lost(dice, language, names, words):
    indices = [at for at, word in enumerate(words) if word.may_be_lost and word.text]
    if not indices:
        return words
    at = dice.choice(indices)
    left = [Word(dice.choice(HEARD.little))] if dice.random() < 0.2 else []
    return [*words[:at], *left, *words[at + 1 :]]


def with_chatter(dice, language, names, words):
    before = dice.choice(language.before)
    return [*plain(before), *words, *plain(dice.choice(language.after))]


def in_small_letters(dice, language, names, words):
    return [word._replace(text=word.text.lower().strip(",.")) for word in words]


NOISES = (
    (0.15, lost),
    (0.4, in_other_parts),
    (0.2, misheard),
    (0.3, respelled),
    (0.3, with_chatter),
    (0.5, in_small_letters),
)


def verdict(made, heard):
    """What became of it: "read" whole, "asked" in part, or "wrong" in silence.

    A number of who closed is nothing while the form asks who did: the answer replaces it.
    """
    truth = made.hand
    said = {**truth.deadwood}
    if truth.closer is not None and truth.value is not None:
        said[truth.closer] = truth.value
    is_open = heard.closer is None and truth.closer is not None
    is_right = (
        heard.closer in (None, truth.closer)
        and heard.close in (None, truth.close)
        and all(
            said.get(seat) == number or (is_open and seat == truth.closer)
            for seat, number in heard.numbers.items()
        )
    )
    if not heard.questions and not wins_match(made.board.next_ruleset, truth):
        is_right &= (heard.closer, heard.close, heard.numbers) == (
            truth.closer,
            truth.close,
            said,
        )
    return "wrong" if not is_right else "asked" if heard.questions else "read"
