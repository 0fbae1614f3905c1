"""The words of a night's formats and of the knobs of a stage, and the form fields of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.knobs import Amount, Choice, KnobType, Whole
from rules.tournament.presets import PRESETS
from rules.tournament.stages import (
    KNOBS,
    By,
    Carries,
    EndOfMatch,
    LostBy,
    Ordered,
    Parts,
    Points,
    Seats,
    Stage,
    Tie,
    Until,
    Who,
)
from scores.core.house_rules.option_fields import AmountField, is_blank
from scores.core.notation.numbers import amount, ordinal
from scores.fields import WholeField

Words: TypeAlias = str | Promise


class Format(NamedTuple):
    """A usual night: its name and what happens in it."""

    name: Words
    note: Words


FORMATS = {
    "everybody-plays": Format(
        _("Todos juegan"), _("Cada ronda en otra mesa y con otra gente. Nadie se va a casa antes.")
    ),
    "three-lives": Format(
        _("Tres vidas"),
        _("Quien no gana su mesa pierde una vida. Los últimos cuatro juegan la final."),
    ),
    "groups-and-final": Format(
        _("Grupos y final"), _("Tres rondas mezclados, una por grupos según la clasificación, y la final.")
    ),
    "knockout": Format(_("Mesas eliminatorias"), _("De cada mesa siguen dos, hasta la final de cuatro.")),
    "league": Format(_("Liga"), _("Dos rondas cada noche, cada uno con los de su altura.")),
}

LABELS: dict[str, Words] = {
    "enters": _("Quién entra"),
    "groups": _("Grupos"),
    "seats": _("Quién juega con quién"),
    "lasts": _("Cuánto dura"),
    "lives": _("Vidas"),
    "points": _("Puntos"),
    "carries": _("Qué cuenta de antes"),
    "ties": _("Desempates"),
    "match": _("La partida"),
}
"""The knobs of a stage in its order."""

PARTS: dict[str, Words] = {
    "enters_who": _("Entran"),
    "enters_number": _("Cuántos"),
    "groups_number": _("Cuántos grupos"),
    "groups_by": _("Se hacen"),
    "lasts_until": _("Dura"),
    "lasts_number": _("Rondas, o cuántos quedan"),
    "lives_given": _("Vidas de cada uno"),
    "lives_lost_by": _("Pierde una"),
    "lives_bought_until": _("Se compran hasta la ronda"),
    "lives_price": _("Lo que cuesta una vida"),
    "match_least": _("Mesa, como poco de"),
    "match_best": _("Mesa, lo mejor de"),
    "match_most": _("Mesa, como mucho de"),
}

VALUES: dict[type[StrEnum], Mapping[str, Words]] = {
    Who: {
        Who.EVERYBODY: _("todos"),
        Who.BEST: _("los mejores de la clasificación"),
        Who.BEST_OF_TABLE: _("los mejores de cada mesa"),
        Who.BEST_OF_GROUP: _("los mejores de cada grupo"),
        Who.BEST_OF_FIRST_GROUP: _("los mejores del primer grupo"),
        Who.OTHERS: _("los demás, mientras juegan los de la fase anterior"),
    },
    By: {By.STANDING: _("por la clasificación"), By.LOT: _("por sorteo")},
    Seats: {
        Seats.MIXED: _("con quien menos se haya cruzado"),
        Seats.NEAR: _("con quien vaya parecido"),
        Seats.LOT: _("por sorteo"),
    },
    Until: {Until.ROUNDS: _("tantas rondas"), Until.LEFT: _("hasta que queden tantos")},
    LostBy: {
        LostBy.LAST: _("el último de la mesa"),
        LostBy.LOWER_HALF: _("la mitad de abajo"),
        LostBy.ALL_BUT_FIRST: _("todos menos el primero"),
    },
    Points: {
        Points.EQUAL_STEPS: _("12 al primero y 0 al último, a pasos iguales"),
        Points.FIRST: _("uno al primero"),
        Points.MATCH: _("los de la partida"),
        Points.MONEY: _("el dinero de la partida"),
    },
    Carries: {Carries.EVERYTHING: _("todo"), Carries.NOTHING: _("nada: se empieza de cero")},
    Tie: {
        Tie.WON: _("más mesas ganadas"),
        Tie.AHEAD: _("quién quedó delante en las mesas que compartieron"),
        Tie.MET: _("contra rivales con más puntos"),
        Tie.A_HAND: _("mejor total por mano"),
        Tie.LOT: _("sorteo"),
    },
    EndOfMatch: {
        EndOfMatch.LIMIT: _("como dicen sus reglas"),
        EndOfMatch.HANDS: _("tantas manos"),
        EndOfMatch.CLOCK: _("tantos minutos"),
    },
}
"""Each value of each knob in words."""

NOBODY = "none"  # posted for a tie that is left out
_missing = [value for values in VALUES for value in values if value not in VALUES[values]]
if KNOBS.keys() != LABELS.keys() or PRESETS.keys() != FORMATS.keys() or _missing:
    raise TypeError("a knob, a value of it or a usual night has no words")


def say(value: Any) -> str:
    """A value of a part of a knob in words."""
    if isinstance(value, StrEnum):
        return str(VALUES[type(value)][value])
    return "—" if value is None else str(value)


class Field(NamedTuple):
    """A field of the form: the knob and its part (None: the whole knob), and its type."""

    knob: str
    part: str | None
    kind: KnobType

    @property
    def name(self) -> str:
        return f"{self.knob}_{self.part}" if self.part else self.knob


def fields_of(knob: str) -> Iterator[Field]:
    """The fields in which a knob is typed; what is played is asked once for the whole night."""
    kind = KNOBS[knob]
    if knob == "match":
        sizes = kind.types["sizes"]  # type: ignore[attr-defined]
        yield from (Field(knob, size, sizes.types[size]) for size in sizes.types)
    elif isinstance(kind, Parts):
        yield from (Field(knob, part, kind.types[part]) for part in kind.types)
    elif isinstance(kind, Ordered):
        yield from (Field(knob, str(place), kind.member) for place in range(1, len(Tie) + 1))
    else:
        yield Field(knob, None, kind)


def form_field(field: Field, now: Any) -> forms.Field:
    """A blank one keeps the value `now`, which it shows."""
    made: Any
    if isinstance(field.kind, Choice):
        values = [(str(value), words) for value, words in VALUES[field.kind.members].items()]
        none = [(NOBODY, "—")] if field.knob == "ties" else []
        usual = _("%(value)s (lo normal)") % {"value": say(now)}
        made = forms.ChoiceField(required=False, choices=[("", usual), *values, *none])
    elif isinstance(field.kind, Amount):
        made = AmountField(required=False)
        made.most = field.kind.high
        made.widget.attrs |= {"placeholder": amount(now), "inputmode": "decimal"}
    else:
        made = whole_field(cast(Whole, field.kind), now)
    made.label = PARTS.get(field.name) or (ordinal(int(field.part)) if field.part else LABELS[field.knob])
    return made


def whole_field(kind: Whole, now: Any = None) -> WholeField:
    error = _("Un número entero de %(low)s a %(high)s.") % {"low": kind.low, "high": kind.high}
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), error)
    made = WholeField(required=False, min_value=kind.low, max_value=kind.high, error_messages=messages)
    made.widget.attrs |= {"inputmode": "numeric"} | ({} if now is None else {"placeholder": say(now)})
    return made


def value_of(stage: Stage, field: Field) -> Any:
    """What the stage has there."""
    value = getattr(stage, field.knob)
    if field.knob == "match":
        return getattr(value.sizes, field.part or "")
    if field.knob == "ties":
        place = int(field.part or 0)
        return value[place - 1] if place <= len(value) else None
    return getattr(value, field.part) if field.part else value


def turned(stage: Stage, typed: Mapping[str, Any]) -> Stage:
    """The stage with what was typed by the names of the fields. Raises NightRefusal `bad-stage`."""
    options = {}
    for knob in KNOBS:
        given = {
            field.part: typed[field.name] for field in fields_of(knob) if not is_blank(typed.get(field.name))
        }
        if given:
            options[knob] = _option(stage, knob, given)
    return stage.turned(options)


def _option(stage: Stage, knob: str, given: Mapping[str | None, Any]) -> Any:
    now = stage.dump()[knob]
    if knob == "match":
        return {**now, "sizes": {**now["sizes"], **given}}
    if knob == "ties":
        places = [str(place) for place in range(1, len(Tie) + 1)]
        order = [given.get(place, value) for place, value in zip(places, [*now, *[NOBODY] * 5], strict=False)]
        return list(dict.fromkeys(tie for tie in order if tie != NOBODY))
    if knob == "enters" and given.get("who") in (Who.EVERYBODY, Who.OTHERS):
        return {"who": given["who"], "number": None}
    return {**now, **given} if isinstance(now, dict) else given[None]
