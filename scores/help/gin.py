"""Gin Rummy: one of two takes the difference, then boxes and the bonus of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import HandScored
from rules.knobs import SitOut
from rules.match.gin_totals import FinalSum
from rules.ruleset import Ruleset
from rules.scoring.points import price
from scores.help import shared
from scores.help.examples import of_closes
from scores.help.page_model import Section, TableRules, non_empty
from scores.house_rules import labels
from scores.notation.numbers import signed

WHAT = gettext_lazy(
    "Entre dos: se ligan las cartas en iguales y escaleras, cierra quien tiene poco suelto y cobra la "
    "diferencia con "
    "lo suelto del otro."
)

_HANDS = (
    "4H 5H 6H|7S 7H 7D|AC 2C 3D 2D",
    "4H 5H 6H|7S 7H 7D|AC 2C 3D 9S",
    "4H 5H 6H|7S 7H 7D|10C JC QC KC",
)


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table),
        shared.draw_and_throw(
            table, _("Esa carta se ofrece primero a quien no reparte, después a quien reparte.")
        ),
        shared.melds(table),
        _closing(table),
        _counting(table),
        _final(table),
        shared.money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        _undercut(table),
        shared.no_close(table),
        _more_than_two(table),
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
                "Las dos últimas cartas del mazo no se roban: la mano no cuenta y vuelve a repartir la "
                "misma persona."
            )
        ),
        shared.false_close(table),
    ]


def _closing(table: TableRules) -> Section:
    sentence = _(
        "Al tirar se puede cerrar si lo que queda suelto suma %(limit)s puntos o menos; cerrar no es "
        "obligatorio. "
        "Con todo ligado es gin."
    )
    facts = {"limit": table.ruleset.close_limit}
    return Section(
        "closing",
        _("Cerrar"),
        [sentence % facts, shared.loose_cards(table)],
        examples=of_closes(table, _HANDS),
    )


def _counting(table: TableRules) -> Section:
    ruleset = table.ruleset
    knock = HandScored({0: 6, 1: 31}, 0, Close.KNOCK)
    gin = HandScored({0: 0, 1: 31}, 0, Close.GIN)
    big = ruleset.big_gin
    sentences = non_empty(
        *shared.lay_off(table),
        _("Quien cierra cobra la diferencia: con 6 suelto contra 31, %(points)s.") % _won(table, knock, 0),
        _("El gin suma además %(bonus)s: contra 31, %(points)s. Contra el gin no se colocan cartas.")
        % {"bonus": ruleset.clean_points, **_won(table, gin, 0)},
        "" if big is None else _("Con las once cartas ligadas el premio es %(big)s.") % {"big": signed(big)},
    )
    return Section("counting", _("Contar"), sentences, shared.values(table))


def _won(table: TableRules, hand: HandScored, seat: int) -> dict[str, str]:
    return {"points": signed(price(table.ruleset, hand)[seat])}


def _final(table: TableRules) -> Section:
    """The illustration of the source: 118 points and five boxes to two."""
    ruleset = table.ruleset
    points, boxes, others = (ruleset.limit or 100) + 18, 5, 2
    final = FinalSum(points, boxes, 0, (boxes - others) * ruleset.box, ruleset.game_bonus)
    facts = {
        "box": ruleset.box,
        "bonus": ruleset.game_bonus,
        "points": points,
        "boxes": final.box_points,
        "total": final.total,
    }
    sentences = [
        *shared.ending(table),
        _(
            "Al acabar, quien gana suma %(bonus)s por la partida y %(box)s por cada casilla (mano ganada) "
            "que lleve "
            "de más."
        )
        % facts,
        _(
            "Ejemplo: %(points)s puntos y cinco casillas contra dos. Las tres de más son %(boxes)s, y "
            "%(points)s + "
            "%(boxes)s + %(bonus)s = %(total)s."
        )
        % facts,
        _("Si el otro no ganó ninguna mano, los puntos de las manos cuentan doble.")
        if ruleset.shutout
        else _("Dejar al otro sin ninguna mano no dobla nada."),
    ]
    return Section("end", _("El final"), sentences)


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
    return Section("more", _("¿Y con más de dos?"), sentences)


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
        "Que el otro cuente lo mismo que quien cierra, o menos. Entonces cobra el otro: %(bonus)s más la "
        "diferencia. "
        "Con 8 suelto contra 5, el otro suma %(points)s."
    )
    facts = {"bonus": table.ruleset.undercut, **_won(table, hand, 1)}
    return Section("undercut", _("¿Qué es la contra?"), [sentence % facts])
