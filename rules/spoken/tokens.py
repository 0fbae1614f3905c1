"""What the words of an utterance are: players, numbers, a close, or what binds them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.events import Seat
from rules.lookup import Lookup
from rules.numbers import has_only_digits
from rules.spoken.sounds import MOST_WORDS, calls_of, is_near, sounds_of, words_of
from rules.spoken.words import CHATTER, MEANINGS, NUMBERS, TENS, UNITS


class Token(NamedTuple):
    """A word, or some that mean one thing, with the letter of what it is: one of MEANINGS, or

    N a player; S one of several who are called so; M perhaps one, perhaps another word; X a strange word
    n a number; b one below 0; L one that lacks a part
    """

    kind: str
    word: str
    # the seat, the number, the way of closing, or the seats that may be meant
    value: Any
    # it may be two: of several words that are numbers themselves, or with one behind
    is_joined: bool = False


NO_NUMBER = Token("L", "", None)

_CHATTER = frozenset(CHATTER.split())
_LEXICON: Lookup[str, tuple[str, Any]] = {
    **{
        sounds_of(words): (meaning[:1], meaning[1:])
        for meaning, listed in MEANINGS.items()
        for words in listed.split()
    },
    **{
        sounds_of(words): ("n", first + step * index)
        for first, step, listed in NUMBERS
        for index, forms in enumerate(listed.split())
        for words in forms.split("/")
    },
    **{
        sounds_of(ten + joint + unit): ("n", 30 + 10 * tens + units)
        for tens, ten in enumerate(TENS.split())
        for units, unit in enumerate(UNITS.split(), 1)
        for joint in ("y", "i", "")
    },
    sounds_of("ciento"): ("L", 100),
    "": ("", None),
}
_NOTHING = (("Y", ""), ("-", "n"), ("-", "L"))  # «y luego»; a minus is of its number


def tokens_of(text: str, names: Mapping[Seat, str]) -> list[Token]:
    """The tokens of a text at a table with these players. What means nothing is left out.

    >>> "".join(token.kind for token in tokens_of("pues cierra Ana con dos y Lis", {0: "Ana"}))
    'KNWnYX'
    """
    heard = words_of(text)
    calls = calls_of(names)
    sounds = [
        "" if word in _CHATTER and sound not in calls else sound
        for word, sound in zip(heard, map(sounds_of, heard), strict=True)
    ]
    tokens = [Token("", "", None)]
    at = 0
    while at < len(heard):
        end = min(at + MOST_WORDS, len(heard))
        while not (meaning := _meaning(" ".join(sounds[at:end]), calls)):
            end -= 1
        kind, value = meaning
        if kind == "N" and " ".join(heard[at:end]) in _CHATTER:
            kind = "M"
            value = [value]
        _append(tokens, Token(kind, " ".join(heard[at:end]), value))
        at = end
    named = [token.value for token in tokens if token.kind == "N"]
    tokens = [_named(token, named) for token in tokens]
    kinds = [*(token.kind for token in tokens), "-"]
    return [
        _counted(token, kinds[at - 1], kinds[at + 1])
        for at, token in enumerate(tokens)
        if token.kind and (token.kind, kinds[at + 1]) not in _NOTHING
    ]


def _meaning(sounds: str, calls: Mapping[str, set[Seat]]) -> tuple[str, Any] | None:
    """Kind and value of a word, or of several if they mean something."""
    meaning = _LEXICON.get(sounds)
    if has_only_digits(sounds):
        meaning = ("n", int(sounds)) if len(sounds) < 4 else ("L", 0)
    seats = sorted(calls.get(sounds, ()))
    if len(seats) == 1 and not meaning:
        return "N", seats[0]
    if seats:
        return "M" if meaning else "S", seats
    if meaning or " " in sounds:
        return meaning
    near = {seat for call in calls if is_near(sounds, call) for seat in calls[call]}
    return "M" if near else "X", sorted(near)


def _append(tokens: list[Token], token: Token) -> None:
    """Append a token; to tens their units, to hundreds what is behind them: «30 y 5», «cien 4»."""
    has_and = tokens[-1].kind == "Y"
    parts = tokens[-2 if has_and else -1 :]
    number = parts[0].value if parts[0].kind in ("n", "L") else 0
    if number and token.kind == "n":
        room = 0 if number % 10 else 10 if number % 100 else 100
        # «ciento y cinco» lacks its tens, "a hundred and five" does not
        lacks_tens = room == 100 and token.value < 10 and tokens[-1].word != "and"
        is_bound = not lacks_tens if has_and else number % 100 != 10
        if 0 < token.value < room and is_bound:
            del tokens[-len(parts) :]
            words = " ".join(part.word for part in (*parts, token))
            is_joined = parts[0].kind == "n"
            token = Token("n", words, number + token.value, is_joined)
    tokens.append(token)


def _named(token: Token, named: Sequence[Seat]) -> Token:
    """A name that is not sure as the names of others show it: nobody is named twice."""
    if token.kind not in ("S", "M"):
        return token
    seats = [seat for seat in token.value if seat not in named]
    if token.kind == "S" and len(seats) == 1:
        return token._replace(kind="N", value=seats[0])
    return token._replace(kind=token.kind if seats else "X", value=seats)


def _counted(token: Token, before: str, behind: str) -> Token:
    """A number as the tokens beside it show it."""
    if token.kind not in ("n", "L"):
        return token
    # «y cinco» and «treinta y» may be of «treinta y cinco», a strange word of any number
    lacks_tens = before == "Y" and 0 < token.value < 10
    lacks_units = behind == "Y" and token.value > 20 and token.value % 10 == 0
    if token.kind == "L" or lacks_tens or lacks_units or "X" in (before, behind):
        return token._replace(kind="L", value=None)
    is_below = before == "-"
    return token._replace(kind="b", value=-token.value) if is_below else token
