"""Rum 500, alone or two against two: the cards on the table less those in hand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.events import HandScored
from rules.knobs import Settlement
from rules.scoring.points import price
from rules.scoring.table_points import LOW_ACE
from scores.help import dealing, shared
from scores.help.examples import of_closes
from scores.help.page_model import Fact, Section, TableRules, non_empty
from scores.notation.numbers import plus, signed

WHAT = gettext_lazy("Baja tríos y escaleras: lo que bajas te suma y lo que te queda en la mano te resta.")

_HANDS = (
    "7S 7H 7D|4C 5C 6C 7C|2D",
    "7S 7H 7D|4C 5C|8S 2D 9H",
    "7S 7H 7D|4C 5C 6C 7C|9D 10D JD|QS QH QC|2H",
    "7S 7H 7D|4C 5C 6C 7C|9D 10D KD|QS QH QC|2H",
)


def sections(table: TableRules) -> list[Section]:
    return [
        _needs(table),
        dealing.rummy(table),
        _turn(),
        _discards(),
        shared.melds(table),
        _going_out(table),
        _counting(table),
        Section("end", _("El final"), _ending(table)),
        shared.money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        shared.ace(table),
        shared.joker(table),
        shared.tie_at_the_end(table),
        shared.stock(
            _("Se sigue mientras cada uno tome del descarte. La mano acaba cuando uno ya no toma."),
            _("A nadie se le obliga a tomar, aunque pueda."),
            _(
                "Una frase del texto acaba diciendo lo contrario («pero sí a tomar una del pozo»): aquí no "
                "vale."
            ),
        ),
        shared.false_close(table),
    ]


def _needs(table: TableRules) -> Section:
    if table.ruleset.team_size > 1:
        return shared.needs(table, _("Dos contra dos: los socios se sientan frente a frente y se ayudan."))
    packs = _("Con cinco o más se barajan dos barajas juntas.")
    return shared.needs(table, *([] if table.players else [packs]), best=_("3, 4 o 5"))


def _turn() -> Section:
    sentences = [
        _("Roba una carta del mazo o toma del descarte. Quien empieza roba del mazo."),
        _("Después baja tríos y escaleras, y añade cartas a cualquier juego de la mesa, tuyo o de otro."),
        _("Lo que bajas se queda delante de ti, también lo que va con el juego de otro: cuenta para ti."),
        _("Si una carta cabe en un trío y en una escalera, di a cuál va. Los demás se atienen a eso."),
        _("Al final tira una carta."),
    ]
    return Section("turn", _("El turno"), sentences)


def _discards() -> Section:
    """Taking from the discards, which are the heart of the game."""
    sentences = [
        _("El descarte se extiende: se ven todas las cartas, y cualquiera se puede tomar, esté donde esté."),
        _("Hay dos condiciones."),
    ]
    items = [
        _("La carta que tomas la usas en el mismo turno: en un juego nuevo o añadida a uno de la mesa."),
        _("Tomas también todas las que la cubren, es decir, las que se tiraron después."),
        _("Las que la cubren las puedes usar enseguida; las que no uses se quedan en tu mano."),
        _("El juego puede ser todo del descarte: si hay tres doses, toma el de más abajo y baja los tres."),
        _("Otro ejemplo: hay un 2 con un 3 y un 4 encima. Toma el 2 y baja la escalera sin poner nada tuyo."),
    ]
    return Section("discards", _("Tomar del descarte"), sentences, items=items)


def _going_out(table: TableRules) -> Section:
    sentences = [
        _("Sale quien se queda sin cartas, y con eso acaba la mano. No hay premios de ninguna clase."),
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
        _("Un as vale %(ace)s en la mano, en as, K, Q y en un trío de ases. En as, 2, 3 vale %(low)s.")
        % {"ace": table.ruleset.points_of_ace, "low": LOW_ACE}
        if table.ruleset.points_of_ace != LOW_ACE
        else "",
        _("Se apunta el total de cada uno, mano a mano."),
        _("Lo de los dos socios se cuenta junto.") if table.ruleset.team_size > 1 else "",
    )
    return Section("counting", _("Contar"), sentences, [*shared.values(table), *_low_ace(table)])


def _low_ace(table: TableRules) -> list[Fact]:
    low = _("As bajado en as, dos, tres")
    return [(low, signed(LOW_ACE))] if table.ruleset.points_of_ace != LOW_ACE else []


def _ending(table: TableRules) -> list[str]:
    finished = _("Aunque alguien llegue al límite en mitad de una mano, la mano se juega entera.")
    several = [_("Si llegan varios a la vez, gana el más alto.")] if table.ruleset.high_wins else []
    if table.ruleset.team_size == 1:
        return [*shared.ending(table), *several, finished, *_settled(table)]
    partners = _("Los socios se sientan frente a frente y tienen un solo total.")
    return [partners, *shared.ending(table), *several, finished]


def _settled(table: TableRules) -> list[str]:
    if table.players == 2 or table.ruleset.settlement is not Settlement.PAIRWISE:
        return []
    return [_("Con más de dos, cada uno gana o pierde con cada uno la diferencia de sus totales.")]
