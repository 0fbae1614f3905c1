"""The cards of a hand that may be shown: those of its log that make its numbers."""

from rules.cards.deck import Deck
from rules.cards.hand_cards import HandCards, cards_as_they_lay
from rules.errors import BadRecord, Illegal
from rules.events import JOKERS_IN_RUN, Close, HandScored, Seat
from rules.packs import JOKER
from rules.ruleset import Ruleset

IN_ONE_RUN = (Close.CHINCHON, *JOKERS_IN_RUN)


def shown_cards(
    ruleset: Ruleset, players: int, hand: HandScored, seat: Seat
) -> HandCards | None:
    """The cards of a seat. None without any, and where the hand says otherwise by now: it was corrected, or
    its rules were.

    >>> from rules.presets import CHINCHON
    >>> hand = HandScored({1: 7}, 0, Close.CLEAN, cards={1: "1o 2o 3o,4c 4e 4b;7b"})
    >>> len(shown_cards(CHINCHON, 2, hand, 1).groups)
    2
    >>> corrected = HandScored({1: 17}, 0, Close.CLEAN, cards=hand.cards)
    >>> shown_cards(CHINCHON, 2, corrected, 1) is None
    True
    """
    try:
        cards = cards_as_they_lay(hand.cards.get(seat, ""), ruleset.pack)
        deck = Deck(ruleset, players)
        melded = [card for group in cards.groups for card in group]
        deck.to_bits([*melded, *cards.loose])
    except (BadRecord, Illegal):
        return None
    left = sum([deck.pips[card] for card in cards.loose])
    if seat == hand.closer:
        value = sum([deck.pips[card] for card in melded])
        agrees = hand.value in (None, value) and _closes_so(hand, cards)
        return cards if agrees and hand.deadwood.get(seat, 0) == left else None
    if ruleset.joker_always_charged:
        left += ruleset.joker_points * melded.count(JOKER)
    return cards if hand.deadwood.get(seat) == left else None


def _closes_so(hand: HandScored, cards: HandCards) -> bool:
    """Whether a run of seven, and its jokers, are what the hand says; of other closes the numbers do."""
    is_run = len(cards.groups) == 1 and not cards.loose
    if hand.close not in IN_ONE_RUN:
        return hand.close is not Close.CLEAN or not is_run
    jokers = JOKERS_IN_RUN.get(hand.close, 0)
    return is_run and cards.groups[0].count(JOKER) == jokers
