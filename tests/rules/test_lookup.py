"""Keys of look-ups."""

from rules.lookup import spread


def test_keys_differ_in_their_low_32_bits_even_if_the_cards_do_not():
    # cards of the second pack: their low 32 bits are all 0
    hands = [hand << 40 for hand in range(1000)]
    assert len({spread(cards) & 0xFFFFFFFF for cards in hands}) == len(hands)
