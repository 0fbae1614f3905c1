"""Gin Rummy: one of two takes the difference, then boxes and the bonus of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import LayOff, SitOut
from rules.match.gin_totals import FinalSum
from rules.ruleset import Ruleset
from rules.scoring.points import price
from scores.help import dealing, shared
from scores.help.examples import of_closes
from scores.help.page_model import Section, TableRules, non_empty
from scores.help.worked_match import worked_match
from scores.house_rules import labels
from scores.notation.numbers import signed

WHAT = gettext_lazy(
    "Entre dos. Liga tus cartas en tríos y escaleras y cierra con menos puntos sueltos que el otro: ganas la "
    "diferencia."
)

_HANDS = (
    "4H 5H 6H|7S 7H 7D|AC 2C 3D 2D",
    "4H 5H 6H|7S 7H 7D|AC 2C 3D 9S",
    "4H 5H 6H|7S 7H 7D|10C JC QC KC",
)


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table, _("Ten dos barajas: mientras uno reparte, el otro baraja la siguiente.")),
        dealing.gin(table),
        _first_turn(),
        _turn(),
        shared.melds(table),
        _closing(table),
        _counting(table),
        _final(table),
        shared.money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        _more_than_two(table),
        _redeal(),
        _undercut(table),
        _sheet(table),
        shared.no_close(table),
        Section(
            "same-card",
            _("¿Se puede tirar la carta recién robada?"),
            [_("La del mazo sí; la que se toma del descarte, no en el mismo turno.")],
        ),
        shared.ace(table),
        *([shared.joker(table)] if table.has_jokers else []),
        shared.tie(
            _("En la mano, empatar lo suelto es ganarle a quien cierra: es contra."),
            _("En la partida no puede haberlo, porque en cada mano puntúa uno solo.")
            if table.ruleset.team_size == 1
            else _("En la partida, si las dos parejas llegan igual, se reparte otra vez."),
        ),
        shared.stock(
            _(
                "Las dos últimas cartas del mazo no se roban. Si quien roba la anterior tira sin cerrar, "
                "el otro ya no puede tomar ese descarte: la mano es un empate."
            ),
            _("No puntúa nadie y vuelve a repartir la misma persona."),
        ),
        shared.false_close(table),
    ]


def _first_turn() -> Section:
    sentences = [
        _("La carta boca arriba es primero para quien no reparte: la toma o pasa."),
        _("Si pasa, puede tomarla quien reparte."),
        _("Si tampoco la quiere, quien no reparte roba la primera del mazo y empieza el juego."),
        _("Si el otro la toma, puedes pedir que te la enseñe mientras no hayas robado tú."),
    ]
    variant = _(
        "Otra manera: no se levanta ninguna carta y quien no reparte recibe una más, boca abajo. Empieza "
        "tirando una carta, antes de mirar esa."
    )
    return Section("first-turn", _("El primer turno"), sentences, items=[variant])


def _turn() -> Section:
    sentences = [
        _("Roba la carta de arriba del mazo o la última del descarte. Después tira una y le toca al otro."),
        _("Si levantas la carta del mazo, aunque sea un poco, es tuya."),
        _("La que tomas del descarte no la puedes tirar en el mismo turno."),
    ]
    return Section("turn", _("El turno"), sentences)


def _closing(table: TableRules) -> Section:
    sentences = [
        _("Cierra en tu turno, después de robar, si lo que te queda suelto suma %(limit)s puntos o menos.")
        % {"limit": table.ruleset.close_limit},
        _("Lo suelto se cuenta ya sin la carta que tiras. Esa va boca abajo."),
        _("Cerrar no es obligatorio."),
        _("Extiende tus juegos y pon aparte lo suelto: ahí acaba la mano. Con todo ligado es gin."),
        shared.loose_cards(table),
    ]
    return Section("closing", _("Cerrar"), sentences, examples=of_closes(table, _HANDS))


def _counting(table: TableRules) -> Section:
    ruleset = table.ruleset
    knock = HandScored({0: 6, 1: 31}, 0, Close.KNOCK)
    gin = HandScored({0: 0, 1: 31}, 0, Close.GIN)
    big = ruleset.big_gin
    sentences = non_empty(
        *_lay_off(table),
        _("Se compara lo suelto de los dos."),
        _("Si quien cierra tiene menos, cobra la diferencia: con 6 contra 31, %(points)s.")
        % _won(table, knock, 0),
        _("El gin suma además %(bonus)s: contra 31, %(points)s. Contra el gin no se colocan cartas.")
        % {"bonus": ruleset.clean_points, **_won(table, gin, 0)},
        "" if big is None else _("Con las once cartas ligadas el premio es %(big)s.") % {"big": signed(big)},
    )
    return Section("counting", _("Contar"), sentences, shared.values(table))


def _lay_off(table: TableRules) -> list[str]:
    if table.ruleset.lay_off is not LayOff.CLOSER:
        return shared.lay_off(table)
    return [_("El otro enseña sus juegos y puede colocar las cartas que le sobran en los de quien cierra.")]


def _won(table: TableRules, hand: HandScored, seat: int) -> dict[str, str]:
    return {"points": signed(price(table.ruleset, hand)[seat])}


def _final(table: TableRules) -> Section:
    """The illustration of the source: 118 points and five boxes to two."""
    facts = _illustration(table.ruleset)
    sentences = [
        *shared.ending(table),
        _("Para llegar ahí no cuentan las casillas ni el premio de la partida."),
        _(
            "Al acabar, quien gana suma %(bonus)s por la partida y %(box)s por cada casilla (mano ganada) "
            "que lleve de más."
        )
        % facts,
        _(
            "Ejemplo: %(points)s puntos y cinco casillas contra dos. Las tres de más son %(boxes)s, y "
            "%(points)s + %(boxes)s + %(bonus)s = %(total)s."
        )
        % facts,
        _("Si el otro tiene %(other)s, la ganancia neta es la diferencia: %(net)s puntos.") % facts,
        _("Si el otro no ganó ninguna mano, los puntos de las manos cuentan doble.")
        if table.ruleset.shutout
        else _("Dejar al otro sin ninguna mano no dobla nada."),
    ]
    return Section("end", _("El final"), sentences)


def _illustration(ruleset: Ruleset) -> dict[str, int]:
    """The final sum of the source's game, with the target, box and bonus of this table."""
    points, boxes, others, other = (ruleset.limit or 100) + 18, 5, 2, 50
    final = FinalSum(points, boxes, 0, (boxes - others) * ruleset.box, ruleset.game_bonus)
    return {
        "box": ruleset.box,
        "bonus": ruleset.game_bonus,
        "points": points,
        "boxes": final.box_points,
        "total": final.total,
        "other": other,
        "net": final.total - other,
    }


