"""The worth of a meld as one integer, so that the worths of several melds can be added and compared.

It holds four numbers, the most important in the highest bits: the pips and the number of cards that leave the
hand, then, subtracted, the number of cards laid off and the number of melds. That is the tie order of
`rules.cards.arrange`.
"""

from __future__ import annotations

_FIELD_BITS = 5  # of each number below the pips: up to 31 cards
_LAID_OFF_SHIFT = _FIELD_BITS
_CARDS_SHIFT = 2 * _FIELD_BITS
PIPS_SHIFT = 3 * _FIELD_BITS


def worth_of_meld(pips: int, cards: int) -> int:
    return (pips << PIPS_SHIFT) + (cards << _CARDS_SHIFT) - 1


def worth_of_lay_off(pips: int, cards: int) -> int:
    return (pips << PIPS_SHIFT) + (cards << _CARDS_SHIFT) - (cards << _LAID_OFF_SHIFT)


def pips_in(worth: int) -> int:
    """The pips of a worth, or of a sum of worths."""
    return worth >> PIPS_SHIFT
