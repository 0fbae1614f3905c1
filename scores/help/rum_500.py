"""Rum 500, alone or two against two: the cards on the table less those in hand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.events import HandScored
from rules.scoring.points import price
from rules.scoring.table_points import LOW_ACE
from scores.help import shared
from scores.help.examples import of_closes
from scores.help.page_model import Fact, Section, TableRules, non_empty
from scores.notation.numbers import plus, signed

WHAT = gettext_lazy("Lo que cada uno baja le suma y lo que le queda en la mano le resta.")

_HANDS = (
    "7S 7H 7D|4C 5C 6C 7C|2D",
    "7S 7H 7D|4C 5C|8S 2D 9H",
    "7S 7H 7D|4C 5C 6C 7C|9D 10D JD|QS QH QC|2H",
    "7S 7H 7D|4C 5C 6C 7C|9D 10D KD|QS QH QC|2H",
)


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table),
        _turn(),
        shared.melds(table),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), _ending(table)),
        shared.money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        Section(
            "discards",
            _("¿Se puede tomar cualquier carta del descarte?"),
            [
                _("Sí, si esa carta se baja en el mismo turno."),
                _("Hay que tomar también todas las que están encima, que se quedan en la mano."),
            ],
        ),
        shared.ace(table),
        shared.joker(table),
        shared.tie_at_the_end(table),
        shared.stock(
            _("Se sigue mientras alguien tome del descarte; la mano acaba cuando uno no puede o no quiere.")
        ),
        shared.false_close(table),
    ]


def _turn() -> Section:
    sentences = [
        _("En su turno cada uno roba del mazo o toma del descarte, que está extendido a la vista."),
        _("Después puede bajar juegos y añadir cartas a cualquier juego de la mesa."),
        _(
            "Cada carta se queda delante de quien la baja, también la que va con el juego de otro, y "
            "cuenta para él."
        ),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), sentences)


def _going_out(table: TableRules) -> Section:
    sentences = [
        _("Sale quien se queda sin cartas, y con eso acaba la mano. No hay premio por salir."),
        _("La última carta hay que tirarla: quien las baja todas sin poder tirar no sale.")
        if table.ruleset.final_discard
        else _("Para salir no hace falta tirar una última carta."),
    ]
    return Section("closing", _("Salir"), sentences, examples=of_closes(table, _HANDS))


def _counting(table: TableRules) -> Section:
    good, bad = HandScored({0: 20}, table={0: 65}), HandScored({0: 35}, table={0: 15})
    facts = {"good": plus(price(table.ruleset, good)[0]), "bad": plus(price(table.ruleset, bad)[0])}
    sentences = non_empty(
        _("Lo bajado suma y todo lo que queda en la mano resta, sirva o no para un juego."),
        _("Con 65 bajados y 20 en la mano, %(good)s. Con 15 y 35, %(bad)s: se puede bajar de cero.") % facts,
        _("Lo de los dos socios se cuenta junto.") if table.ruleset.team_size > 1 else "",
    )
    return Section("counting", _("Contar"), sentences, [*shared.values(table), *_low_ace(table)])


def _low_ace(table: TableRules) -> list[Fact]:
    low = _("As bajado en as, dos, tres")
    return [(low, signed(LOW_ACE))] if table.ruleset.points_of_ace != LOW_ACE else []


def _ending(table: TableRules) -> list[str]:
    finished = _("La mano se acaba aunque alguien llegue al límite a la mitad.")
    if table.ruleset.team_size == 1:
        return [*shared.ending(table), finished]
    partners = _("Los socios se sientan frente a frente y tienen un solo total.")
    return [partners, *shared.ending(table), finished]
