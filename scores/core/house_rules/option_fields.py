"""The types of a knob's value: its form fields, how posted text becomes the value, the value in words.

Values are in their JSON form. A blank field leaves the knob as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from rules.errors import Illegal
from rules.kinds import Choice, Flag, Kind, Whole
from rules.knobs import (
    POINTS,
    Amount,
    ByPlayers,
    Cards,
    Contracts,
    OneOrTwo,
    Pair,
    RankPoints,
    at_table,
)
from rules.packs import HIGHEST_RANK, RANKS, SUITS, Card, Pack, read_card
from rules.ruleset import Knob
from scores.core.notation.cards import name
from scores.core.notation.numbers import amount, parsed_cents, signed
from scores.fields import WholeField

ALL_RANKS = range(1, HIGHEST_RANK + 1)
MOST_MELDS = 9  # of a contract
NONE = ("0", "no", "none", "ninguna", "ninguno")  # typed for an empty list
YES_OR_NO = {"yes": (True, gettext_lazy("sí")), "no": (False, gettext_lazy("no"))}


def is_blank(typed: object) -> bool:
    """Whether a field was left blank; 0 and False are values."""
    return typed is None or typed == ""


class ValueType:
    """A value that is typed in one field; the base of the other types."""

    field_numbers: Sequence[int] = ()  # of its fields, where it may have several

    def fields(self, now: Any, players: int) -> list[forms.Field]:
        """The form fields. Each shows the value `now`, which holds while the field is blank."""
        return [self.field(now)]

    def field(self, now: Any) -> forms.Field:
        raise NotImplementedError

    def read(self, typed: Sequence[Any], now: Any, players: int) -> Any:
        """The value that the cleaned fields make; not all of them are blank."""
        return typed[0]

    def say(self, value: Any) -> str:
        """The value in words; anything that is no value of this type unchanged."""
        return (
            self.say_list(value)
            if isinstance(value, (list, tuple))
            else self.say_one(value)
        )

    def say_one(self, value: Any) -> str:
        return signed(value) if type(value) is int else str(value)

    def say_list(self, values: Sequence[Any]) -> str:
        return str(values)


class NumberType(ValueType):
    """A whole number, or None, which `none` says in words."""

    def __init__(self, low: int, high: int, none: Any = "—") -> None:
        self.low = low
        self.high = high
        self.none = none

    def field(self, now: Any) -> forms.Field:
        error = _("Un número entero de %(low)s a %(high)s.") % {
            "low": signed(self.low),
            "high": self.high,
        }
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), error)
        field = WholeField(
            required=False,
            min_value=self.low,
            max_value=self.high,
            error_messages=messages,
        )
        field.widget.attrs |= {"placeholder": self.say(now)}
        if self.low >= 0:  # the keypad of an iPhone has no minus
            field.widget.attrs |= {"inputmode": "numeric"}
        return field

    def say_one(self, value: Any) -> str:
        return str(self.none) if value is None else super().say_one(value)


class AmountType(NumberType):
    """An amount of money in hundredths, typed with up to two decimals; or None, for which `none` stands."""

    def field(self, now: Any) -> forms.Field:
        field = AmountField(required=False)
        field.most = self.high
        field.widget.attrs |= {"placeholder": self.say(now), "inputmode": "decimal"}
        return field

    def say_one(self, value: Any) -> str:
        return amount(value) if type(value) is int else super().say_one(value)


class AmountField(forms.CharField):
    """Reads an amount as hundredths; `is_whole` refuses cents."""

    most = 0
    is_whole = False

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if is_blank(text):
            return text
        cents = parsed_cents(text)
        if cents is None or cents > self.most:
            error = _("Una cantidad de 0 a %(high)s, con dos decimales como mucho.")
            raise ValidationError(error % {"high": self.most // 100})
        if self.is_whole and cents % 100:
            raise ValidationError(_("En esta partida se juega sin céntimos."))
        return cents


class ChoiceType(ValueType):
    """One of a few values: what is posted, to value and text: `{"any": (None, "los que quiera")}`."""

    def __init__(self, values: Mapping[str, tuple[Any, Any]]) -> None:
        self.values = values

    def field(self, now: Any) -> forms.Field:
        usual = self._key(now)
        others = [
            (key, words) for key, (_value, words) in self.values.items() if key != usual
        ]
        field = KnobChoiceField(required=False, choices=[("", self.say(now)), *others])
        field.usual = usual
        return field

    def read(self, typed: Sequence[Any], now: Any, players: int) -> Any:
        return self.values[typed[0]][0]

    def say_one(self, value: Any) -> str:
        key = self._key(value)
        return str(self.values[key][1]) if key else super().say_one(value)

    def _key(self, value: Any) -> str:
        """What is posted for a value; "" for one that is none of ours."""
        for key, (own, _words) in self.values.items():
            if key == value or (own == value and (own is True) == (value is True)):
                return key
        return ""


class KnobChoiceField(forms.ChoiceField):
    """A choice that lists the value of now once, as its blank one; it may be sent by its own key too."""

    usual = ""

    def valid_value(self, value: Any) -> bool:
        return str(value) == self.usual or bool(super().valid_value(value))


class StepsType(NumberType):
    """A number that depends on the number of players; typed for those of the match."""

    def fields(self, now: Any, players: int) -> list[forms.Field]:
        return [self.field(at_table(now, players))]

    def read(self, typed: Sequence[Any], now: Any, players: int) -> Any:
        """The steps, with that of `players` changed."""
        if isinstance(now, int):
            return typed[0]
        step = next((upto for upto, _number in now if players <= upto), now[-1][0])
        return [[upto, typed[0] if upto == step else number] for upto, number in now]

    def say_list(self, values: Sequence[Any]) -> str:
        steps = [
            _("hasta %(players)s: %(number)s") % {"players": upto, "number": n}
            for upto, n in values
        ]
        return ", ".join(steps)


class PairType(NumberType):
    """Two numbers, each in its own field; one number if it stands for both."""

    field_numbers = (0, 1)

    def fields(self, now: Any, players: int) -> list[forms.Field]:
        return [
            self.field(number)
            for number in (now if isinstance(now, (list, tuple)) else [now])
        ]

    def read(self, typed: Sequence[Any], now: Any, players: int) -> Any:
        if isinstance(now, int):
            return typed[0]
        return [
            was if is_blank(new) else new for new, was in zip(typed, now, strict=True)
        ]

    def say_list(self, values: Sequence[Any]) -> str:
        return " / ".join(map(self.say_one, values))


class ChartType(NumberType):
    """The points of some ranks, `[[2, 5], [3, 5]]`: a field for each rank there is; blank as it is."""

    field_numbers = ALL_RANKS

    def fields(self, now: Any, players: int) -> list[forms.Field]:
        chart = dict(now)
        return [self._rank_field(chart.get(rank)) for rank in ALL_RANKS]

    def _rank_field(self, points: int | None) -> forms.Field:
        field = self.field(points)
        field.widget.attrs |= {
            "placeholder": _("lo usual") if points is None else signed(points)
        }
        return field

    def read(self, typed: Sequence[Any], now: Any, players: int) -> Any:
        new = {
            rank: points
            for rank, points in zip(ALL_RANKS, typed, strict=True)
            if not is_blank(points)
        }
        return [[rank, points] for rank, points in sorted((dict(now) | new).items())]

    def say_list(self, values: Sequence[Any]) -> str:
        return ", ".join(f"{rank}: {signed(points)}" for rank, points in values) or _(
            "lo usual"
        )


class ListType(ValueType):
    """Several values that are typed as one text: `parts` reads it, `words` says them as they can be typed."""

    def __init__(
        self,
        parts: Callable[[str], list[Any]],
        words: Callable[[Sequence[Any]], str],
        keyboard: Mapping[str, str],
    ) -> None:
        self.parts = parts
        self.words = words
        self.keyboard = keyboard

    def field(self, now: Any) -> forms.Field:
        field = ListField(required=False, max_length=200)
        field.parts = self.parts
        field.widget.attrs |= {
            "placeholder": self.say(now),
            "autocomplete": "off",
            **self.keyboard,
        }
        return field

    def say_list(self, values: Sequence[Any]) -> str:
        return self.words(values)


class ListField(forms.CharField):
    is_wide = True  # needs a line of its own
    parts: Callable[[str], list[Any]]

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if is_blank(text) or text.casefold() in NONE:
            return [] if text else ""
        return self.parts(text)


def _cards(text: str) -> list[str]:
    """Cards by name or notation: «as de oros», «1o»."""
    for separator in (";", " y ", " and "):
        text = text.replace(separator, ",")
    return [_card(part) for part in text.split(",") if part.strip()]


def _card(text: str) -> str:
    """The notation of the card of that name in any pack."""
    typed = " ".join(text.split()).casefold()
    for pack in Pack:
        for card in (Card(rank, suit) for suit in SUITS[pack] for rank in RANKS[pack]):
            if typed in (name(card).casefold(), str(card).lower()):
                return str(card).lower()
    raise ValidationError(
        _("No hay ninguna carta que se llame «%(card)s».") % {"card": text.strip()}
    )


def _card_names(values: Sequence[Any]) -> str:
    return ", ".join(map(_card_name, values)) or _("ninguna")


def _card_name(code: Any) -> str:
    """The name of a card; the notation if two packs read it differently (`7c`: copas, clubs)."""
    try:
        cards = {read_card(str(code), pack) for pack in Pack}
    except Illegal:
        return str(code)
    return name(cards.pop()) if len(cards) == 1 else str(code)


def _contracts(text: str) -> list[list[int]]:
    """The contract of each hand: a letter for each set (T) and each run (E), a space between hands."""
    return [
        _contract(part) for part in text.replace(",", " ").replace(";", " ").split()
    ]


def _contract(text: str) -> list[int]:
    if len(text) > MOST_MELDS or any(letter not in "TSER" for letter in text.upper()):
        raise ValidationError(
            _("Cada mano con letras, T por trío y E por escalera: TT TE EE.")
        )
    sets = sum(letter in "TS" for letter in text.upper())
    return [sets, len(text) - sets]


def _letters(values: Sequence[Any]) -> str:
    for_set, for_run = _("TE")  # trío, escalera
    return " ".join(for_set * sets + for_run * runs for sets, runs in values) or _(
        "ninguno"
    )


def value_type(knob: Knob, words: Mapping[Any, Any]) -> ValueType:
    """The type of a knob's form fields, with words for its values that are no numbers."""
    kind = knob.type
    if isinstance(kind, Choice):
        return ChoiceType(
            {str(value): (str(value), words[value]) for value in kind.members}
        )
    if knob.usual:
        return ChoiceType(
            {
                "any" if value is None else str(value): (
                    value,
                    signed(value) if type(value) is int else words[value],
                )
                for value in knob.usual
            }
        )
    if isinstance(kind, Whole):
        none = words[None] if None in kind.otherwise else "—"
        return _NUMBERS.get(type(kind), NumberType)(kind.low, kind.high, none)
    return _OTHERS[type(kind)]


_NUMBERS: Mapping[type[Kind], type[NumberType]] = {
    Amount: AmountType,
    ByPlayers: StepsType,
    OneOrTwo: PairType,
    Pair: PairType,
}
_OTHERS: Mapping[type[Kind], ValueType] = {
    Cards: ListType(_cards, _card_names, {}),
    Contracts: ListType(_contracts, _letters, {"autocapitalize": "characters"}),
    Flag: ChoiceType(YES_OR_NO),
    RankPoints: ChartType(POINTS.low, POINTS.high),
}
