"""Why a claimed group of cards is no meld: a code, and the facts that a sentence about it needs."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from rules.cards.melds import MeldRules, meld_rules
from rules.knobs import Ace
from rules.packs import Card
from rules.ruleset import Ruleset


class MeldFault(StrEnum):
    TOO_SHORT = "too-short"
    TOO_FEW_NATURALS = "too-few-naturals"
    # more than the packs have of a rank, or than a run has places
    TOO_MANY = "too-many"
    EQUAL_CARDS = "equal-cards"
    TWO_SUITS = "two-suits"
    TWO_RANKS = "two-ranks"  # most are alike, one is not
    JOKERS_TOGETHER = "jokers-together"
    CORNER = "corner"  # the ace does not link there
    GAP = "gap"


class NoMeld(NamedTuple):
    """Why a group is no meld: the cards at fault (of a gap the missing ones), or how many it would need."""

    fault: MeldFault
    cards: tuple[Card, ...] = ()
    needed: int = 0


def why_no_meld(
    ruleset: Ruleset, cards: Sequence[Card], players: int | None = None
) -> NoMeld:
    """The first reason why `cards`, which are no meld, are none.

    >>> from rules.packs import Pack, read_cards
    >>> from rules.presets import CHINCHON
    >>> fault = why_no_meld(CHINCHON, read_cards("5o 6o 10o".split(), Pack.SPANISH_40))
    >>> str(fault.fault), [str(card) for card in fault.cards]
    ('gap', ['7o'])
    """
    rules = meld_rules(ruleset, players)
    naturals = [card for card in cards if card not in rules.stand_ins]
    shortest = min(ruleset.set_min, ruleset.run_min)
    if len(cards) < shortest:
        return NoMeld(MeldFault.TOO_SHORT, needed=shortest)
    if len(naturals) < rules.min_naturals:
        return NoMeld(MeldFault.TOO_FEW_NATURALS, needed=rules.min_naturals)
    if len({card.rank for card in naturals}) == 1:
        return _why_no_set(rules, cards, naturals)
    if len({card.suit for card in naturals}) == 1:
        return _why_no_run(ruleset, rules, cards, naturals)
    of_other_ranks = _minority(naturals, lambda card: card.rank)
    if len(of_other_ranks) == len(naturals) - 1:  # no two are alike
        return NoMeld(MeldFault.TWO_SUITS, _minority(naturals, lambda card: card.suit))
    return NoMeld(MeldFault.TWO_RANKS, of_other_ranks)


def _minority(
    cards: Sequence[Card], trait: Callable[[Card], object]
) -> tuple[Card, ...]:
    traits = Counter(map(trait, cards))
    common = max(traits, key=traits.__getitem__)
    return tuple(card for card in cards if trait(card) != common)


def _why_no_set(
    rules: MeldRules, cards: Sequence[Card], naturals: Sequence[Card]
) -> NoMeld:
    if len(cards) < rules.set_min:
        return NoMeld(MeldFault.TOO_SHORT, needed=rules.set_min)
    if repeated := _repeated_cards(naturals, rules.copies_in_set):
        return NoMeld(MeldFault.EQUAL_CARDS, repeated)
    return NoMeld(MeldFault.TOO_MANY, needed=rules.longest_set)


def _why_no_run(
    ruleset: Ruleset, rules: MeldRules, cards: Sequence[Card], naturals: Sequence[Card]
) -> NoMeld:
    if repeated := _repeated_cards(naturals, 1):
        return NoMeld(MeldFault.EQUAL_CARDS, repeated)
    if len(cards) < ruleset.run_min:
        return NoMeld(MeldFault.TOO_SHORT, needed=ruleset.run_min)
    if len(cards) > rules.longest_run:
        return NoMeld(MeldFault.TOO_MANY, needed=rules.longest_run)
    if _would_be_meld(rules, cards, replace(ruleset, adjacent_jokers=True)):
        return NoMeld(MeldFault.JOKERS_TOGETHER)
    if _would_be_meld(rules, cards, replace(ruleset, ace=Ace.AROUND)):
        return NoMeld(
            MeldFault.CORNER, tuple(card for card in naturals if card.rank == 1)
        )
    return NoMeld(MeldFault.GAP, _missing_cards(rules, naturals))


def _would_be_meld(rules: MeldRules, cards: Sequence[Card], ruleset: Ruleset) -> bool:
    return bool(meld_rules(ruleset, rules.players).readings(cards))


def _repeated_cards(cards: Iterable[Card], allowed: int) -> tuple[Card, ...]:
    return tuple(card for card, copies in Counter(cards).items() if copies > allowed)


def _missing_cards(rules: MeldRules, naturals: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that lie between the lowest and the highest of `naturals` and are not among them."""
    suit = naturals[0].suit
    row = rules.track[: rules.longest_run]
    cards = [Card(rules.deck.ranks[index], suit) for index in row]
    held = [index for index, card in enumerate(cards) if card in naturals]
    between = cards[min(held, default=0) : max(held, default=0)]
    return tuple(card for card in between if card not in naturals)
