"""What to prepare before the first hand, in words: cards, sides, contracts, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.cards.deck import packs_at
from rules.knobs import Ends, OutAt, at_table
from rules.match.board import facing
from rules.packs import pack_size
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.notation.cards import contract_in_words, pack_kind
from scores.core.notation.names import disambiguated, joined


@dataclass(frozen=True)
class Preparation:
    """The preparation, line by line; sides and contracts only in games that have them."""

    lines: list[str]
    sides: list[str] = field(default_factory=list)
    contracts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def preparation(ruleset: Ruleset, names: Sequence[str], is_named: bool) -> Preparation:
    """The preparation for players in the order of their places; `is_named` is False if names are missing."""
    players, called = len(names), disambiguated(names) if is_named else names
    of_a_game = ruleset.players_of_a_game(players)
    warnings = [
        labels.unusual_number(ruleset, players) if is_named else "",
        labels.too_few_cards(ruleset, players),
        _namesakes(names, called),
    ]
    return Preparation(
        lines=[
            _cards(ruleset, of_a_game),
            *_wild(ruleset),
            _deal(ruleset, of_a_game),
            *_games(ruleset, players),
            _end(ruleset),
        ],
        sides=_sides(ruleset, called, is_named),
        contracts=[contract_in_words(contract) for contract in ruleset.contracts[: ruleset.limit]],
        warnings=[warning for warning in warnings if warning],
    )


def _namesakes(names: Sequence[str], called: Sequence[str]) -> str:
    numbered = {name.casefold() for name, shown in zip(names, called, strict=True) if name != shown}
    if not numbered:
        return ""
    alike = [shown for name, shown in zip(names, called, strict=True) if name.casefold() in numbered]
    warning = _("Se llaman igual: en el marcador serán %(names)s. Con una inicial se distinguen mejor.")
    return warning % {"names": joined(alike)}


def _cards(ruleset: Ruleset, players: int) -> str:
    packs, jokers = packs_at(ruleset, players), at_table(ruleset.jokers, players)
    packs_text = ngettext(
        "%(packs)s baraja %(kind)s de %(size)s", "%(packs)s barajas %(kind)s de %(size)s", packs
    ) % {"packs": packs, "kind": pack_kind(ruleset.pack, packs), "size": pack_size(ruleset.pack)}
    if not jokers:
        return _("%(packs)s, sin comodines") % {"packs": packs_text}
    with_jokers = ngettext("%(packs)s y %(jokers)s comodín", "%(packs)s y %(jokers)s comodines", jokers)
    return with_jokers % {"packs": packs_text, "jokers": jokers}


def _wild(ruleset: Ruleset) -> list[str]:
    cards = labels.value_in_words("wild_cards", ruleset.wild_cards)
    return [_("Hacen de comodín: %(cards)s") % {"cards": cards}] if ruleset.wild_cards else []


def _deal(ruleset: Ruleset, players: int) -> str:
    each = at_table(ruleset.hand_size, players)
    return ngettext("%(each)s carta a cada uno", "%(each)s cartas a cada uno", each) % {"each": each}


def _games(ruleset: Ruleset, players: int) -> list[str]:
    """Gin of more than two: the separate games of pairs, or who rests of three."""
    games = ruleset.gin_games(players)
    if games > 1:
        return [_("%(games)s juegos a la vez, cada uno con su baraja") % {"games": games}]
    rests = {"who": labels.value_in_words("sit_out", ruleset.sit_out)}
    return [_("Juegan dos y descansa uno: %(who)s") % rests] if games else []


def _end(ruleset: Ruleset) -> str:
    facts = {"limit": ruleset.limit}
    if ruleset.ends is Ends.OPEN:
        return _("Se juega hasta que la mesa quiera")
    if ruleset.ends is Ends.HANDS:
        return ngettext("Se juega %(limit)s mano", "Se juegan %(limit)s manos", ruleset.limit or 0) % facts
    if ruleset.ends is Ends.TARGET:
        return _("Hasta %(limit)s puntos") % facts
    if ruleset.out_at is OutAt.REACH:
        return _("Quien llega a %(limit)s queda fuera") % facts
    return _("Quien pasa de %(limit)s queda fuera") % facts


def _sides(ruleset: Ruleset, names: Sequence[str], is_named: bool) -> list[str]:
    teams = facing(ruleset, len(names))
    if not teams:
        return []
    if not is_named:
        return [_("Quienes se sientan enfrente son pareja.")]
    return [joined([names[seat] for seat in team]) for team in teams]
