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
from scores.help.page_model import Section, TableRules, non_empty
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


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table),
        _contracts(table),
        _turn(table),
        shared.melds(table),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), shared.ending(table)),
        _money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        *([_buying(table)] if table.ruleset.buys else []),
        _chinaso(table),
        _down(),
        shared.joker(table, _in_table_run()),
        shared.ace(table),
        _two_runs(),
        shared.tie_at_the_end(table),
        shared.stock(_("Se barajan los descartes y se sigue.")),
        shared.false_close(table),
    ]


def _contracts(table: TableRules) -> Section:
    sentence = _(
        "Para bajar por primera vez hay que poner en un solo turno justo los juegos que pide la mano:"
    )
    hands = [
        _("Mano %(number)s: %(sets)s") % {"number": number, "sets": contract_in_words(contract)}
        for number, contract in enumerate(table.ruleset.contracts, start=1)
    ]
    examples = of_going_down(table, _TRIES)
    return Section("contracts", _("Los contratos"), [sentence], items=hands, examples=examples)


def _turn(table: TableRules) -> Section:
    sentences = [
        _("En su turno cada uno roba una carta, la de arriba del mazo o la última del descarte."),
        _(
            "Quien puede, baja los juegos de la mano; pueden tener más cartas de las justas, pero no hay "
            "juegos de más."
        ),
        _("Quien ya ha bajado puede añadir cartas a cualquier juego de la mesa."),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), sentences)


def _going_out(table: TableRules) -> Section:
    sentences = [
        _("Sale quien juega su última carta."),
        _("Para salir hace falta una última carta que tirar.")
        if table.ruleset.final_discard
        else _("La última carta no se puede tirar: hay que jugarla en la mesa."),
    ]
    return Section("closing", _("Salir"), sentences)


def _counting(table: TableRules) -> Section:
    sentences = [
        _("Quien sale no cuenta nada; los demás suman lo que les queda en la mano."),
        _(
            "El texto del que sale el juego perdió su tabla de puntos. Estos son los del rummy de "
            "Liverpool, que tiene "
            "los mismos contratos; la mesa puede cambiarlos en las reglas de la casa."
        ),
    ]
    return Section("counting", _("Contar"), sentences, shared.values(table))


def _money(table: TableRules) -> Section:
    ruleset = table.ruleset
    facts = {"buy": ruleset.buy_fee, "hand": ruleset.hand_fee, "game": ruleset.game_fee}
    fees = non_empty(
        _("Cada compra cuesta %(buy)s, para quien gana la mano.") if ruleset.buy_fee else "",
        _("Cada uno paga %(hand)s a quien gana la mano.") if ruleset.hand_fee else "",
        _("Cada uno paga %(game)s a quien gana la partida.") if ruleset.game_fee else "",
    )
    if not fees:
        fees = [_("Con dinero se acuerdan antes tres pagos: por cada compra, por mano y por partida.")]
    stakes = shared.money(table).sentences if ruleset.stake or ruleset.per_point else []
    return Section("money", _("El dinero"), [*(fee % facts for fee in fees), *stakes])


def _buying(table: TableRules) -> Section:
    often = table.ruleset.buys
    sentences = [
        _("Sí: el último descarte que no quiere quien tiene el turno, con dos cartas más del mazo."),
        ngettext("%(buys)s vez por mano.", "%(buys)s veces por mano.", often) % {"buys": often},
        _("Se compra antes de que quien tiene el turno robe del mazo; elige primero quien va antes."),
        _("Quien ya ha bajado no compra."),
    ]
    return Section("buying", _("¿Se puede comprar una carta?"), sentences)


def _chinaso(table: TableRules) -> Section:
    sentences = [
        _("Bajar todas las cartas en los juegos que pide la mano, de una vez y sin que nadie haya bajado.")
    ]
    return Section("chinaso", _("¿Qué es hacer un chinaso?"), [*sentences, *_what_doubles(table)])


def _what_doubles(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    if ruleset.doubles is not Doubles.CHINASO:
        return [_("Aquí no se dobla nada.")]
    if ruleset.plays_for_fees:
        fees = _("Con dinero se dobla el pago de la mano, no los puntos.")
        buys = _("También se doblan las compras.") if ruleset.doubles_fees else _("Las compras no se doblan.")
        return [fees, buys]
    points = price(ruleset, HandScored({1: 35}, 0, Close.CHINASO))[1]
    return [_("A los demás les cuenta doble: 35 en la mano son %(points)s.") % {"points": points}]


def _down() -> Section:
    sentences = [
        _("No se pueden poner otros juegos: solo añadir a los que hay."),
        _("Del descarte solo se toma la carta que se juega en un juego propio, en el mismo turno."),
    ]
    return Section("down", _("¿Qué puede hacer quien ya ha bajado?"), sentences)


def _in_table_run() -> str:
    return _(
        "El que está en una escalera de la mesa se cambia por la carta que representa, y hay que jugarlo "
        "en el acto."
    )


def _two_runs() -> Section:
    sentences = [
        _(
            "Sí, pero al bajar no pueden ir una a continuación de la otra: tiene que faltar una carta o "
            "repetirse."
        ),
        _("5, 6, 7, 8 y 10, J, Q, K vale; 5, 6, 7, 8 y 9, 10, J, Q no."),
    ]
    return Section("two-runs", _("¿Valen dos escaleras del mismo palo?"), sentences)