def _more_than_two(table: TableRules) -> Section:
    sentences = [
        _of_three(table.ruleset),
        _(
            "Con cuatro o más se juega en parejas: quienes se sientan enfrente son socios. Son juegos "
            "separados, de uno contra uno, y los socios juntan los puntos y las casillas."
        ),
        _(
            "En cada reparto se juegan todas las manos, aunque en la primera ya se llegue al final: gana la "
            "pareja que tenga más."
        ),
    ]
    return Section("more-players", _("¿Y si somos más de dos?"), sentences)


def _of_three(ruleset: Ruleset) -> str:
    if ruleset.sit_out is SitOut.NOBODY:
        return _("Con tres juegan los tres, y cada uno se cuenta con quien cierra.")
    facts = {"who": labels.value_in_words("sit_out", ruleset.sit_out)}
    if ruleset.sit_out is SitOut.DEALER:
        return _("Con tres juegan dos y descansa uno: %(who)s.") % facts
    return (
        _("Con tres juegan dos y descansa uno: %(who)s; en la primera, quien está antes de quien reparte.")
        % facts
    )


def _undercut(table: TableRules) -> Section:
    hand = HandScored({0: 8, 1: 5}, 0, Close.KNOCK)
    sentence = _(
        "Que el otro cuente lo mismo que quien cierra, o menos. Entonces gana la mano el otro y cobra "
        "%(bonus)s más la diferencia. Con 8 suelto contra 5, el otro suma %(points)s."
    )
    facts = {"bonus": table.ruleset.undercut, **_won(table, hand, 1)}
    return Section("undercut", _("¿Qué es la contra?"), [sentence % facts])


def _redeal() -> Section:
    sentences = [
        _("Sí: pídelo cuando quieras, y el otro dice sí o no. Si sigue jugando, es que no."),
        _("Lo acordado no se rompe, y reparte otra vez quien había repartido."),
    ]
    return Section("redeal", _("¿Se puede repartir de nuevo?"), sentences)


def _sheet(table: TableRules) -> Section:
    """The seven hands of the source's illustration, at the prices of this table."""
    totals = [0, 0]
    items = []
    for number, hand in enumerate(worked_match("gin").scored_hands, start=1):
        totals = [total + price(table.ruleset, hand).get(seat, 0) for seat, total in enumerate(totals)]
        loose = {"ana": hand.deadwood[0], "luis": hand.deadwood[1]}
        facts = {"number": number, **loose, "first": totals[0], "second": totals[1]}
        items.append(_hand_in_words(hand) % facts)
    lead = _("En una columna para cada uno, sumando mano a mano. Un ejemplo con siete manos:")
    return Section("sheet", _("¿Cómo se apunta?"), [lead], items=items)


def _hand_in_words(hand: HandScored) -> str:
    if hand.close is Close.GIN:
        return (
            _("Mano %(number)s: Luis hace gin y Ana tiene %(ana)s. Van %(first)s a %(second)s.")
            if hand.closer
            else _("Mano %(number)s: Ana hace gin y Luis tiene %(luis)s. Van %(first)s a %(second)s.")
        )
    return (
        _("Mano %(number)s: Luis cierra con %(luis)s y Ana tiene %(ana)s. Van %(first)s a %(second)s.")
        if hand.closer
        else _("Mano %(number)s: Ana cierra con %(ana)s y Luis tiene %(luis)s. Van %(first)s a %(second)s.")
    )
