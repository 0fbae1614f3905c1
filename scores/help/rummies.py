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
from scores.help.page_model import House, Section, told
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


def sections(house: House) -> list[Section]:
    return [
        shared.needs(house),
        _turn(house),
        shared.melds(house),
        _going_out(house),
        _counting(house),
        Section("end", _("El final"), [*shared.ending(house), *_ledger(house)]),
        shared.money(house),
        *([] if _is_at_once(house) else [_if_the_table_likes()]),
    ]


def questions(house: House) -> list[Section]:
    return [
        _when_down(house),
        *([] if _is_at_once(house) else [_rummy(house)]),
        shared.joker(house, *_joker_on_table(house)),
        shared.ace(house),
        shared.tie_at_the_end(house),
        shared.stock(
            _("Se da la vuelta al descarte sin barajarlo y se sigue con él."),
            _("Si la mesa prefiere parar, la mano no cuenta."),
        ),
        shared.false_close(house),
    ]


def _is_at_once(house: House) -> bool:
    """Queen City Rum: nothing lies on the table before the hand is over."""
    return house.ruleset.lay_off is LayOff.NONE


def _turn(house: House) -> Section:
    if _is_at_once(house):
        return shared.draw_and_throw(house)
    said = [
        _("En su turno cada uno roba una carta, la de arriba del mazo o la última del descarte."),
        _(
            "Después puede bajar los juegos que tenga y añadir cartas a cualquier juego de la mesa, "
            "también a los ajenos."
        ),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), said)


def _going_out(house: House) -> Section:
    ruleset = house.ruleset
    said = told(
        _("Sale quien se queda sin cartas."),
        _("Para salir hace falta una última carta que tirar.")
        if ruleset.final_discard
        else _("Para salir no hace falta tirar una última carta."),
        _not_in_one_turn(house),
    )
    return Section("closing", _("Salir"), said, examples=of_closes(house, _HANDS))


def _not_in_one_turn(house: House) -> str:
    turns = house.ruleset.min_table_turns
    if turns < 2:
        return ""
    return _("Hay que bajar en al menos %(turns)s turnos: no se puede bajar todo de una vez.") % {
        "turns": turns
    }


def _counting(house: House) -> Section:
    ruleset = house.ruleset
    if ruleset.pays_winners_hand:
        rule = _("Cada uno paga lo que valen las cartas de quien gana.")
        hand = HandScored({}, 0, Close.RUMMY, value=42)
        example = _("Si valen 42 y juegan tres: %(first)s quien gana, %(second)s cada uno de los otros.")
    else:
        rule = _(
            "Quien sale cobra de cada uno todo lo que le queda en la mano, también los juegos sin bajar."
        )
        hand = HandScored({1: 12, 2: 23}, 0, kinds_of_close(ruleset, house.seats)[0])
        example = _(
            "Si a los otros les quedan 12 y 23: %(first)s quien sale, %(second)s y %(third)s los otros."
        )
    facts = _priced(house, hand)
    return Section("counting", _("Contar"), [rule, example % facts], shared.values(house))


def _priced(house: House, hand: HandScored) -> dict[str, str]:
    points = price(house.ruleset, hand, (0, 1, 2))
    return dict(zip(("first", "second", "third"), map(plus, points.values()), strict=True))


def _ledger(house: House) -> list[str]:
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


def _when_down(house: House) -> Section:
    title = _("¿Cuándo se puede bajar?")
    if _is_at_once(house):
        return Section("down", title, [_("Solo con todas las cartas ligadas, y entonces se acaba la mano.")])
    said = _("En cualquier turno propio, después de robar y antes de tirar, todos los juegos que se quiera.")
    return Section("down", title, told(said, _not_in_one_turn(house)))


def _rummy(house: House) -> Section:
    title = _("¿Qué es hacer rummy?")
    if house.ruleset.min_table_turns > 1:
        return Section("rummy", title, [_("Aquí no se puede: hay que bajar en más de un turno.")])
    said = [_("Bajar todas las cartas en un turno sin haber bajado nada antes.")]
    if house.ruleset.doubles is not Doubles.RUMMY:
        return Section("rummy", title, [*said, _("Aquí no se dobla nada.")])
    facts = _priced(house, HandScored({1: 12, 2: 23}, 0, Close.RUMMY))
    double = _(
        "Los demás pagan doble: con 12 y 23 en la mano, %(first)s quien sale, %(second)s y %(third)s los "
        "otros."
    )
    return Section("rummy", title, [*said, double % facts])


def _joker_on_table(house: House) -> list[str]:
    return told(
        _("El que está en la mesa no se recupera."),
        _("Dentro de una escalera puede pasar a la punta para hacer sitio a otra carta.")
        if house.ruleset.joker_moves
        else _("Dentro de una escalera no se mueve."),
    )
