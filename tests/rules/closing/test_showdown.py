"""What the other players count after a close. Its points are worked cases, in tests/conformance/hands/."""

import pytest

from rules.cards.meld_faults import MeldFault, NoMeld
from rules.closing.showdown import play_showdown, points_on_table
from rules.errors import Illegal
from rules.events import Close, HandScored
from rules.presets import CHINCHON, FOURNIER, GIN, RUM_500, RUMMY
from tests.rules.support.hands import french, spanish
from tests.rules.support.table import refused

NINE = "7o 7c * * * * * * *"
MANY_JOKERS = FOURNIER.with_options({"jokers": 9})
SEVEN = "1o 2o 3o 4o 5o 6o 7o"
RUMMY_CARDS = "4h 5h 6h 7h Js Jd Jc 2s 3s"
TWO_MELDS = {0: ["4h 5h 6h 7h", "Js Jd Jc"]}
GIN_CARDS = "4h 5h 6h 9d 9c 9s Js Qs Ks 2c"


@pytest.mark.parametrize(
    ("ruleset", "players", "closed", "claims", "close", "code", "details"),
    [
        (
            CHINCHON,
            None,
            SEVEN,
            {},
            Close.JOKER_RUN_1,
            "bad-close",
            {"close": Close.JOKER_RUN_1},
        ),
        (
            CHINCHON,
            None,
            "1o 3c 5e 7b 10o 12c 2c",
            {},
            None,
            "too-many-loose",
            {"loose": 7, "allowed": 1},
        ),
        (RUMMY, None, f"{RUMMY_CARDS} 9s", {}, None, "must-meld-all", {"loose": 3}),
        (
            RUMMY,
            None,
            f"{RUMMY_CARDS} 4s",
            TWO_MELDS,
            None,
            "must-meld-all",
            {"loose": 3},
        ),
        (RUMMY, None, "", {}, Close.KNOCK, "bad-close", {"close": Close.KNOCK}),
        (GIN, None, GIN_CARDS, {}, Close.GIN, "bad-close", {"close": Close.GIN}),
        (
            MANY_JOKERS,
            5,
            "1e 2e 3e 1o 2o 3o 1b",
            {1: [NINE]},
            None,
            "invalid-meld",
            {"melds": ((0, NoMeld(MeldFault.TOO_MANY, needed=8)),)},
        ),
    ],
)
def test_a_showdown_that_cannot_be_is_refused(
    ruleset, players, closed, claims, close, code, details
):
    read = spanish if ruleset.pack == CHINCHON.pack else french
    other = NINE if 1 in claims else "5o" if read is spanish else "5d"
    melds = {seat: [read(meld) for meld in claim] for seat, claim in claims.items()}
    with refused(code, details):
        play_showdown(
            ruleset, 0, {0: read(closed), 1: read(other)}, melds, close, players
        )


def test_four_who_share_one_pack_hold_no_card_twice():
    cards = {0: spanish("7o 7o 7c 7c 1e 2e 3e"), 1: spanish("7e 7e 12b")}
    with pytest.raises(Illegal) as refused:
        play_showdown(FOURNIER, 0, cards, players=4)
    assert refused.value.code == "impossible-hand"
    assert refused.value.details["copies"] == 1


def test_the_hand_of_rum_500_is_written_down_by_seat():
    cards = {0: french("Kd"), 3: french("2c")}
    melds = {3: [french("As 2s 3s")]}
    assert points_on_table(RUM_500, 3, cards, melds) == HandScored(
        {0: 10, 3: 2}, 3, table={0: 0, 3: 6}
    )
    assert points_on_table(RUM_500, None, cards, {}) == HandScored(
        {0: 10, 3: 2}, table={0: 0, 3: 0}
    )


OF_ANOTHER_PACK = spanish("5o")


@pytest.mark.parametrize(
    ("held", "laid"),
    [
        (OF_ANOTHER_PACK, []),
        ((), [OF_ANOTHER_PACK]),
        ((), [french("5h 5d 5s"), OF_ANOTHER_PACK]),
    ],
)
def test_a_card_of_another_pack_is_refused_on_a_table_of_rum_500_too(held, laid):
    details = {"card": OF_ANOTHER_PACK[0], "held": 1, "copies": 0}
    with refused("impossible-hand", details):
        points_on_table(RUM_500, None, {0: held}, {0: laid})
