"""Chinaso: seven hands, each with the sets and runs one goes down with."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import Doubles
from rules.scoring.points import price
from scores.help import shared
from scores.help.examples import of_going_down
from scores.help.page_model import House, Section, told
from scores.wording.contracts import contract_in_words

WHAT = gettext_lazy(
    "Cada mano pide unos juegos para empezar a bajar; quien antes se queda sin cartas no cuenta nada y los "
    "demás suman "
    "lo que les queda."
)

_TRIES = (
    (2, "7S 7H 7D|4C 5C 6C 7C"),
    (2, "7S 7H 7D|4C 5C 6C 7C|KS KS KD"),
    (3, "5S 6S 7S 8S|10S JS QS KS"),
    (3, "5S 6S 7S 8S|9S 10S JS QS"),
)


def sections(house: House) -> list[Section]:
    return [
        shared.needs(house),
        _contracts(house),
        _turn(house),
        shared.melds(house),
        _going_out(house),
        _counting(house),
        Section("end", _("El final"), shared.ending(house)),
        _money(house),
    ]


def questions(house: House) -> list[Section]:
    return [
        *([_buying(house)] if house.ruleset.buys else []),
        _chinaso(house),
        _down(),
        shared.joker(house, _in_table_run()),
        shared.ace(house),
        _two_runs(),
        shared.tie_at_the_end(house),
        shared.stock(_("Se barajan los descartes y se sigue.")),
        shared.false_close(house),
    ]


def _contracts(house: House) -> Section:
    said = _("Para bajar por primera vez hay que poner en un solo turno justo los juegos que pide la mano:")
    hands = [
        _("Mano %(number)s: %(sets)s") % {"number": number, "sets": contract_in_words(contract)}
        for number, contract in enumerate(house.ruleset.contracts, start=1)
    ]
    examples = of_going_down(house, _TRIES)
    return Section("contracts", _("Los contratos"), [said], items=hands, examples=examples)


def _turn(house: House) -> Section:
    said = [
        _("En su turno cada uno roba una carta, la de arriba del mazo o la última del descarte."),
        _(
            "Quien puede, baja los juegos de la mano; pueden tener más cartas de las justas, pero no hay "
            "juegos de más."
        ),
        _("Quien ya ha bajado puede añadir cartas a cualquier juego de la mesa."),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), said)


def _going_out(house: House) -> Section:
    said = [
        _("Sale quien juega su última carta."),
        _("Para salir hace falta una última carta que tirar.")
        if house.ruleset.final_discard
        else _("La última carta no se puede tirar: hay que jugarla en la mesa."),
    ]
    return Section("closing", _("Salir"), said)


def _counting(house: House) -> Section:
    said = [
        _("Quien sale no cuenta nada; los demás suman lo que les queda en la mano."),
        _(
            "El texto del que sale el juego perdió su tabla de puntos. Estos son los del rummy de "
            "Liverpool, que tiene "
            "los mismos contratos; la mesa puede cambiarlos en las reglas de la casa."
        ),
    ]
    return Section("counting", _("Contar"), said, shared.values(house))


def _money(house: House) -> Section:
    ruleset = house.ruleset
    facts = {"buy": ruleset.buy_fee, "hand": ruleset.hand_fee, "game": ruleset.game_fee}
    fees = told(
        _("Cada compra cuesta %(buy)s, para quien gana la mano.") if ruleset.buy_fee else "",
        _("Cada uno paga %(hand)s a quien gana la mano.") if ruleset.hand_fee else "",
        _("Cada uno paga %(game)s a quien gana la partida.") if ruleset.game_fee else "",
    )
    if not fees:
        fees = [_("Con dinero se acuerdan antes tres pagos: por cada compra, por mano y por partida.")]
    stakes = shared.money(house).said if ruleset.stake or ruleset.per_point else []
    return Section("money", _("El dinero"), [*(one % facts for one in fees), *stakes])


def _buying(house: House) -> Section:
    often = house.ruleset.buys
    said = [
        _("Sí: el último descarte que no quiere quien tiene el turno, con dos cartas más del mazo."),
        ngettext("%(buys)s vez por mano.", "%(buys)s veces por mano.", often) % {"buys": often},
        _("Se compra antes de que quien tiene el turno robe del mazo; elige primero quien va antes."),
        _("Quien ya ha bajado no compra."),
    ]
    return Section("buying", _("¿Se puede comprar una carta?"), said)


def _chinaso(house: House) -> Section:
    said = [
        _("Bajar todas las cartas en los juegos que pide la mano, de una vez y sin que nadie haya bajado.")
    ]
    return Section("chinaso", _("¿Qué es hacer un chinaso?"), [*said, *_what_doubles(house)])


def _what_doubles(house: House) -> list[str]:
    ruleset = house.ruleset
    if ruleset.doubles is not Doubles.CHINASO:
        return [_("Aquí no se dobla nada.")]
    if ruleset.plays_for_fees:
        fees = _("Con dinero se dobla el pago de la mano, no los puntos.")
        buys = _("También se doblan las compras.") if ruleset.doubles_fees else _("Las compras no se doblan.")
        return [fees, buys]
    points = price(ruleset, HandScored({1: 35}, 0, Close.CHINASO))[1]
    return [_("A los demás les cuenta doble: 35 en la mano son %(points)s.") % {"points": points}]


def _down() -> Section:
    said = [
        _("No se pueden poner otros juegos: solo añadir a los que hay."),
        _("Del descarte solo se toma la carta que se juega en un juego propio, en el mismo turno."),
    ]
    return Section("down", _("¿Qué puede hacer quien ya ha bajado?"), said)


def _in_table_run() -> str:
    return _(
        "El que está en una escalera de la mesa se cambia por la carta que representa, y hay que jugarlo "
        "en el acto."
    )


def _two_runs() -> Section:
    said = [
        _(
            "Sí, pero al bajar no pueden ir una a continuación de la otra: tiene que faltar una carta o "
            "repetirse."
        ),
        _("5, 6, 7, 8 y 10, J, Q, K vale; 5, 6, 7, 8 y 9, 10, J, Q no."),
    ]
    return Section("two-runs", _("¿Valen dos escaleras del mismo palo?"), said)
