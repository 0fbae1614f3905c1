"""Chinaso: seven hands, each with the sets and runs one goes down with."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import Doubles
from rules.ruleset import Ruleset
from rules.scoring.points import price
from scores.help import dealing, shared
from scores.help.examples import of_going_down
from scores.help.page_model import Section, TableRules, non_empty
from scores.notation.names import joined
from scores.notation.numbers import amount
from scores.wording.contracts import contract_in_words

WHAT = gettext_lazy(
    "Cada mano pide unos juegos para bajar. Quien antes se queda sin cartas no cuenta nada y los demás suman "
    "lo que les queda: gana quien menos suma."
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
        dealing.chinaso(table),
        shared.melds(table, _("Seis cartas del mismo número valen como dos tríos.")),
        _contracts(table),
        _turn(table),
        _down(),
        *([_buying(table)] if table.ruleset.buys else []),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), shared.ending(table)),
        _money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        _chinaso(table),
        shared.joker(table, _in_table_run()),
        shared.ace(table),
        _two_runs(),
        shared.tie_at_the_end(table),
        shared.stock(_("Se barajan los descartes y se sigue.")),
        shared.false_close(table),
    ]


def _contracts(table: TableRules) -> Section:
    sentence = _(
        "Para bajar pon en un solo turno, boca arriba, los juegos que pide la mano, ni más ni menos:"
    )
    hands = [
        _("Mano %(number)s: %(sets)s") % {"number": number, "sets": contract_in_words(contract)}
        for number, contract in enumerate(table.ruleset.contracts, start=1)
    ]
    examples = of_going_down(table, _TRIES)
    return Section("contracts", _("Los contratos"), [sentence], items=hands, examples=examples)


def _turn(table: TableRules) -> Section:
    sentences = [
        _("Roba una carta: la de arriba del mazo o la última del descarte."),
        _("Si puedes, baja los juegos que pide la mano. Pueden tener más cartas de las justas."),
        _("No bajes juegos de más. Si otro bajó ese trío, añade ahí tus cartas cuando tú hayas bajado."),
        _("Lo que está en la mesa no vuelve a la mano."),
        _("Al final tira una carta, la que quieras."),
        "" if table.ruleset.final_discard else _("Después tiene que quedarte al menos una en la mano."),
        _("Solo se toma el último descarte: los de debajo ya no cuentan."),
    ]
    return Section("turn", _("El turno"), non_empty(*sentences))


def _going_out(table: TableRules) -> Section:
    sentences = [
        _("Sale y gana la mano quien juega su última carta en la mesa. Ahí acaba la mano."),
        _("Para salir hace falta una última carta que tirar.")
        if table.ruleset.final_discard
        else _("La última carta no se puede tirar."),
    ]
    return Section("closing", _("Salir"), sentences)


def _counting(table: TableRules) -> Section:
    sentences = [
        _("Quien sale no cuenta nada; los demás suman lo que les queda en la mano."),
        _(
            "El texto del que sale el juego perdió su tabla de puntos. Estos son los del rummy de "
            "Liverpool, que tiene los mismos contratos. La mesa puede cambiarlos en las reglas de la casa."
        ),
    ]
    return Section("counting", _("Contar"), sentences, shared.values(table))


def _money(table: TableRules) -> Section:
    ruleset = table.ruleset
    fees_of = {"buy": ruleset.buy_fee, "hand": ruleset.hand_fee, "game": ruleset.game_fee}
    facts = {name: amount(fee * ruleset.cents_per_unit) for name, fee in fees_of.items()}
    fees = non_empty(
        _("Cada compra cuesta %(buy)s, para quien gana la mano.") if ruleset.buy_fee else "",
        _("Cada uno paga %(hand)s a quien gana la mano.") if ruleset.hand_fee else "",
        _("Cada uno paga %(game)s a quien gana la partida.") if ruleset.game_fee else "",
    )
    if not fees:
        fees = [
            _("Con dinero se acuerdan antes tres pagos: por cada compra, por mano y por partida."),
            _("Por ejemplo 5, 10 y 100. Mano y partida las paga cada uno a quien las gana."),
            _("Las compras van a un bote y son de quien gana la mano."),
        ]
        if ruleset.doubles is Doubles.CHINASO:
            fees.append(_("Con un chinaso se dobla el pago de esa mano, no los puntos."))
    stakes = shared.money(table).sentences if ruleset.stake or ruleset.per_point else []
    return Section("money", _("El dinero"), [*(fee % facts for fee in fees), *stakes])


def _buying(table: TableRules) -> Section:
    often = table.ruleset.buys
    held = [table.number(table.ruleset.hand_size)]
    if isinstance(table.ruleset.hand_size, int):
        held = [str(table.ruleset.hand_size + 3 * bought) for bought in range(often + 1)]
    sentences = [
        _("El último descarte es primero de quien tiene el turno."),
        _("Si no lo quiere, lo puede comprar cualquiera."),
        _("Si lo quieren varios, va por turno hacia la %(side)s.") % {"side": dealing.side_of_next(table)},
        _("Quien compra se lleva la carta y roba dos más del mazo como castigo."),
        ngettext("Puedes comprar %(buys)s vez por mano.", "Puedes comprar %(buys)s veces por mano.", often)
        % {"buys": often},
        _("Cuenta tus cartas si no te acuerdas: %(held)s, según las veces que hayas comprado.")
        % {"held": joined(held)},
        _("Se puede comprar desde el principio de la mano."),
        _("Cuando quien tiene el turno ya robó del mazo, es tarde: ese descarte no se compra."),
        _("Quien ya ha bajado no compra."),
    ]
    return Section("buying", _("Comprar"), sentences)


def _chinaso(table: TableRules) -> Section:
    sentences = [
        _(
            "Gastar toda la mano al bajar los juegos que pide, sin que nadie más haya bajado. Con eso ganas "
            "la mano."
        )
    ]
    return Section("chinaso", _("¿Qué es hacer un chinaso?"), [*sentences, *_what_doubles(table)])


def _what_doubles(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    if ruleset.doubles is not Doubles.CHINASO:
        return [_("Aquí no se dobla nada.")]
    if ruleset.fees_doubled:
        return _doubled_money(ruleset)
    points = price(ruleset, HandScored({1: 35}, 0, Close.CHINASO))[1]
    return [_("A los demás les cuenta doble: 35 en la mano son %(points)s.") % {"points": points}]


def _doubled_money(ruleset: Ruleset) -> list[str]:
    if "hand_fee" not in ruleset.fees_doubled:
        return [_("Se doblan las compras, no los puntos.")]
    fee = _("Con dinero se dobla el pago de la mano, no los puntos.")
    buys = _("También se doblan las compras.") if ruleset.doubles_fees else _("Las compras no se doblan.")
    return [fee, buys] if ruleset.buy_fee else [fee]


def _down() -> Section:
    sentences = [
        _("Añade cartas a cualquier juego de la mesa, tuyo o de otro, ya en el turno en que bajas."),
        _("No puedes poner más juegos."),
        _("Del descarte solo tomas la carta que pones en un juego tuyo, en ese turno."),
        _("Esa carta no va a tu mano ni al juego de otro."),
    ]
    return Section("down", _("Cuando ya has bajado"), sentences)


def _in_table_run() -> str:
    return _(
        "El de una escalera de la mesa se cambia por la carta que representa. Después se pone en un juego de "
        "la mesa: ni va a la mano ni se tira."
    )


def _two_runs() -> Section:
    sentences = [
        _(
            "Sí, pero ocho cartas seguidas no se parten en dos: al bajar tiene que faltar una en medio o "
            "repetirse una."
        ),
        _("De 5 a K quita el 9: valen 5, 6, 7, 8 y 10, J, Q, K."),
        _("De 5 a Q repite el 8: valen 5, 6, 7, 8 y 8, 9, 10, J, Q."),
        _("Desde tu siguiente turno ya puedes poner y pasar cartas entre las dos como quieras."),
    ]
    return Section("two-runs", _("¿Valen dos escaleras del mismo palo?"), sentences)
