"""Hypothesis strategies for matches: turned rulesets, legal and illegal entries, whole logs."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from rules.errors import Illegal
from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    DealerNamed,
    Declined,
    Event,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    SeatsDrawn,
    VoidReason,
)
from rules.knobs import KnobGroup, Scoring
from rules.match.board import Board, meets_one, new_board, opponents
from rules.match.corrections import (
    Amended,
    Change,
    Entry,
    Redone,
    Undone,
    WrittenLog,
    judge,
)
from rules.match.draw import drawing_pack
from rules.presets import RULESETS
from rules.ruleset import AMOUNTS, KNOBS
from rules.scoring.points import kinds_of_close
from tests.rules.support.knobs import some_values


def _drawn(*knobs):
    return {knob: st.sampled_from(some_values(knob)) for knob in knobs}


_NOT_OF_CHINCHON = (
    "doubles",
    "final_discard",
    "scoring",
    "team_size",
    "ends",
    "cents",
    "undercut",
    "box",
    "game_bonus",
    "shutout",
    "big_gin",
    "deal_scores",
    "per_point",
    "buy_fee",
    "hand_fee",
    "game_fee",
    "settlement",
)
_GROUPS = (KnobGroup.CLOSING, KnobGroup.MATCH, KnobGroup.MONEY)
_OF_CHINCHON = [
    name
    for name, knob in KNOBS.items()
    if knob.group in _GROUPS and name not in _NOT_OF_CHINCHON
]
KNOBS_OF_CHINCHON = _drawn(*_OF_CHINCHON, "jokers", "false_close_points") | {
    "limit": st.integers(20, 120),
    "rebuy_needs": st.integers(1, 3),
    "lay_off": st.sampled_from(("any", "none")),
}
"""Of Chinchón and its house rules: every knob of closing, match and money that it has."""

_COMMON = _drawn("false_close_points", *AMOUNTS)
_TO_A_TARGET = (
    _COMMON | _drawn("out_at", "settlement") | {"limit": st.integers(20, 300)}
)
KNOBS_OF = {
    "gin": _TO_A_TARGET
    | _drawn(
        "undercut", "box", "game_bonus", "shutout", "sit_out", "big_gin", "deal_scores"
    )
    | {"team_size": st.sampled_from((1, 2, 2))},
    "rummy": _COMMON
    | {
        "doubles": st.sampled_from(("never", "rummy")),
        "min_table_turns": st.integers(1, 2),
    },
    "queen-city": _COMMON | _drawn("pays_hand_of"),
    "double-rum": _COMMON,
    "rum-500": _TO_A_TARGET,
    "rum-500-pairs": _TO_A_TARGET,
    "chinaso": _COMMON | _drawn("doubles_fees") | {"limit": st.integers(1, 7)},
}
CHINCHON_FAMILY = tuple(key for key in RULESETS if key not in KNOBS_OF)
OTHERS = tuple(KNOBS_OF)


def options(key="chinchon"):
    knobs = KNOBS_OF.get(key, KNOBS_OF_CHINCHON)
    return st.lists(st.sampled_from(sorted(knobs)), unique=True, max_size=5).flatmap(
        lambda turned: st.fixed_dictionaries({knob: knobs[knob] for knob in turned})
    )


@st.composite
def boards(draw, keys=tuple(RULESETS)):
    """The first board for two to six players."""
    key = draw(st.sampled_from(sorted(keys)))
    ruleset = RULESETS[key].with_options(draw(options(key)))
    players = draw(st.integers(2, 6))
    return new_board(
        ruleset,
        players,
        draw(st.integers(0, players - 1)),
        draw(st.sampled_from((1, -1))),
    )


SEATS = st.integers(0, 6)
LEFT = st.sampled_from((0, 0, 1, 4, 9, 17, 25, 33, 41, 50, 62, 70))
SLOPPY_LEFT = st.sampled_from((-3, 0, 8, 40, 101, 300))
WAYS = [
    *[Close.KNOCK] * 3,
    *[Close.CLEAN, None] * 2,
    Close.JOKER_RUN_1,
    Close.JOKER_RUN_2,
    Close.CHINCHON,
]


def draw_hand(draw, board):
    """A hand, mostly legal; sometimes with a wrong seat or number."""
    seats = _draw_seats(draw, board)
    is_sloppy = draw(st.integers(0, 9)) == 0
    deadwood = {seat: draw(SLOPPY_LEFT if is_sloppy else LEFT) for seat in seats}
    if is_sloppy:
        deadwood.pop(draw(st.sampled_from(seats)))
    close = _draw_close(draw, board, is_sloppy)
    if close is None and board.ruleset.scoring is not Scoring.TABLE:
        return HandScored(deadwood)
    closer = draw(SEATS if is_sloppy else st.sampled_from(seats))
    if not is_sloppy:
        deadwood[closer] = draw(st.integers(1, 4)) if close is Close.KNOCK else 0
    melded = tuple(
        seat
        for seat, left in sorted(deadwood.items())
        if left == 0 and draw(st.booleans())
    )
    cards = {seat: "1o 2o 3o;4b" for seat in deadwood if draw(st.booleans())}
    hand = HandScored(
        dict(sorted(deadwood.items())),
        closer,
        close,
        melded,
        cards=dict(sorted(cards.items())),
    )
    return _with_facts_of_the_game(draw, board, hand, seats)


def _draw_seats(draw, board):
    """The seats that play a hand, in seat order."""
    seats = sorted(board.seats_playing) or [0]
    if meets_one(board):
        seat = draw(st.sampled_from(seats))
        seats = sorted({seat, draw(st.sampled_from(opponents(board, seat) or (seat,)))})
    return seats


def _draw_close(draw, board, is_sloppy):
    ways = WAYS
    if is_sloppy:
        ways = (Close.GIN, *Close)
    elif board.ruleset.scoring is Scoring.TABLE:
        return None
    elif board.ruleset.key not in CHINCHON_FAMILY:
        ways = kinds_of_close(board.next_ruleset, len(board.order))
    return draw(st.sampled_from(ways))


def _with_facts_of_the_game(draw, board, hand, seats):
    ruleset = board.next_ruleset
    if ruleset.scoring is Scoring.TABLE:
        return replace(hand, table={seat: draw(st.integers(0, 150)) for seat in seats})
    if ruleset.pays_winners_hand:
        return replace(hand, deadwood={}, melded=(), value=draw(st.integers(10, 70)))
    if ruleset.buys:
        return replace(
            hand,
            buys={
                seat: draw(st.integers(0, 2)) for seat in seats if draw(st.booleans())
            },
        )
    return hand


KINDS = (
    *[HandScored] * 10,
    HandVoided,
    Penalised,
    Joined,
    Reseated,
    RulesChanged,
    Finished,
    BoughtBackIn,
    Declined,
    Retired,
    SatOut,
    CameBack,
    CameBack,
    DealerNamed,
    SeatsDrawn,
)


def draw_event(draw, board):
    kind = draw(st.sampled_from(KINDS))
    if board.seats_asked and kind in (HandScored, BoughtBackIn, Declined):
        return draw(st.sampled_from((BoughtBackIn, Declined)))(
            draw(st.sampled_from(board.seats_asked))
        )
    if kind is HandScored:
        return draw_hand(draw, board)
    if kind is HandVoided:
        reason = draw(st.sampled_from(list(VoidReason)))
        return HandVoided(
            reason, draw(SEATS) if reason is VoidReason.FALSE_CLOSE else None
        )
    if kind is SeatsDrawn:
        return _draw_for_the_deal(draw, board)
    facts = {
        Penalised: (SEATS, st.integers(-20, 60)),
        Joined: (st.sampled_from((len(board.standings), 0)), st.none() | SEATS),
        Reseated: (st.permutations(board.order).map(tuple),),
        RulesChanged: (options(board.ruleset.key),),
        Finished: (),
    }
    event = kind(*map(draw, facts.get(kind, (SEATS,))))
    return event


def _draw_for_the_deal(draw, board):
    """Different cards for all, of the pack that is played with. The dealer may be wrong, or not named."""
    pack = drawing_pack(board.next_ruleset)
    first = draw(st.integers(0, len(pack) - 1))
    drawn = {
        seat: pack[(first + 7 * index) % len(pack)]
        for index, seat in enumerate(board.order)
    }
    cards = dict(sorted(drawn.items()))  # by seat, as a log in JSON has them
    dealer = st.none() | st.sampled_from(board.order) | SEATS
    return SeatsDrawn(board.next_ruleset.pack, cards, draw(dealer))


def draw_entry(draw, board, log):
    """An entry: in four of five cases an event, else an amend, undo or redo."""
    kind = draw(st.sampled_from((*(Event,) * 12, Amended, Amended, Undone, Redone)))
    if kind is Amended:
        return Amended(
            tuple(
                _draw_change(draw, board, log) for _ in range(draw(st.integers(1, 2)))
            )
        )
    return draw_event(draw, board) if kind is Event else kind()


def _draw_change(draw, board, log):
    refs = [ref for line in WrittenLog(log).lines for ref in line.refs]
    at = draw(st.sampled_from([*refs, len(log) + 1, (0, 0)]))
    if draw(st.booleans()):
        return Change(at, None)
    return Change(at, draw_event(draw, board), draw(st.booleans()))


@dataclass(frozen=True)
class Written:
    """A legal log. `boards[n]` is the board after its first `n` entries."""

    log: list[Entry]
    boards: list[Board]
    # every entry that was tried, and whether the rules accepted it
    typed: list[tuple[Entry, bool]]

    @property
    def start(self):
        return self.boards[0]

    @property
    def board(self):
        return self.boards[-1]

    @property
    def refused(self):
        """Each refused entry, with the length of the log at that time."""
        seen = [accepted for _, accepted in self.typed]
        return [
            (entry, sum(seen[:index]))
            for index, (entry, ok) in enumerate(self.typed)
            if not ok
        ]


@st.composite
def logs(draw, at_most=14, keys=tuple(RULESETS)):
    """A log of entries of all kinds: entries are tried one after the other, the legal ones are appended."""
    written = Written([], [draw(boards(keys))], [])
    for _ in range(draw(st.integers(4, at_most))):
        goes_on = not written.board.is_over or draw(st.booleans())
        try_to_write(
            written,
            draw_entry(draw, written.board, written.log) if goes_on else Undone(),
        )
    return written


@st.composite
def plain_matches(draw, at_most=14, keys=tuple(RULESETS)):
    """A log of hands and answers only."""
    written = Written([], [draw(boards(keys))], [])
    for _ in range(draw(st.integers(4, at_most))):
        if asked := written.board.seats_asked:
            answer = draw(st.sampled_from((BoughtBackIn, BoughtBackIn, Declined)))
            try_to_write(written, answer(draw(st.sampled_from(asked))))
        elif not written.board.is_over:
            try_to_write(written, draw_hand(draw, written.board))
    return written


def try_to_write(written, entry):
    try:
        written.boards.append(judge(written.start, written.log, entry))
    except Illegal:
        written.typed.append((entry, False))
    else:
        written.log.append(entry)
        written.typed.append((entry, True))
