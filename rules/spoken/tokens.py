"""What each word of an utterance is: a player, a number, a close, or what binds them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.events import Seat
from rules.lookup import Lookup
from rules.numbers import Bound, has_only_digits
from rules.spoken import words
from rules.spoken.sounds import calls_of, distance, sound_of, words_of


class TokenKind:
    """The letter of each kind of token."""

    NAME = "N"
    SOME = "S"  # one of several players
    LIKE = "M"  # an unknown word that is like a name
    STRANGE = "X"  # one that is not
    NUMBER = "n"
    BELOW = "b"  # a number below 0
    DIGIT = "d"  # 1 to 9
    LOST = "L"  # a number that lacks a part
    CLOSE = "K"
    NOBODY = "Z"
    WITH = "W"  # between a name and its number
    FOR = "F"  # between a number and its name
    AND = "Y"
    PART = "D"  # of a phrase

    PLAYERS = NAME + SOME
    LIKE_NAMES = PLAYERS + LIKE
    NAMES = LIKE_NAMES + STRANGE
    COUNTS = NUMBER + BELOW + DIGIT + LOST


POINTS = Bound(-100, 999)
_LONGEST_CALL = 4  # words


class Token(NamedTuple):
    kind: str
    word: str
    # the seat, the number, the way of closing, or the seats that may be meant
    value: Any
    is_joined: bool  # it is of several words that are numbers themselves


_LEXICON: Lookup[str, tuple[str, Any]] = {
    **{
        sound_of(word): (kind, value)
        for kind, value, listed in (
            *((TokenKind.CLOSE, way, listed) for way, listed in words.KINDS.items()),
            (TokenKind.NOBODY, None, words.NOBODY),
            (TokenKind.WITH, None, words.WITH),
            (TokenKind.FOR, None, words.FOR),
            (TokenKind.AND, None, words.AND),
            (TokenKind.PART, None, words.PARTS),
        )
        for word in listed.split()
    },
    "": ("", None),
}
_NUMBERS: Lookup[str, int] = {
    sound_of(word): number for number, word in words.numbers()
}
_CHATTER = frozenset(words.CHATTER.split())
_MINUS, _AND, _HUNDRED, _HUNDRED_AND = (
    [sound_of(word) for word in listed.split()]
    for listed in (words.MINUS, words.AND, words.HUNDRED, words.HUNDRED_AND)
)


def tokens_of(text: str, names: Mapping[Seat, str]) -> list[Token]:
    """The tokens of a text at a table with these players. What means nothing is left out.

    >>> "".join(token.kind for token in tokens_of("pues cierra Ana con dos y Lis", {0: "Ana"}))
    'KNWdYX'
    """
    heard = words_of(text)
    sounds = ["" if word in _CHATTER else sound_of(word) for word in heard]
    calls = calls_of(names)
    tokens: list[Token] = []
    at = 0
    while at < len(heard):
        kind, value, end, is_joined = _token_at(sounds, at, calls)
        if kind == TokenKind.STRANGE:
            value = _near(sounds[at], calls)
            kind = TokenKind.LIKE if value else kind
        if kind:
            tokens.append(Token(kind, " ".join(heard[at:end]), value, is_joined))
        elif tokens and tokens[-1].kind == TokenKind.AND:
            tokens.pop()  # «y luego», «y ya está»
        at = end
    return [
        _with_one_seat(tokens, at)
        if token.kind not in TokenKind.COUNTS
        or not any(
            other.kind == TokenKind.STRANGE for other in tokens[max(0, at - 1) : at + 2]
        )
        else token._replace(
            kind=TokenKind.LOST, value=None
        )  # the strange word may be a part of it
        for at, token in enumerate(tokens)
    ]


def _token_at(
    sounds: Sequence[str], at: int, calls: Mapping[str, set[Seat]]
) -> tuple[str, Any, int, bool]:
    """TokenKind and value of the token that begins there, where it ends, and whether it is joined."""
    number = _number_at(sounds, at)
    kind, value = _LEXICON.get(sounds[at], (TokenKind.STRANGE, None))
    for end in range(min(at + _LONGEST_CALL, len(sounds)), at, -1):
        seats = calls.get(" ".join(sounds[at:end]))
        if seats and end == at + 1 and (number or kind != TokenKind.STRANGE):
            # a name, or that word
            return TokenKind.SOME, [*sorted(seats), None], end, False
        if seats:
            return TokenKind.SOME, sorted(seats), end, False
    if not number:
        return kind, value, at + 1, False
    value, end, is_joined = number
    if value is None or not POINTS.holds(value):
        return TokenKind.LOST, None, end, False
    kind = (
        TokenKind.BELOW
        if value < 0
        else TokenKind.DIGIT
        if 0 < value < 10
        else TokenKind.NUMBER
    )
    return kind, value, end, is_joined


def _near(sound: str, calls: Mapping[str, set[Seat]]) -> list[Seat]:
    """The seats with a name that sounds nearly so."""
    most = 2 if len(sound) > 5 else 1
    near = [
        seat
        for call, seats in calls.items()
        if len(sound) > 2 and distance(sound, call) <= most
        for seat in seats
    ]
    return sorted(set(near))


def _with_one_seat(tokens: Sequence[Token], at: int) -> Token:
    """A name as that of the only player it can mean: the others of that name are named elsewhere."""
    token = tokens[at]
    if token.kind != TokenKind.SOME:
        return token
    named = [
        other.value[0]
        for index, other in enumerate(tokens)
        if other.kind == TokenKind.SOME
        and len(other.value) == 1
        and abs(index - at) > 1
    ]
    left = [seat for seat in token.value if seat not in named]
    seats = left if len(token.value) > 1 else token.value
    if len(seats) != 1 or seats[0] is None:
        return token
    return token._replace(kind=TokenKind.NAME, value=seats[0])


def _number_at(
    sounds: Sequence[str], at: int, below: int = 1000
) -> tuple[int | None, int, bool] | None:
    """The number that begins there (None: it lacks a part), where it ends, and whether it is joined."""
    word = sounds[at] if at < len(sounds) else ""
    behind = at + 1
    if word in _MINUS and below == 1000:
        value, end, is_joined = _number_at(sounds, behind, 999) or (None, behind, False)
        return (-value if value else None), end, is_joined
    if word in _HUNDRED_AND and below > 100:
        value, end, is_joined = _number_at(sounds, behind, 100) or (None, behind, False)
        return (100 + value if value else None), end, is_joined
    value = _NUMBERS.get(word)
    if has_only_digits(word):
        value = int(word) if len(word) < 4 else 1000
    if value is None or (value >= below and below < 1000):
        return None
    if 0 < value < 10 and below > 100 and sounds[behind : behind + 1] == _HUNDRED:
        return _with_rest(sounds, 100 * value, behind + 1)
    return _with_rest(sounds, value, behind)


def _with_rest(
    sounds: Sequence[str], value: int, end: int
) -> tuple[int | None, int, bool]:
    """With the units behind tens, or what is behind hundreds: «30 y 5», «cien 4»."""
    room = 100 if value % 100 == 0 else 10 if value % 10 == 0 else 0
    has_and = sounds[end : end + 1] != [] and sounds[end] in _AND
    rest = _number_at(sounds, end + has_and, room) if value and room else None
    if rest and rest[0] and (has_and or value >= 20):
        return value + rest[0], rest[1], True
    lacks_units = has_and and value >= 30 and room
    return None if lacks_units else value, end, False
