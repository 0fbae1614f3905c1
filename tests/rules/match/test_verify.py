"""The details of refusals: the seats and numbers that their sentences need."""

import pytest

from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.verify import verify
from rules.presets import CHINASO, FOURNIER, GIN, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.table import (
    board_after,
    gin,
    hand,
    nobody_closed,
    on_table,
    refused,
)

ASKED = board_after(
    hand(3, 60, 70, 9), players=4, ruleset=FOURNIER, start=(0, 50, 50, 0)
)
OUT = board_after(hand(3, 60, 8, 9), players=4, start=(0, 50, 0, 0), rebuys=0)
GONE = board_after(Retired(1))
AWAY = board_after(SatOut(1))
OVER = board_after(Finished())
CHINCHON = board_after(start=(98, 0, 5))
RUMMIES = board_after(ruleset=RUMMY)
CITY = board_after(ruleset=QUEEN_CITY)
IN_EUROS = board_after(stake=2)
IN_CENTS = board_after(stake=50, cents=True)
PAID = board_after(RulesChanged({"stake": 0}), stake=2)
TABLE = board_after(ruleset=RUM_500)
CONTRACTS = board_after(ruleset=CHINASO)
PAIRS = {"ruleset": GIN, "players": 4, "team_size": 2}  # 0 and 2 against 1 and 3
GIN_IN_PAIRS = board_after(**PAIRS)
BOUGHT_TOO_OFTEN = HandScored({1: 1, 2: 1}, 0, Close.OUT, buys={2: 3})


@pytest.mark.parametrize(
    ("board", "event", "code", "facts"),
    [
        (CHINCHON, Penalised(3, 5), "unknown-player", {"seat": 3}),
        (CHINCHON, Joined(1), "duplicate-player", {"seat": 1}),
        (CHINCHON, Reseated((0, 2, 2)), "duplicate-player", {"seat": 2}),
        (CHINCHON, Reseated((0, 2)), "missing-player", {"seat": 1}),
        (OVER, Penalised(1, 5), "match-over", {}),
        (ASKED, Penalised(0, 5), "answer-pending", {"seats": (1, 2)}),
        (GONE, hand(3, 7, 8), "not-in-play", {"seat": 1}),
        (AWAY, Penalised(1, 5), "not-in-play", {"seat": 1}),
        (AWAY, HandVoided(VoidReason.FALSE_CLOSE, 1), "not-in-play", {"seat": 1}),
        (CHINCHON, CameBack(1), "not-in-play", {"seat": 1}),
        (CHINCHON, BoughtBackIn(1), "not-bust", {"seat": 1}),
        (OUT, Declined(1), "no-rebuys-left", {"seat": 1}),
        (
            CHINCHON,
            HandScored({0: 1}, close=Close.KNOCK),
            "bad-close",
            {"close": Close.KNOCK},
        ),
        (RUMMIES, nobody_closed(1, 2, 3), "bad-close", {"close": None}),
        (
            CHINCHON,
            hand(1, 2, 3, close=Close.GIN),
            "bad-close",
            {"close": Close.GIN, "seat": 0},
        ),
        (
            CHINCHON,
            hand(9, 5, 3, closer=1),
            "over-close-limit",
            {"seat": 1, "deadwood": 5, "limit": 4},
        ),
        (
            CHINCHON,
            hand(3, 5, 3),
            "closer-would-bust",
            {"seat": 0, "total": 101, "limit": 100},
        ),
        (
            GIN_IN_PAIRS,
            hand(5, None, 20),
            "wrong-opponent",
            {"seat": 2, "closer": 0},
        ),
        (
            GIN_IN_PAIRS,
            hand(5, 20, None, 9),
            "wrong-opponent",
            {"seat": 3, "closer": 0},
        ),
        (
            GIN_IN_PAIRS,
            HandScored({}, 0, Close.GIN),
            "missing-points",
            {"seat": None},
        ),
        # who is due
        (
            board_after(gin(0, 1, 10), **PAIRS),
            HandScored({}, 3, Close.GIN),
            "missing-points",
            {"seat": 2},
        ),
        (CHINCHON, hand(1, 5), "missing-points", {"seat": 2}),
        (CITY, HandScored({}, 1, Close.RUMMY), "missing-points", {"seat": 1}),
        (
            TABLE,
            HandScored({0: 1, 1: 2, 2: 3}, table={0: 1, 2: 3}),
            "missing-points",
            {"seat": 1},
        ),
        (
            CHINCHON,
            hand(1, 5, 101),
            "bad-points",
            {"seat": 2, "points": 101, "most": 100},
        ),
        (
            CHINCHON,
            hand(1, 5, 3, melded=(1,)),
            "bad-points",
            {"seat": 1, "points": 5, "most": 0},
        ),
        (
            CHINCHON,
            hand(1, 5, 3, close=Close.CLEAN),
            "bad-points",
            {"seat": 0, "points": 1, "most": 0},
        ),
        (
            TABLE,
            on_table((5, 0), (-5, 0), (0, 0)),
            "bad-points",
            {"seat": 1, "points": -5, "most": None},
        ),
        (
            CITY,
            HandScored({}, 1, Close.RUMMY, value=81),
            "bad-points",
            {"seat": 1, "points": 81, "most": 80},
        ),
        (
            CONTRACTS,
            BOUGHT_TOO_OFTEN,
            "bad-points",
            {"seat": 2, "points": 3, "most": 2},
        ),
        (
            RUMMIES,
            RulesChanged({"limit": 0}),
            "bad-rules",
            {"knob": "limit", "value": 0},
        ),
        (
            IN_EUROS,
            RulesChanged({"stake": 50, "cents": True}),
            "bad-rules",
            {"knob": "cents", "value": True},
        ),
        (
            IN_CENTS,
            RulesChanged({"stake": 2}),
            "bad-rules",
            {"knob": "cents", "value": False},
        ),
        (
            PAID,
            RulesChanged({"rebuy_stake": 5, "cents": True}),
            "bad-rules",
            {"knob": "cents", "value": True},
        ),
        (
            RUMMIES,
            RulesChanged({"scoring": "count"}),
            "bad-rules",
            {"knob": "scoring", "value": "count"},
        ),
    ],
)
def test_a_refusal_says_whom_it_concerns_and_the_numbers_it_speaks_of(
    board, event, code, facts
):
    with refused(code, facts):
        verify(board, event)
