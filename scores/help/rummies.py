"""The Rummies: go out, and collect what the others are left with."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import Doubles, LayOff
from rules.scoring.points import kinds_of_close, price
from scores.help import shared
from scores.help.examples import of_closes
from scores.help.page_model import Section, TableRules, non_empty
from scores.notation.numbers import plus

WHAT = gettext_lazy("Gana la mano quien se queda antes sin cartas, y cobra de todos los demás.")
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
        shared.needs(table),
        _turn(table),
        shared.melds(table),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), [*shared.ending(table), *_ledger(table)]),
        shared.money(table),
        *([] if _is_at_once(table) else [_if_the_table_likes()]),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        _when_down(table),
        *([] if _is_at_once(table) else [_rummy(table)]),
        shared.joker(table, *_joker_on_table(table)),
        shared.ace(table),
        shared.tie_at_the_end(table),
        shared.stock(
            _("Se da la vuelta al descarte sin barajarlo y se sigue con él."),
            _("Si la mesa prefiere parar, la mano no cuenta."),
        ),
        shared.false_close(table),
    ]


def _is_at_once(table: TableRules) -> bool:
    """Queen City Rum: nothing lies on the table before the hand is over."""
    return table.ruleset.lay_off is LayOff.NONE


def _turn(table: TableRules) -> Section:
    if _is_at_once(table):
        return shared.draw_and_throw(table)
    sentences = [
        _("En su turno cada uno roba una carta, la de arriba del mazo o la última del descarte."),
        _(
            "Después puede bajar los juegos que tenga y añadir cartas a cualquier juego de la mesa, "
            "también a los ajenos."
        ),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), sentences)


def _going_out(table: TableRules) -> Section:
    ruleset = table.ruleset
    sentences = non_empty(
        _("Sale quien se queda sin cartas."),
        _("Para salir hace falta una última carta que tirar.")
        if ruleset.final_discard
        else _("Para salir no hace falta tirar una última carta."),
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
    return Section("counting", _("Contar"), [rule, example % facts], shared.values(table))


def _priced(table: TableRules, hand: HandScored) -> dict[str, str]:
    points = price(table.ruleset, hand, (0, 1, 2))
    return dict(zip(("first", "second", "third"), map(plus, points.values()), strict=True))


def _ledger(table: TableRules) -> list[str]:
    return [_("Lo que uno cobra lo pagan los demás: los totales suman siempre cero.")]


def _if_the_table_likes() -> Section:
    """What the general rules of the text offer and no total depends on."""
    items = [
        _("Se puede mirar todo el descarte."),
        _(
            "Si alguien tira una carta que entraba en un juego, quien diga antes «¡rummy!» la toma y deja "
            "otra en su "
            "lugar; el turno sigue como iba."
        ),
    ]
    return Section("options", _("Si la mesa quiere"), items=items)


def _when_down(table: TableRules) -> Section:
    title = _("¿Cuándo se puede bajar?")
    if _is_at_once(table):
        return Section("down", title, [_("Solo con todas las cartas ligadas, y entonces se acaba la mano.")])
    sentence = _(
        "En cualquier turno propio, después de robar y antes de tirar, todos los juegos que se quiera."
    )
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


def _joker_on_table(table: TableRules) -> list[str]:
    return non_empty(
        _("El que está en la mesa no se recupera."),
        _("Dentro de una escalera puede pasar a la punta para hacer sitio a otra carta.")
        if table.ruleset.joker_moves
        else _("Dentro de una escalera no se mueve."),
    )
