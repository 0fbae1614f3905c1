"""The deal: who deals, who cuts, how many cards, which way they go round, and who begins."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.knobs import TurnDirection, at_table
from scores.help.page_model import Section, TableRules


def goes_clockwise(table: TableRules) -> bool:
    """Which way cards and turns go round."""
    return table.ruleset.direction is TurnDirection.CLOCKWISE


def side_of_next(table: TableRules) -> str:
    """The side on which the next player sits: left or right."""
    return _("izquierda") if goes_clockwise(table) else _("derecha")


def side_of_last(table: TableRules) -> str:
    """The side on which the player sits whose turn was just before."""
    return _("derecha") if goes_clockwise(table) else _("izquierda")


def chinchon(table: TableRules) -> Section:
    sentences = [
        _drawn(table),
        _("Quien reparte baraja, y corta quien está a su %(side)s.") % {"side": side_of_last(table)},
        *_cards(table),
        _("La primera carta del mazo se pone boca arriba al lado: con ella empieza el descarte."),
        *_who_begins(table),
    ]
    return Section("deal", _("Repartir"), sentences)


def rummy(table: TableRules) -> Section:
    """Rummy and the games that follow its general rules: no card is turned up."""
    sentences = [
        _drawn(table),
        *_cards(table),
        _("No se levanta ninguna carta: quien empieza roba la primera del mazo."),
        *_who_begins(table),
    ]
    return Section("deal", _("Repartir"), sentences)


def gin(table: TableRules) -> Section:
    sentences = [
        _("Baraja, extiende las cartas y que cada uno saque una. La más alta elige baraja y sitio."),
        _("También elige si reparte primero o no."),
        _("Si las dos cartas valen igual, decide el palo: picas, corazones, diamantes y tréboles."),
        _("Saca otra vez quien tomó una de las cuatro cartas de cada punta, o dos a la vez."),
        _("Baraja quien quiera; quien reparte puede barajar el último. Corta siempre el otro."),
        _("Reparte %(cards)s cartas a cada uno, de una en una y boca abajo. La primera es para el otro.")
        % {"cards": table.number(table.ruleset.hand_size)},
        _("El resto queda boca abajo en el centro: es el mazo."),
        _("La primera carta del mazo se pone boca arriba al lado: con ella empieza el descarte."),
        _("En cada mano nueva reparte el otro.")
        if (table.players or 2) == 2
        else _("En cada mano nueva reparte el siguiente de los que juegan."),
    ]
    return Section("deal", _("Repartir"), sentences)


def chinaso(table: TableRules) -> Section:
    sentences = [
        _drawn(table),
        *_cards(table),
        _("Quien reparte toma la primera carta del mazo y la pone boca arriba: es el primer descarte."),
        *_who_begins(table),
    ]
    return Section("deal", _("Repartir"), sentences)


def _drawn(table: TableRules) -> str:
    """Who deals first, as the draw in `rules.match.draw` has it."""
    return _(
        "Que cada uno saque una carta. Quien saca la más alta empieza; reparte quien está a su %(side)s."
    ) % {"side": side_of_last(table)}


def _cards(table: TableRules) -> list[str]:
    how_many = {"cards": table.number(table.ruleset.hand_size)}
    low, high = table.ruleset.players
    sizes = {at_table(table.ruleset.hand_size, seats) for seats in range(low, high + 1)}
    is_same = bool(table.players) or len(sizes) == 1
    return [
        _("Reparte %(cards)s cartas a cada uno, de una en una y boca abajo.") % how_many
        if is_same
        else _("Reparte de una en una y boca abajo. Cada uno recibe %(cards)s.") % how_many,
        _("Se reparte y se juega hacia la izquierda, como las agujas del reloj.")
        if goes_clockwise(table)
        else _("Se reparte y se juega hacia la derecha, al revés que las agujas del reloj."),
        _("El resto queda boca abajo en el centro: es el mazo."),
    ]


def _who_begins(table: TableRules) -> list[str]:
    return [
        _("Empieza quien está a la %(side)s de quien reparte.") % {"side": side_of_next(table)},
        _("En cada mano nueva reparte el siguiente."),
    ]
