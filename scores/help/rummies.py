"""The Rummies: go out, and collect what the others are left with."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import Ace, Doubles, LayOff
from rules.scoring.points import kinds_of_close, price
from scores.help import dealing, options, shared
from scores.help.examples import of_closes
from scores.help.page_model import Section, TableRules, non_empty
from scores.notation.numbers import plus

WHAT = gettext_lazy(
    "Forma tríos y escaleras con todas tus cartas. Gana la mano quien se queda antes sin "
    "ellas, y cobra de los demás."
)
WHAT_AT_ONCE = gettext_lazy(
    "No se baja nada hasta poder bajarlo todo de una vez; quien lo consigue cobra de los demás."
)

_HANDS = (
    "7S 7H 7D|4C 5C 6C",
    "7S 7H 7D|4C 5C|9D",
    "7S 7H 7D|4C 5C 6C 7C",
    "7S 7H 7D|4C 5C|8C 9D",
    "7S 7H 7D|4C 5C 6C 7C|JS JH JD",
    "7S 7H 7D|4C 5C 6C 7C|JS JH|2D",
    "7S 7H 7D|4C 5C 6C 7C|KS KS *",
)


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table, _("Cada uno juega por su cuenta."), best=_("de 4 a 6")),
        dealing.rummy(table),
        _turn(table),
        shared.melds(table),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), [*shared.ending(table), *_ledger(table)]),
        shared.money(table),
        options.of_rummies(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        _when_down(table),
        *([] if _is_at_once(table) else [_rummy(table)]),
        shared.joker(table, *_joker_on_table(table)),
        shared.ace(table, *_named_ace(table)),
        shared.tie_at_the_end(table),
        shared.stock(
            _("Se da la vuelta al descarte sin barajarlo: es el mazo nuevo."),
            _("El siguiente puede robar de ese mazo o tomar el último descarte."),
            _("Si la mesa prefiere parar, la mano no cuenta."),
        ),
        shared.false_close(table),
    ]


def _is_at_once(table: TableRules) -> bool:
    """Queen City Rum: nothing lies on the table before the hand is over."""
    return table.ruleset.lay_off is LayOff.NONE


def _turn(table: TableRules) -> Section:
    melds = [
        _("Después baja boca arriba los juegos que quieras, tantos como tengas. Eso es bajarse."),
        _("También puedes añadir cartas a cualquier juego de la mesa, también a los ajenos."),
    ]
    at_once = [_("No bajes nada hasta que puedas bajarlo todo.")]
    sentences = [
        _("Roba una carta: la de arriba del mazo o la última del descarte. Quien empieza roba del mazo."),
        *(at_once if _is_at_once(table) else melds),
        _("Al final tira una carta boca arriba."),
        _("El descarte va en un montón: solo se ve la carta de arriba."),
    ]
    return Section("turn", _("El turno"), sentences)


def _going_out(table: TableRules) -> Section:
    ruleset = table.ruleset
    sentences = non_empty(
        _("Sale y gana la mano quien antes se queda sin cartas."),
        _("Para salir hace falta una última carta que tirar.")
        if ruleset.final_discard
        else _("Para salir no hace falta tirar una última carta: puedes ligarlas todas."),
        _("Se bajan siete cartas tirando la octava, o las ocho sin tirar ninguna.")
        if _is_at_once(table) and ruleset.hand_size == 7
        else "",
        _not_in_one_turn(table),
    )
    return Section("closing", _("Salir"), sentences, examples=of_closes(table, _HANDS))


def _not_in_one_turn(table: TableRules) -> str:
    turns = table.ruleset.min_table_turns
    if turns < 2:
        return ""
    return _("Hay que bajar en al menos %(turns)s turnos: no se puede bajar todo de una vez.") % {
        "turns": turns
    }


def _counting(table: TableRules) -> Section:
    ruleset = table.ruleset
    if ruleset.pays_winners_hand:
        rule = _("Cada uno paga lo que valen las cartas de quien gana.")
        hand = HandScored({}, 0, Close.RUMMY, value=42)
        example = _("Si valen 42 y juegan tres: %(first)s quien gana, %(second)s cada uno de los otros.")
    else:
        rule = _(
            "Quien sale cobra de cada uno todo lo que le queda en la mano, también los juegos sin bajar."
        )
        hand = HandScored({1: 12, 2: 23}, 0, kinds_of_close(ruleset, table.seats)[0])
        example = _(
            "Si a los otros les quedan 12 y 23: %(first)s quien sale, %(second)s y %(third)s los otros."
        )
    facts = _priced(table, hand)
    never = [_("Los puntos no se doblan nunca.")] if ruleset.doubles is Doubles.NEVER else []
    return Section("counting", _("Contar"), [rule, example % facts, *never], shared.values(table))


def _priced(table: TableRules, hand: HandScored) -> dict[str, str]:
    points = price(table.ruleset, hand, (0, 1, 2))
    return dict(zip(("first", "second", "third"), map(plus, points.values()), strict=True))


def _ledger(table: TableRules) -> list[str]:
    return [_("Lo que uno cobra lo pagan los demás: los totales suman siempre cero.")]


def _when_down(table: TableRules) -> Section:
    title = _("¿Cuándo se puede bajar?")
    if _is_at_once(table):
        return Section("down", title, [_("Solo con todas las cartas ligadas, y entonces se acaba la mano.")])
    sentence = _("En cualquier turno tuyo, después de robar y antes de tirar: todos los juegos que quieras.")
    return Section("down", title, non_empty(sentence, _not_in_one_turn(table)))


def _rummy(table: TableRules) -> Section:
    title = _("¿Qué es hacer rummy?")
    if table.ruleset.min_table_turns > 1:
        return Section("rummy", title, [_("Aquí no se puede: hay que bajar en más de un turno.")])
    sentences = [_("Bajar todas las cartas en un turno sin haber bajado nada antes.")]
    if table.ruleset.doubles is not Doubles.RUMMY:
        return Section("rummy", title, [*sentences, _("Aquí no se dobla nada.")])
    facts = _priced(table, HandScored({1: 12, 2: 23}, 0, Close.RUMMY))
    double = _(
        "Los demás pagan doble: con 12 y 23 en la mano, %(first)s quien sale, %(second)s y %(third)s los "
        "otros."
    )
    return Section("rummy", title, [*sentences, double % facts])


def _named_ace(table: TableRules) -> list[str]:
    if table.ruleset.ace is not Ace.BOTH:
        return []
    return [_("Al bajarlo en una escalera, di si va alto o bajo.")]


def _joker_on_table(table: TableRules) -> list[str]:
    return non_empty(
        _("El que está en la mesa no se recupera."),
        _(
            "Dentro de una escalera puede pasar a la punta para hacer sitio: en 8, comodín, 6 entra el 7 y "
            "queda 8, 7, 6, comodín."
        )
        if table.ruleset.joker_moves
        else _("Dentro de una escalera no se mueve."),
    )
