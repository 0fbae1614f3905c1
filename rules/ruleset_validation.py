"""Combinations of knobs by which no table could play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.errors import Illegal
from rules.knobs import Ends, LayOff, Scoring, at_table
from rules.packs import JOKER, RANKS, SUITS, pack_size, read_card

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


MOST_CONTRACTS = 50  # of one match; Chinaso has seven


def refuse_contradictions(ruleset: Ruleset) -> None:
    """Raise Illegal `bad-rules`, with the knob and its value, where two knobs cannot both hold."""
    for contradictions in (_in_the_cards, _in_the_match, _in_the_contracts):
        for knob, is_contradicted in contradictions(ruleset):
            if is_contradicted:
                raise Illegal("bad-rules", knob=knob, value=ruleset.dump()[knob])


def _in_the_cards(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    """Each knob that is named in the refusal, and whether it contradicts others."""
    fewest, most = ruleset.players
    ranks, copies = len(RANKS[ruleset.pack]), ruleset.packs
    most_copies = copies if isinstance(copies, int) else max(number for _, number in copies)
    longest_set = len(SUITS[ruleset.pack]) * most_copies
    stock = pack_size(ruleset.pack) * at_table(copies, fewest) + at_table(ruleset.jokers, fewest)
    wild = ruleset.wild_cards
    yield "limit", ruleset.ends is not Ends.OPEN and ruleset.limit is None
    yield "players", fewest > most
    yield "set_min", ruleset.set_min > longest_set
    yield "run_min", ruleset.run_min > ranks
    yield "min_naturals", ruleset.min_naturals > max(longest_set, ranks)  # no meld is possible at all
    yield "wild_cards", len(set(wild)) < len(wild) or not all(_is_of_pack(ruleset, card) for card in wild)
    # Even the fewest players need more cards than the stock has, one turned up included.
    yield "hand_size", fewest * at_table(ruleset.hand_size, fewest) >= stock


def _is_of_pack(ruleset: Ruleset, name: str) -> bool:
    try:
        card = read_card(name, ruleset.pack)
    except Illegal:
        return False
    return card != JOKER and card.suit in SUITS[ruleset.pack] and card.rank in RANKS[ruleset.pack]


def _in_the_match(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    busts = ruleset.ends is Ends.LAST_STANDING
    yield "ends", busts and ruleset.high_wins  # reaching the limit would both lead and be bust
    # Partners share a total, so they cannot be out, or buy back in, separately.
    yield "team_size", busts and ruleset.team_size > 1
    # Totals of players who are out or bought back in do not say what they owe; the pot does.
    yield "per_point", busts and ruleset.per_point > 0


def _in_the_contracts(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    contracts = ruleset.contracts
    has_hands_without = ruleset.ends is not Ends.HANDS or (ruleset.limit or 0) > len(contracts)
    yield "contracts", bool(contracts) and has_hands_without
    yield "contracts", (0, 0) in contracts
    yield "contracts", len(contracts) > MOST_CONTRACTS
    # Where a hand is laid down only as a whole, it cannot take two turns.
    is_laid_at_once = ruleset.scoring is Scoring.COLLECT and ruleset.lay_off is LayOff.NONE
    yield "min_table_turns", is_laid_at_once and ruleset.min_table_turns > 1
