"""The words of every knob of a ruleset: label, help, its values, and the error if a value is refused.

The forms of a new match and of a change of rules, the match page and the log take every word about a knob
from KNOBS. What a knob is, the rules declare: one without words here fails when this module is imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.knobs import Ends, KnobGroup
from rules.packs import Pack
from rules.ruleset import KNOBS as DECLARED, Knob, Ruleset
from scores.core.house_rules.option_fields import ValueType, value_type
from scores.core.notation.cards import pack_name
from scores.core.notation.words import JOKER_RUN_1, JOKER_RUN_2, WINS_MATCH

Words: TypeAlias = str | Promise

GROUPS = {
    KnobGroup.CARDS: _("Las cartas"),
    KnobGroup.CLOSING: _("Cerrar y salir"),
    KnobGroup.OPEN: _("Lo que los textos dejan abierto"),
    KnobGroup.MATCH: _("La partida"),
    KnobGroup.MONEY: _("El dinero"),
}


class KnobWords(NamedTuple):
    """What the screen says of one knob."""

    label: Words
    help: Words = ""
    refused: Words = ""  # the error message
    values: Mapping[Any, Words] = {}  # the words of the values that are no numbers
    parts: tuple[Words, ...] = ()  # the labels of its fields if there are several
    in_words: Mapping[str, Words] = {}  # other labels, by the family of games


_SEVEN = _("Escalera de siete sin comodines.")
_OF_CLOSER = _("de quien cierra")
_TO_WINNER = _("De cada uno a quien la gana.")
_TO_WIN = _("Puntos para ganar")
_IS_WON = _("Se gana")

WORDS = {
    "pack": KnobWords(_("Baraja"), values={pack: pack_name(pack) for pack in Pack}),
    "packs": KnobWords(_("Cuántas barajas")),
    "jokers": KnobWords(_("Comodines en el mazo"), _("En total.")),
    "wild_cards": KnobWords(
        _("Cartas que hacen de comodín"),
        _("Por ejemplo: as de oros. O «ninguna»."),
        _("Tiene que haber esas cartas en la baraja, y cada una se dice una vez."),
    ),
    "players": KnobWords(
        _("Jugadores"),
        _("Con otro número se avisa y se juega igual."),
        _("El mínimo de jugadores no puede pasar del máximo."),
        parts=(_("Jugadores, mínimo"), _("Jugadores, máximo")),
    ),
    "hand_size": KnobWords(
        _("Cartas de cada uno"), refused=_("No hay cartas para repartir tantas.")
    ),
    "ace": KnobWords(
        _("El as en la escalera"),
        values={
            "low": _("antes del dos"),
            "high": _("después del rey"),
            "both": _("en las dos puntas"),
            "around": _("da la vuelta: rey, as, dos"),
        },
    ),
    "figures": KnobWords(
        _("Valor de las figuras"),
        values={
            "ten": _("10, 10, 10"),
            "position": _("su puesto: 8, 9, 10 con 40 cartas"),
            "index": _("10, 11, 12"),
        },
    ),
    "ace_points": KnobWords(
        _("Puntos de un as suelto"),
        parts=(
            _("Puntos de un as que va bajo"),
            _("Puntos de un as que puede ir alto"),
        ),
    ),
    "joker_points": KnobWords(_("Puntos de un comodín suelto")),
    "rank_points": KnobWords(
        _("Puntos de cada carta"),
        parts=(
            _("Puntos del as"),
            *(format_lazy(_("Puntos del {rank}"), rank=rank) for rank in range(2, 10)),
            _("Puntos del 10 (la sota)"),
            _("Puntos del 11 (el caballo, la J)"),
            _("Puntos del 12 (el rey, la Q)"),
            _("Puntos del 13 (la K)"),
        ),
    ),
    "set_min": KnobWords(
        _("Cartas de un trío, al menos"),
        refused=_("En la baraja no hay tantas cartas del mismo número."),
    ),
    "run_min": KnobWords(
        _("Cartas de una escalera, al menos"),
        refused=_("En un palo no hay tantas cartas."),
    ),
    "min_naturals": KnobWords(
        _("Cartas que no sean comodín en cada juego"),
        _("Al menos."),
        _("Así no se podría ligar nada."),
    ),
    "adjacent_jokers": KnobWords(_("Dos comodines juntos en una escalera")),
    "contracts": KnobWords(
        _("Contrato de cada mano"),
        _("T por trío, E por escalera, las manos separadas."),
        _(
            "Cada mano que se juega necesita su contrato, y la partida acaba tras las manos dichas."
        ),
    ),
    "buys": KnobWords(_("Compras de cada uno en una mano")),
    "close_limit": KnobWords(_("Máximo para cerrar"), _("Puntos sueltos.")),
    "close_cards": KnobWords(
        _("Cartas sueltas al cerrar"),
        _("Como mucho."),
        values={None: _("las que sean")},
    ),
    "close_first_lap": KnobWords(_("Se puede cerrar en la primera vuelta")),
    "close_may_bust": KnobWords(_("Quien cierra puede pasarse del límite")),
    "lay_off": KnobWords(
        _("Los demás colocan cartas"),
        values={
            "any": _("en cualquier juego de la mesa"),
            "closer": _("en los juegos de quien cierra"),
            "in-play": _("durante la mano"),
            "none": _("no"),
        },
    ),
    "clean_points": KnobWords(
        _("Cerrar con todo ligado"), in_words={"difference": _("Premio por gin")}
    ),
    "clean_for": KnobWords(
        _("Los puntos por todo ligado son"),
        values={"closer": _OF_CLOSER, "anyone": _("de quien lo tenga todo ligado")},
    ),
    "chinchon_points": KnobWords(_("El chinchón"), _SEVEN, values={"wins": WINS_MATCH}),
    "joker_run_points": KnobWords(
        _("Escalera de siete con uno y con dos comodines"),
        parts=(JOKER_RUN_1, JOKER_RUN_2),
    ),
    "doubles": KnobWords(
        _("Los demás cuentan doble"),
        values={
            "never": _("nunca"),
            "rummy": _("si alguien sale de una vez"),
            "chinaso": _("con un chinaso"),
        },
    ),
    "final_discard": KnobWords(_("Al salir hay que tirar la última carta")),
    "claim_upgrades": KnobWords(
        _("Si lo cantado vale más, cuenta lo mejor"),
        _("Si no, cuenta lo que se cantó."),
    ),
    "set_duplicates": KnobWords(_("Cartas idénticas de dos barajas en un trío")),
    "lay_off_needs_meld": KnobWords(_("Para colocar hace falta un juego propio")),
    "lay_off_order": KnobWords(
        _("Se coloca"),
        values={
            "turn": _("una vez cada uno, en lo que ya está en la mesa"),
            "until-none": _("por turno, hasta que nadie pueda"),
        },
    ),
    "lay_off_after_full": KnobWords(
        _("Si quien cierra lo liga todo, se coloca"),
        values={
            "none": _("en ningún juego"),
            "others": _("en los juegos de los demás"),
        },
    ),
    "knock_at_zero": KnobWords(
        _("Quien cierra con cartas sueltas puede apuntarse 0"),
        _("Sin el premio de ligarlo todo: si también coloca las suyas."),
    ),
    "chinchon_for": KnobWords(
        _("El chinchón es"),
        _SEVEN,
        values={"closer": _OF_CLOSER, "anyone": _("de cualquiera que lo enseñe")},
    ),
    "joker_always_charged": KnobWords(
        _("El comodín de los demás cuenta aunque esté ligado")
    ),
    "false_close_points": KnobWords(_("Castigo por cerrar en falso")),
    "joker_moves": KnobWords(_("El comodín de una escalera se puede mover a la punta")),
    "pays_hand_of": KnobWords(
        _("Los demás pagan la mano"),
        values={"winner": _("de quien sale"), "own": _("suya")},
    ),
    "doubles_fees": KnobWords(_("El chinaso dobla también las compras")),
    "min_table_turns": KnobWords(
        _("Turnos en los que hay que bajar, al menos"),
        refused=_("Donde se baja todo de una vez no puede haber dos turnos."),
    ),
    "direction": KnobWords(
        _("Se reparte y se juega"),
        _("A la derecha, al revés que las agujas del reloj."),
        values={
            "anticlockwise": _("hacia la derecha"),
            "clockwise": _("hacia la izquierda"),
        },
    ),
    "sit_out": KnobWords(
        _("Si hay uno de más, descansa"),
        values={
            "nobody": _("nadie"),
            "winner": _("quien ganó la mano"),
            "loser": _("quien perdió la mano"),
            "dealer": _("quien reparte"),
        },
    ),
    "scoring": KnobWords(
        _("Qué se apunta"),
        refused=_("Qué se apunta no cambia con la partida empezada."),
        values={
            "count": _("cada uno lo que le queda; gana quien menos tiene"),
            "difference": _("la diferencia entre dos"),
            "collect": _("quien sale cobra de los demás"),
            "table": _("lo bajado menos lo que queda"),
        },
    ),
    "team_size": KnobWords(
        _("Jugadores de cada bando"),
        _("2: parejas, cada una con un solo total."),
        _(
            "Quien tiene pareja no puede quedar fuera sin ella: así no se juega hasta que quede uno."
        ),
    ),
    "deal_scores": KnobWords(
        _("En parejas se apunta"),
        values={
            "full": _("todo lo que gana cada pareja"),
            "net": _("solo la diferencia de cada reparto"),
        },
    ),
    "ends": KnobWords(
        _("La partida termina"),
        refused=_(
            "Donde gana quien más puntos tiene nadie queda fuera por llegar al límite."
        ),
        values={
            "last-standing": _("cuando queda uno"),
            "target": _("cuando alguien llega a los puntos"),
            "hands": _("tras un número de manos"),
            "open": _("cuando la mesa quiera"),
        },
    ),
    "limit": KnobWords(
        _("Límite de puntos"),
        refused=_("Para que la partida termine hace falta un límite."),
        values={None: _("sin límite")},
        in_words={
            "contracts": _("Manos que se juegan"),
            "difference": _TO_WIN,
            "collect": _("Puntos o manos hasta el final"),
            "table": _TO_WIN,
        },
    ),
    "out_at": KnobWords(
        _("Queda fuera"),
        values={"over": _("al pasar del límite"), "reach": _("al llegar al límite")},
        in_words={"difference": _IS_WON, "table": _IS_WON},
    ),
    "rebuys": KnobWords(
        _("Reenganches de cada uno"), values={None: _("los que quiera")}
    ),
    "rebuy_choice": KnobWords(
        _("Al pasarse"),
        values={"automatic": _("se reengancha solo"), "ask": _("se pregunta")},
    ),
    "rebuy_needs": KnobWords(_("Cuántos deben seguir para poder reengancharse")),
    "rebuy_points": KnobWords(
        _("Se vuelve con"),
        values={
            "highest": _("los puntos del que más tiene"),
            "plus-one": _("uno más que el que más tiene"),
        },
    ),
    "undercut": KnobWords(_("Premio por ganarle a quien cierra")),
    "box": KnobWords(_("Premio por cada mano ganada")),
    "game_bonus": KnobWords(_("Premio de partida")),
    "shutout": KnobWords(_("Doble si el otro no ganó ninguna mano")),
    "big_gin": KnobWords(_("Gin con once cartas"), values={None: _("no hay")}),
    "stake": KnobWords(_("Apuesta de cada uno"), _("Va al bote.")),
    "rebuy_stake": KnobWords(_("Apuesta del reenganche"), values={None: _("la misma")}),
    "per_point": KnobWords(
        _("Por cada punto"),
        refused=_(
            "Donde se queda fuera al pasarse se juega por el bote, no por puntos."
        ),
    ),
    "buy_fee": KnobWords(_("Por cada compra"), _("Para quien gana la mano.")),
    "hand_fee": KnobWords(_("Por cada mano"), _TO_WINNER),
    "game_fee": KnobWords(_("Por la partida"), _TO_WINNER),
    "settlement": KnobWords(
        _("Al final cobra"),
        values={
            "pairwise": _("cada uno de quien tiene menos"),
            "winner-only": _("solo quien gana"),
        },
    ),
}


@dataclass(frozen=True)
class Option:
    """A knob as the rules declare it, with its words and the type of its form fields."""

    declared: Knob
    words: KnobWords
    value_type: ValueType

    @property
    def name(self) -> str:
        return self.declared.name

    def label_in(self, ruleset: Ruleset) -> Words:
        words = self.words.in_words
        is_hands = self.name == "limit" and ruleset.ends is Ends.HANDS
        family_or_hands = "contracts" if is_hands else family(ruleset)
        return words.get(family_or_hands, self.words.label)

    def field_names(self, now: Any) -> list[str]:
        """The names of its form fields. Two equal numbers are typed as one."""
        names = [] if isinstance(now, int) else self.part_names()
        return names or [self.name]

    def part_names(self) -> list[str]:
        """The names of its fields where each of its parts has one: `players_0`, `rank_points_12`."""
        return [f"{self.name}_{number}" for number in self.value_type.field_numbers]


KNOBS = {
    name: Option(knob, WORDS[name], value_type(knob, WORDS[name].values))
    for name, knob in DECLARED.items()
    if knob.is_asked
}
"""Every knob by its name, in the order of the editor."""


def family(ruleset: Ruleset) -> str:
    """The kind of game, which decides the knobs that are asked first and some labels."""
    return "contracts" if ruleset.contracts else str(ruleset.scoring)


ASKED_FIRST = {
    "count": (
        "limit out_at rebuys rebuy_choice rebuy_needs close_limit jokers"
        " joker_points wild_cards clean_points chinchon_points"
    ),
    "contracts": (
        "contracts limit buys jokers joker_points rank_points doubles final_discard"
    ),
    "difference": (
        "limit close_limit clean_points undercut box game_bonus shutout big_gin"
    ),
    "collect": "ends limit hand_size ace doubles pays_hand_of min_table_turns",
    "table": "limit hand_size ace_points packs jokers joker_points final_discard",
}


def asked_first(ruleset: Ruleset) -> list[str]:
    """The knobs that this kind of game asks first; the rest is folded in under «Todas las reglas»."""
    return ASKED_FIRST[family(ruleset)].split()


def money_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The knobs of the stakes that this kind of game has."""
    if ruleset.ends is Ends.LAST_STANDING:
        return ("stake", "rebuy_stake")
    if ruleset.contracts:
        return ("buy_fee", "hand_fee", "game_fee")
    return ("per_point", "settlement") if family(ruleset) == "table" else ("per_point",)
