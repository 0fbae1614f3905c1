"""One entry for each knob of a ruleset: label, type, help, and the error if its value is refused.

The forms of a new match and of a change of rules, the match page and the log take every word about a knob
from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from rules.knobs import Ends
from rules.packs import Pack
from rules.ruleset import Ruleset
from scores.house_rules.option_fields import (
    ALL_RANKS,
    YES_OR_NO,
    AmountType,
    CardsType,
    ChartType,
    ChoiceType,
    ContractsType,
    NumberType,
    PairType,
    StepsType,
    ValueType,
)
from scores.notation.cards import pack_name
from scores.notation.words import JOKER_RUN_1, JOKER_RUN_2, WINS_MATCH

Words: TypeAlias = str | Promise


class KnobGroup(StrEnum):
    CARDS = "cards"
    CLOSING = "closing"
    OPEN = "open"
    MATCH = "match"
    MONEY = "money"


GROUPS = {
    KnobGroup.CARDS: gettext_lazy("Las cartas"),
    KnobGroup.CLOSING: gettext_lazy("Cerrar y salir"),
    KnobGroup.OPEN: gettext_lazy("Lo que los textos dejan abierto"),
    KnobGroup.MATCH: gettext_lazy("La partida"),
    KnobGroup.MONEY: gettext_lazy("El dinero"),
}


@dataclass(frozen=True)
class Knob:
    """One field of `Ruleset`."""

    name: str
    label: Words
    value_type: ValueType
    help: Words = ""
    refused: Words = ""  # the error message
    parts: tuple[Words, ...] = ()  # the labels of its fields if there are several
    in_words: dict[str, Words] | None = None  # other labels, by the family of games
    from_start: bool = False  # it cannot change once the match has begun

    def label_in(self, ruleset: Ruleset) -> Words:
        return (self.in_words or {}).get(family(ruleset), self.label)

    def field_names(self, now: Any) -> list[str]:
        """The names of its form fields."""
        is_pair = isinstance(self.value_type, PairType) and isinstance(now, (list, tuple))
        if is_pair or isinstance(self.value_type, ChartType):
            return self.part_names()
        return [self.name]

    def part_names(self) -> list[str]:
        """The names of its fields where each of its parts has one: `players_0`, `rank_points_12`."""
        numbers = ALL_RANKS if isinstance(self.value_type, ChartType) else range(len(self.parts))
        return [f"{self.name}_{number}" for number in numbers]


_FLAG = ChoiceType(YES_OR_NO)
_POINTS = NumberType(-1000, 1000)
_MONEY = AmountType(0, 1_000_000_000)

_CARDS = (
    Knob(
        "pack",
        gettext_lazy("Baraja"),
        ChoiceType(
            {
                "spanish-40": ("spanish-40", pack_name(Pack.SPANISH_40)),
                "spanish-48": ("spanish-48", pack_name(Pack.SPANISH_48)),
                "french-52": ("french-52", pack_name(Pack.FRENCH_52)),
            }
        ),
    ),
    Knob("packs", gettext_lazy("Cuántas barajas"), StepsType(1, 3)),
    Knob("jokers", gettext_lazy("Comodines en el mazo"), StepsType(0, 99), gettext_lazy("En total.")),
    Knob(
        "wild_cards",
        gettext_lazy("Cartas que hacen de comodín"),
        CardsType(),
        gettext_lazy("Por ejemplo: as de oros. O «ninguna»."),
        gettext_lazy("Tiene que haber esas cartas en la baraja, y cada una se dice una vez."),
    ),
    Knob(
        "players",
        gettext_lazy("Jugadores"),
        PairType(2, 99),
        gettext_lazy("Con otro número se avisa y se juega igual."),
        gettext_lazy("El mínimo de jugadores no puede pasar del máximo."),
        (gettext_lazy("Jugadores, mínimo"), gettext_lazy("Jugadores, máximo")),
    ),
    Knob(
        "hand_size",
        gettext_lazy("Cartas de cada uno"),
        StepsType(1, 20),
        refused=gettext_lazy("No hay cartas para repartir tantas."),
    ),
    Knob(
        "ace",
        gettext_lazy("El as en la escalera"),
        ChoiceType(
            {
                "low": ("low", gettext_lazy("antes del dos")),
                "high": ("high", gettext_lazy("después del rey")),
                "both": ("both", gettext_lazy("en las dos puntas")),
                "around": ("around", gettext_lazy("da la vuelta: rey, as, dos")),
            }
        ),
    ),
    Knob(
        "figures",
        gettext_lazy("Valor de las figuras"),
        ChoiceType(
            {
                "ten": ("ten", gettext_lazy("10, 10, 10")),
                "position": ("position", gettext_lazy("su puesto: 8, 9, 10 con 40 cartas")),
                "index": ("index", gettext_lazy("10, 11, 12")),
            }
        ),
    ),
    Knob(
        "ace_points",
        gettext_lazy("Puntos de un as suelto"),
        PairType(-1000, 1000),
        parts=(
            gettext_lazy("Puntos de un as que va bajo"),
            gettext_lazy("Puntos de un as que puede ir alto"),
        ),
    ),
    Knob("joker_points", gettext_lazy("Puntos de un comodín suelto"), NumberType(0, 1000)),
    Knob(
        "rank_points",
        gettext_lazy("Puntos de cada carta"),
        ChartType(-1000, 1000),
        parts=(
            gettext_lazy("Puntos del as"),
            *(format_lazy(gettext_lazy("Puntos del {rank}"), rank=rank) for rank in range(2, 10)),
            gettext_lazy("Puntos del 10 (la sota)"),
            gettext_lazy("Puntos del 11 (el caballo, la J)"),
            gettext_lazy("Puntos del 12 (el rey, la Q)"),
            gettext_lazy("Puntos del 13 (la K)"),
        ),
    ),
    Knob(
        "set_min",
        gettext_lazy("Cartas de un trío, al menos"),
        NumberType(2, 20),
        refused=gettext_lazy("En la baraja no hay tantas cartas del mismo número."),
    ),
    Knob(
        "run_min",
        gettext_lazy("Cartas de una escalera, al menos"),
        NumberType(2, 20),
        refused=gettext_lazy("En un palo no hay tantas cartas."),
    ),
    Knob(
        "min_naturals",
        gettext_lazy("Cartas que no sean comodín en cada juego"),
        NumberType(0, 99),
        gettext_lazy("Al menos."),
        gettext_lazy("Así no se podría ligar nada."),
    ),
    Knob("adjacent_jokers", gettext_lazy("Dos comodines juntos en una escalera"), _FLAG),
    Knob(
        "contracts",
        gettext_lazy("Contrato de cada mano"),
        ContractsType(),
        gettext_lazy("T por trío, E por escalera, las manos separadas."),
        gettext_lazy(
            "Cada mano que se juega necesita su contrato, y la partida acaba tras las manos dichas."
        ),
    ),
    Knob(
        "buys",
        gettext_lazy("Compras de cada uno en una mano"),
        NumberType(0, 99),
    ),
)

_CLOSING = (
    Knob(
        "close_limit",
        gettext_lazy("Máximo para cerrar"),
        NumberType(0, 1000),
        gettext_lazy("Puntos sueltos."),
    ),
    Knob(
        "close_cards",
        gettext_lazy("Cartas sueltas al cerrar"),
        ChoiceType(
            {
                **{str(number): (number, str(number)) for number in range(4)},
                "any": (None, gettext_lazy("las que sean")),
            }
        ),
        gettext_lazy("Como mucho."),
    ),
    Knob("close_first_lap", gettext_lazy("Se puede cerrar en la primera vuelta"), _FLAG),
    Knob("close_may_bust", gettext_lazy("Quien cierra puede pasarse del límite"), _FLAG),
    Knob(
        "lay_off",
        gettext_lazy("Los demás colocan cartas"),
        ChoiceType(
            {
                "any": ("any", gettext_lazy("en cualquier juego de la mesa")),
                "closer": ("closer", gettext_lazy("en los juegos de quien cierra")),
                "in-play": ("in-play", gettext_lazy("durante la mano")),
                "none": ("none", gettext_lazy("no")),
            }
        ),
    ),
    Knob(
        "clean_points",
        gettext_lazy("Cerrar con todo ligado"),
        _POINTS,
        in_words={"difference": gettext_lazy("Premio por gin")},
    ),
    Knob(
        "clean_for",
        gettext_lazy("Los puntos por todo ligado son"),
        ChoiceType(
            {
                "closer": ("closer", gettext_lazy("de quien cierra")),
                "anyone": ("anyone", gettext_lazy("de quien lo tenga todo ligado")),
            }
        ),
    ),
    Knob(
        "chinchon_points",
        gettext_lazy("El chinchón"),
        ChoiceType(
            {
                "wins": ("wins", WINS_MATCH),
                **{str(number): (number, f"−{-number}") for number in (-100, -50, -25, -10)},
                "0": (0, "0"),
            }
        ),
        gettext_lazy("Escalera de siete sin comodines."),
    ),
    Knob(
        "joker_run_points",
        gettext_lazy("Escalera de siete con uno y con dos comodines"),
        PairType(-1000, 1000),
        parts=(
            JOKER_RUN_1,
            JOKER_RUN_2,
        ),
    ),
    Knob(
        "doubles",
        gettext_lazy("Los demás cuentan doble"),
        ChoiceType(
            {
                "never": ("never", gettext_lazy("nunca")),
                "rummy": ("rummy", gettext_lazy("si alguien sale de una vez")),
                "chinaso": ("chinaso", gettext_lazy("con un chinaso")),
            }
        ),
    ),
    Knob("final_discard", gettext_lazy("Al salir hay que tirar la última carta"), _FLAG),
)

_OPEN = (
    Knob(
        "claim_upgrades",
        gettext_lazy("Si lo cantado vale más, cuenta lo mejor"),
        _FLAG,
        gettext_lazy("Si no, cuenta lo que se cantó."),
    ),
    Knob("set_duplicates", gettext_lazy("Cartas idénticas de dos barajas en un trío"), _FLAG),
    Knob("lay_off_needs_meld", gettext_lazy("Para colocar hace falta un juego propio"), _FLAG),
    Knob(
        "lay_off_order",
        gettext_lazy("Se coloca"),
        ChoiceType(
            {
                "turn": ("turn", gettext_lazy("una vez cada uno, en lo que ya está en la mesa")),
                "until-none": ("until-none", gettext_lazy("por turno, hasta que nadie pueda")),
            }
        ),
    ),
    Knob(
        "lay_off_after_full",
        gettext_lazy("Si quien cierra lo liga todo, se coloca"),
        ChoiceType(
            {
                "none": ("none", gettext_lazy("en ningún juego")),
                "others": ("others", gettext_lazy("en los juegos de los demás")),
            }
        ),
    ),
    Knob(
        "chinchon_for",
        gettext_lazy("El chinchón es"),
        ChoiceType(
            {
                "closer": ("closer", gettext_lazy("de quien cierra")),
                "anyone": ("anyone", gettext_lazy("de cualquiera que lo enseñe")),
            }
        ),
        gettext_lazy("Escalera de siete sin comodines."),
    ),
    Knob("joker_always_charged", gettext_lazy("El comodín de los demás cuenta aunque esté ligado"), _FLAG),
    Knob("false_close_points", gettext_lazy("Castigo por cerrar en falso"), _POINTS),
    Knob("joker_moves", gettext_lazy("El comodín de una escalera se puede mover a la punta"), _FLAG),
    Knob(
        "pays_hand_of",
        gettext_lazy("Los demás pagan la mano"),
        ChoiceType(
            {
                "winner": ("winner", gettext_lazy("de quien sale")),
                "own": ("own", gettext_lazy("suya")),
            }
        ),
    ),
    Knob("doubles_fees", gettext_lazy("El chinaso dobla también las compras"), _FLAG),
    Knob(
        "min_table_turns",
        gettext_lazy("Turnos en los que hay que bajar, al menos"),
        NumberType(1, 9),
        refused=gettext_lazy("Donde se baja todo de una vez no puede haber dos turnos."),
    ),
    Knob(
        "direction",
        gettext_lazy("Se reparte y se juega"),
        ChoiceType(
            {
                "anticlockwise": ("anticlockwise", gettext_lazy("hacia la derecha")),
                "clockwise": ("clockwise", gettext_lazy("hacia la izquierda")),
            }
        ),
        gettext_lazy("A la derecha, al revés que las agujas del reloj."),
    ),
    Knob(
        "sit_out",
        gettext_lazy("Si hay uno de más, descansa"),
        ChoiceType(
            {
                "nobody": ("nobody", gettext_lazy("nadie")),
                "winner": ("winner", gettext_lazy("quien ganó la mano")),
                "loser": ("loser", gettext_lazy("quien perdió la mano")),
                "dealer": ("dealer", gettext_lazy("quien reparte")),
            }
        ),
    ),
)

_MATCH = (
    Knob(
        "scoring",
        gettext_lazy("Qué se apunta"),
        ChoiceType(
            {
                "count": ("count", gettext_lazy("cada uno lo que le queda; gana quien menos tiene")),
                "difference": ("difference", gettext_lazy("la diferencia entre dos")),
                "collect": ("collect", gettext_lazy("quien sale cobra de los demás")),
                "table": ("table", gettext_lazy("lo bajado menos lo que queda")),
            }
        ),
        refused=gettext_lazy("Qué se apunta no cambia con la partida empezada."),
        from_start=True,
    ),
    Knob(
        "team_size",
        gettext_lazy("Jugadores de cada bando"),
        NumberType(1, 4),
        gettext_lazy("2: parejas, cada una con un solo total."),
        gettext_lazy(
            "Quien tiene pareja no puede quedar fuera sin ella: así no se juega hasta que quede uno."
        ),
        from_start=True,
    ),
    Knob(
        "ends",
        gettext_lazy("La partida termina"),
        ChoiceType(
            {
                "last-standing": ("last-standing", gettext_lazy("cuando queda uno")),
                "target": ("target", gettext_lazy("cuando alguien llega a los puntos")),
                "hands": ("hands", gettext_lazy("tras un número de manos")),
                "open": ("open", gettext_lazy("cuando la mesa quiera")),
            }
        ),
        refused=gettext_lazy("Donde gana quien más puntos tiene nadie queda fuera por llegar al límite."),
    ),
    Knob(
        "limit",
        gettext_lazy("Límite de puntos"),
        NumberType(1, 100_000, gettext_lazy("sin límite")),
        refused=gettext_lazy("Para que la partida termine hace falta un límite."),
        in_words={
            "contracts": gettext_lazy("Manos que se juegan"),
            "difference": gettext_lazy("Puntos para ganar"),
            "collect": gettext_lazy("Puntos o manos hasta el final"),
            "table": gettext_lazy("Puntos para ganar"),
        },
    ),
    Knob(
        "out_at",
        gettext_lazy("Queda fuera"),
        ChoiceType(
            {
                "over": ("over", gettext_lazy("al pasar del límite")),
                "reach": ("reach", gettext_lazy("al llegar al límite")),
            }
        ),
        in_words={"difference": gettext_lazy("Se gana"), "table": gettext_lazy("Se gana")},
    ),
    Knob(
        "rebuys",
        gettext_lazy("Reenganches de cada uno"),
        ChoiceType(
            {
                **{str(number): (number, str(number)) for number in range(6)},
                "any": (None, gettext_lazy("los que quiera")),
            }
        ),
    ),
    Knob(
        "rebuy_choice",
        gettext_lazy("Al pasarse"),
        ChoiceType(
            {
                "automatic": ("automatic", gettext_lazy("se reengancha solo")),
                "ask": ("ask", gettext_lazy("se pregunta")),
            }
        ),
    ),
    Knob(
        "rebuy_needs",
        gettext_lazy("Cuántos deben seguir para poder reengancharse"),
        NumberType(1, 99),
    ),
    Knob(
        "rebuy_points",
        gettext_lazy("Se vuelve con"),
        ChoiceType(
            {
                "highest": ("highest", gettext_lazy("los puntos del que más tiene")),
                "plus-one": ("plus-one", gettext_lazy("uno más que el que más tiene")),
            }
        ),
    ),
    Knob("undercut", gettext_lazy("Premio por ganarle a quien cierra"), _POINTS),
    Knob("box", gettext_lazy("Premio por cada mano ganada"), _POINTS),
    Knob("game_bonus", gettext_lazy("Premio de partida"), _POINTS),
    Knob(
        "shutout",
        gettext_lazy("Doble si el otro no ganó ninguna mano"),
        _FLAG,
    ),
    Knob(
        "big_gin",
        gettext_lazy("Gin con once cartas"),
        ChoiceType(
            {
                "none": (None, gettext_lazy("no hay")),
                **{str(number): (number, str(number)) for number in (25, 31, 50, 100)},
            }
        ),
    ),
)

_OF_MONEY = (
    Knob("stake", gettext_lazy("Apuesta de cada uno"), _MONEY, gettext_lazy("Va al bote.")),
    Knob(
        "rebuy_stake",
        gettext_lazy("Apuesta del reenganche"),
        AmountType(0, 1_000_000_000, gettext_lazy("la apuesta otra vez")),
    ),
    Knob(
        "per_point",
        gettext_lazy("Por cada punto"),
        _MONEY,
        refused=gettext_lazy("Donde se queda fuera al pasarse se juega por el bote, no por puntos."),
    ),
    Knob("buy_fee", gettext_lazy("Por cada compra"), _MONEY, gettext_lazy("Para quien gana la mano.")),
    Knob("hand_fee", gettext_lazy("Por cada mano"), _MONEY, gettext_lazy("De cada uno a quien la gana.")),
    Knob("game_fee", gettext_lazy("Por la partida"), _MONEY, gettext_lazy("De cada uno a quien la gana.")),
    Knob(
        "settlement",
        gettext_lazy("Al final cobra"),
        ChoiceType(
            {
                "pairwise": ("pairwise", gettext_lazy("cada uno de quien tiene menos")),
                "winner-only": ("winner-only", gettext_lazy("solo quien gana")),
            }
        ),
    ),
)

_GROUPED = {
    KnobGroup.CARDS: _CARDS,
    KnobGroup.CLOSING: _CLOSING,
    KnobGroup.OPEN: _OPEN,
    KnobGroup.MATCH: _MATCH,
    KnobGroup.MONEY: _OF_MONEY,
}
KNOBS = {knob.name: knob for knobs in _GROUPED.values() for knob in knobs}
"""Every knob by its name, in the order of the editor."""

GROUP_OF = {knob.name: group for group, knobs in _GROUPED.items() for knob in knobs}


def family(ruleset: Ruleset) -> str:
    """The kind of game, which decides the knobs that are asked first and some labels."""
    return "contracts" if ruleset.contracts else str(ruleset.scoring)


ASKED_FIRST = {
    "count": (
        "limit",
        "out_at",
        "rebuys",
        "rebuy_choice",
        "rebuy_needs",
        "close_limit",
        "jokers",
        "joker_points",
        "wild_cards",
        "clean_points",
        "chinchon_points",
    ),
    "contracts": (
        "contracts",
        "limit",
        "buys",
        "jokers",
        "joker_points",
        "rank_points",
        "doubles",
        "final_discard",
    ),
    "difference": (
        "limit",
        "close_limit",
        "clean_points",
        "undercut",
        "box",
        "game_bonus",
        "shutout",
        "big_gin",
    ),
    "collect": ("ends", "limit", "hand_size", "ace", "doubles", "pays_hand_of", "min_table_turns"),
    "table": ("limit", "hand_size", "ace_points", "packs", "jokers", "joker_points", "final_discard"),
}
"""The knobs that each kind of game asks first; the rest is folded in under «Todas las reglas»."""


def money_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The knobs of the stakes that this kind of game has."""
    if ruleset.ends is Ends.LAST_STANDING:
        return ("stake", "rebuy_stake")
    if ruleset.contracts:
        return ("buy_fee", "hand_fee", "game_fee")
    return ("per_point", "settlement") if family(ruleset) == "table" else ("per_point",)
