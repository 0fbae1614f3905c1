"""Optional rules that the texts print, each with its knob in the house rules where it has one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from rules.knobs import Ace, FigurePoints, LayOff
from rules.packs import Pack
from rules.presets import Says
from scores.help.dealing import side_of_next
from scores.help.page_model import Section, TableRules, non_empty
from scores.house_rules import labels


def of_chinchon(table: TableRules) -> list[Section]:
    ruleset = table.ruleset
    items = non_empty(_other_pack(table), _without_jokers(table), _seventy(table))
    return [_section(items)] if ruleset.pack is not Pack.FRENCH_52 and items else []


def of_rummies(table: TableRules) -> Section:
    """The five optional rules and the variation of the general rules, without those that already hold."""
    return _section(
        non_empty(
            _("Se puede mirar todo el descarte."),
            _call(),
            _both_called(table),
            _high_ace(table),
            _round_the_corner(table),
            *_two_turns(table),
            *_all_at_once(table),
        )
    )


def _section(items: list[str]) -> Section:
    return Section("options", _("Si la mesa quiere"), items=items)


def _turned(table: TableRules, **knobs: Any) -> str:
    """Where the table sets it: «En las reglas de la casa: «Baraja», española de 48.»"""
    parts = [
        _("«%(knob)s», %(value)s")
        % {"knob": labels.label(knob, table.ruleset), "value": labels.value_in_words(knob, value)}
        for knob, value in knobs.items()
    ]
    return _("En las reglas de la casa: %(knobs)s.") % {"knobs": "; ".join(parts)}


def _other_pack(table: TableRules) -> str:
    if table.ruleset.pack is not Pack.SPANISH_40:
        return ""
    rule = _("También se juega con 48 cartas.")
    if table.ruleset.figures is FigurePoints.POSITION:
        more = _("Entonces cada carta vale lo que marca: sota 10, caballo 11, rey 12.")
        rule = f"{rule} {more}"
    return "\n".join([rule, _turned(table, pack="spanish-48")])


def _without_jokers(table: TableRules) -> str:
    if not table.has_jokers or table.ruleset.wild_cards:
        return ""
    return "\n".join([_("Se puede jugar sin comodines."), _turned(table, jokers=0)])


def _seventy(table: TableRules) -> str:
    is_limit_of_text = table.ruleset.limit == labels.preset_of(table.ruleset).limit
    if not is_limit_of_text or not table.text_says(Says.ALSO_TO_70):
        return ""
    return "\n".join([_("También se juega a 70 puntos."), _turned(table, limit=70)])


def _call() -> str:
    return _(
        "Si alguien tira una carta que entraba en un juego, otro puede tomarla diciendo «¡rummy!». "
        "Deja otra en su lugar y el turno sigue como iba."
    )


def _both_called(table: TableRules) -> str:
    return _("Si dos gritan «¡rummy!» a la vez, es de quien está antes a la %(side)s de quien la tiró.") % {
        "side": side_of_next(table)
    }


def _high_ace(table: TableRules) -> str:
    if table.ruleset.ace is not Ace.LOW:
        return ""
    rule = _(
        "El as puede ser alto o bajo: valen 3, 2, as y as, K, Q, pero no 2, as, K. En la mano cuenta 11."
    )
    return "\n".join([rule, _turned(table, ace="both")])


def _round_the_corner(table: TableRules) -> str:
    if table.ruleset.ace is not Ace.LOW:
        return ""
    rule = _("La escalera da la vuelta: también vale 2, as, K. El as cuenta 11.")
    return "\n".join([rule, _turned(table, ace="around")])


def _two_turns(table: TableRules) -> list[str]:
    if table.ruleset.lay_off is LayOff.NONE or table.ruleset.min_table_turns > 1:
        return []
    rule = _("Para salir hay que bajar en dos turnos o más: nadie baja la mano entera de una vez.")
    why = _("Así se pierde menos: se ve a tiempo que alguien va a salir.")
    return ["\n".join([f"{rule} {why}", _turned(table, min_table_turns=2)])]


def _all_at_once(table: TableRules) -> list[str]:
    if table.ruleset.lay_off is LayOff.NONE:
        return []
    rule = _(
        "Nadie baja nada hasta poder bajarlo todo. Entonces los demás pagan lo que vale la mano de quien "
        "gana, no la suya."
    )
    return ["\n".join([rule, _turned(table, lay_off="none", pays_hand_of="winner", doubles="never")])]
