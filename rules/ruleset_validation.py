"""Combinations of knobs by which no table could play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules.errors import Illegal
from rules.knobs import Ends, LayOff, Scoring, Steps, at_table
from rules.packs import JOKER, RANKS, SUITS, pack_size, read_card

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


MOST_CONTRACTS = 50  # of one match; Chinaso has seven


def refuse_contradictions(ruleset: Ruleset) -> None:
    """Raise Illegal `bad-rules`, with the knob and its value, where two knobs cannot both hold."""
    for knob, contradicts in _CONTRADICTIONS:
        if contradicts(ruleset):
            raise Illegal("bad-rules", knob=knob, value=ruleset.dump()[knob])


def _has_no_limit(ruleset: Ruleset) -> bool:
    return ruleset.ends is not Ends.OPEN and ruleset.limit is None


def _has_fewest_above_most(ruleset: Ruleset) -> bool:
    return ruleset.players[0] > ruleset.players[1]


def _has_sets_no_pack_fills(ruleset: Ruleset) -> bool:
    return ruleset.set_min > _longest_set(ruleset)


def _has_runs_no_pack_fills(ruleset: Ruleset) -> bool:
    return ruleset.run_min > len(RANKS[ruleset.pack])


def _asks_more_naturals_than_cards(ruleset: Ruleset) -> bool:
    """Whether no meld is possible at all."""
    return ruleset.min_naturals > max(_longest_set(ruleset), len(RANKS[ruleset.pack]))


def _has_wild_cards_of_no_pack(ruleset: Ruleset) -> bool:
    if len(set(ruleset.wild_cards)) < len(ruleset.wild_cards):
        return True
    return not all(_is_of_the_pack(ruleset, name) for name in ruleset.wild_cards)


def _is_of_the_pack(ruleset: Ruleset, name: str) -> bool:
    try:
        card = read_card(name, ruleset.pack)
    except Illegal:
        return False
    return card != JOKER and card.suit in SUITS[ruleset.pack] and card.rank in RANKS[ruleset.pack]


def _deals_more_than_the_stock(ruleset: Ruleset) -> bool:
    """Whether even the fewest players need more cards than the stock has, one turned up included."""
    fewest = ruleset.players[0]
    stock = pack_size(ruleset.pack) * at_table(ruleset.packs, fewest) + at_table(ruleset.jokers, fewest)
    return fewest * at_table(ruleset.hand_size, fewest) >= stock


def _busts_whoever_leads(ruleset: Ruleset) -> bool:
    """Whether reaching the limit would both lead and be bust."""
    return ruleset.ends is Ends.LAST_STANDING and ruleset.high_wins


def _busts_partners(ruleset: Ruleset) -> bool:
    """Partners share a total, so they cannot be out, or buy back in, separately."""
    return ruleset.ends is Ends.LAST_STANDING and ruleset.team_size > 1


def _settles_points_after_busts(ruleset: Ruleset) -> bool:
    """Totals of players who are out or bought back in do not say what they owe; the pot does."""
    return ruleset.ends is Ends.LAST_STANDING and ruleset.per_point > 0


def _has_hands_without_contract(ruleset: Ruleset) -> bool:
    if not ruleset.contracts:
        return False
    return ruleset.ends is not Ends.HANDS or (ruleset.limit or 0) > len(ruleset.contracts)


def _has_more_contracts_than_hands(ruleset: Ruleset) -> bool:
    return len(ruleset.contracts) > MOST_CONTRACTS


def _has_an_empty_contract(ruleset: Ruleset) -> bool:
    return (0, 0) in ruleset.contracts


def _lays_nothing_in_several_turns(ruleset: Ruleset) -> bool:
    """Where a hand is laid down only as a whole, it cannot take two turns."""
    nothing_before = ruleset.scoring is Scoring.COLLECT and ruleset.lay_off is LayOff.NONE
    return nothing_before and ruleset.min_table_turns > 1


def _longest_set(ruleset: Ruleset) -> int:
    return len(SUITS[ruleset.pack]) * _most(ruleset.packs)


def _most(steps: Steps) -> int:
    return steps if isinstance(steps, int) else max(number for _, number in steps)


_CONTRADICTIONS: tuple[tuple[str, Callable[[Ruleset], bool]], ...] = (
    ("limit", _has_no_limit),
    ("players", _has_fewest_above_most),
    ("set_min", _has_sets_no_pack_fills),
    ("run_min", _has_runs_no_pack_fills),
    ("min_naturals", _asks_more_naturals_than_cards),
    ("wild_cards", _has_wild_cards_of_no_pack),
    ("hand_size", _deals_more_than_the_stock),
    ("ends", _busts_whoever_leads),
    ("team_size", _busts_partners),
    ("per_point", _settles_points_after_busts),
    ("contracts", _has_hands_without_contract),
    ("contracts", _has_an_empty_contract),
    ("contracts", _has_more_contracts_than_hands),
    ("min_table_turns", _lays_nothing_in_several_turns),
)
"""Each knob that is named in the refusal, and the contradiction it is named for."""
