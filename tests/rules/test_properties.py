"""Properties of all matches: random legal and illegal entries, all presets with knobs turned."""

import json
from itertools import zip_longest

import pytest
from hypothesis import given, settings, strategies as st

from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined, HandScored
from rules.knobs import SitOut
from rules.match import settlement
from rules.match.board import Status, seats_due, sides_of
from rules.match.corrections import (
    Amended,
    Change,
    Redone,
    Undone,
    WrittenLog,
    effective,
    judge,
    judge_each,
)
from rules.match.elimination import ranks
from rules.match.log_json import dump, load
from rules.match.play import replay
from rules.match.settlement import final_total
from rules.presets import CHINASO, CHINCHON, GIN, RULESETS, RUM_500
from rules.ruleset import AMOUNTS
from tests.rules.support import naive_match
from tests.rules.support.knobs import turned
from tests.rules.support.matches import (
    CHINCHON_FAMILY,
    KNOBS_OF_CHINCHON,
    OTHERS,
    logs,
    plain_matches,
)
from tests.rules.support.shipped_matches import shipped_match
from tests.support.extent import TIMES


def accepted(start, log, entry):
    """The board if `entry` is accepted, else None."""
    try:
        return judge(start, log, entry)
    except Illegal:
        return None


# Undo and redo


def undo_gives_back_the_exact_former_board_and_redo_the_later_one(match):
    for length, entry in enumerate(match.log, start=1):
        if isinstance(entry, (Undone, Redone)):
            continue
        log = match.log[:length]
        assert judge(match.start, log, Undone()) == match.boards[length - 1]
        assert judge(match.start, [*log, Undone()], Redone()) == match.boards[length]


def all_undone_is_the_start_and_all_redone_is_where_it_was(match):
    log = list(match.log)
    steps = 0
    while WrittenLog(log).in_force:
        log = [*log, Undone()]
        steps = steps + 1
    assert replay(match.start, effective(log)).board == match.start
    for _ in range(steps):
        assert WrittenLog(log).undone
        log.append(Redone())
    assert replay(match.start, effective(log)).board == match.board


def a_line_removed_and_put_in_again_gives_back_the_former_board(match):
    script = WrittenLog(match.log).lines
    for line, later in zip_longest(script, script[1:]):
        amend = Amended((Change(line.ref, None),))
        back = (
            Amended((Change(later.ref, line.event, insert=True),))
            if later
            else line.event
        )
        if accepted(match.start, match.log, amend):
            assert judge(match.start, [*match.log, amend], back) == match.board


def entries_survive_the_way_through_json_to_the_last_type(match):
    for entry, _ in match.typed:
        assert repr(load(json.loads(json.dumps(dump(entry))))) == repr(entry)


# Lines and corrections


def the_lines_are_what_the_entries_in_force_say_one_after_the_other(match):
    script = []  # the names of each line, and its event
    for index in WrittenLog(match.log).in_force:
        entry = match.log[index]
        for number, change in enumerate(
            entry.changes if isinstance(entry, Amended) else ()
        ):
            line = next(
                at for at, (names, _) in enumerate(script) if change.at in names
            )
            names = () if change.insert else script.pop(line)[0]
            if change.event is not None:
                script.insert(line, ((*names, (index, number)), change.event))
        if not isinstance(entry, Amended):
            script.append(((index,), entry))
    assert [(line.refs, line.event) for line in WrittenLog(match.log).lines] == script


def what_was_refused_at_its_turn_is_refused_there_in_a_whole_log_and_changes_nothing(
    match,
):
    before = repr((match.log, match.boards))
    for entry, length in match.refused:
        found = judge_each(match.start, [*match.log[:length], entry, Undone()]).refused
        assert found is not None
        with pytest.raises(Illegal) as refusal:
            judge(match.start, match.log[:length], entry)
        assert found[0] == length
        assert found[1].code == refusal.value.code
    assert repr((match.log, match.boards)) == before


def a_log_judged_entry_by_entry_ends_with_its_lines_and_their_replay(match):
    judged = judge_each(match.start, match.log)
    assert judged.written.lines == WrittenLog(match.log).lines
    assert judged.refused is None
    assert judged.replay == replay(match.start, effective(match.log))


# The board


def after_a_hand_is_settled_nobody_in_play_is_past_the_limit(match):
    events = effective(match.log)
    for event, board in zip(
        events, replay(match.start, events).boards[1:], strict=True
    ):
        if (
            isinstance(event, (HandScored, BoughtBackIn, Declined))
            and not board.is_over
        ):
            totals = {seat: board.total(seat) for seat in board.seats_in}
            assert {
                seat: total
                for seat, total in totals.items()
                if board.ruleset.is_past(total)
            } == {}


def a_match_goes_on_exactly_while_two_are_in_play_or_an_answer_is_owed(match):
    for board in match.boards:
        assert (
            board.is_over
            or len(sides_of(board, board.seats_in)) >= 2
            or board.seats_asked
        )
        assert not (board.is_over and board.seats_asked)


def the_dealer_can_always_deal(match):
    for board in match.boards:
        asked = {seat for seat in board.seats_asked if not board.standings[seat].absent}
        able = asked | set(board.seats_playing)
        assert board.is_over or board.dealer in able or not able


def winners_are_never_out(match):
    for board in match.boards:
        assert {board.standings[seat].status for seat in board.winners} <= {Status.IN}


# The pot


def money_sums_to_zero_when_the_match_is_over_and_to_minus_the_pot_before(match):
    for board in match.boards:
        assert sum(settlement.net(board).values()) == (
            0 if board.is_over else -settlement.pot(board)
        )


@given(st.integers(0, 10_000_000), st.none() | st.integers(0, 10_000_000))
def test_amounts_in_cents_are_the_same_amounts(stake, rebuy_stake):
    ruleset = CHINCHON.with_options({"stake": stake, "rebuy_stake": rebuy_stake})
    assert ruleset.in_cents().amounts_in_cents() == ruleset.amounts_in_cents()
    assert ruleset.in_cents().in_whole_units() == ruleset


# Comparison with the naive scorer


def stored(log):
    """The entries as they are read from a file."""
    return json.loads(json.dumps([dump(entry) for entry in log]))


def assert_same_sheet(match):
    """A plain scorer comes to the same sheet as the boards of the match."""
    start = match.start
    board = match.board
    paper = naive_match.scored(
        start.ruleset.dump(),
        len(start.order),
        stored(match.log),
        start.dealer,
        start.direction,
    )
    standings = [board.standings[seat] for seat in sorted(board.standings)]
    states = {Status.IN: "playing", Status.ASKED: "asked", Status.OUT: "out"}
    assert [states[standing.status] for standing in standings] == paper["state"]
    assert [standing.total for standing in standings] == paper["total"]
    assert [standing.rebuys for standing in standings] == paper["came back"]
    assert [standing.paid for standing in standings] == paper["paid"]
    assert list(board.winners) == paper["winners"]
    if not board.seats_asked:  # else it is open who is out
        assert [
            rank for _, rank in sorted(ranks(board).items())
        ] == naive_match.final_ranks(paper)
    assert [units for _, units in sorted(settlement.net(board).items())] == paper[
        "money"
    ]
    assert board.is_over or board.dealer == paper["dealer"]


@given(plain_matches(at_most=20, keys=CHINCHON_FAMILY))
def test_a_plain_scorer_comes_to_the_same_sheet(match):
    assert_same_sheet(match)


@pytest.mark.parametrize("choice", ["automatic", "ask"])
def test_a_plain_scorer_comes_to_the_same_sheet_whatever_knob_is_turned(choice):
    game = CHINCHON.with_options({"limit": 40, "rebuys": 2, "rebuy_choice": choice})
    for knob in sorted(KNOBS_OF_CHINCHON):
        for number, ruleset in enumerate(turned(game, knob)):
            if ruleset.lay_off in ("any", "none"):
                assert_same_sheet(
                    shipped_match(ruleset, 4, f"{knob} {choice} {number}")
                )


def assert_same_sheet_of_others(match):
    start = match.start
    board = match.board
    paper = naive_match.other_scored(
        start.ruleset.key,
        start.ruleset.dump(),
        len(start.order),
        stored(match.log),
    )
    assert [board.total(seat) for seat in sorted(board.standings)] == paper["total"]
    assert sorted(board.winners) == paper["winners"]
    assert [final_total(board, seat) for seat in sorted(board.standings)] == paper[
        "final"
    ]
    assert [settlement.net(board)[seat] for seat in sorted(board.standings)] == paper[
        "money"
    ]


@given(plain_matches(at_most=12, keys=OTHERS))
def test_a_plain_scorer_of_the_other_games_comes_to_the_same_sheet(match):
    assert_same_sheet_of_others(match)


@pytest.mark.parametrize(("game", "players"), [(GIN, 2), (RUM_500, 3), (CHINASO, 3)])
def test_a_plain_scorer_comes_to_the_same_money_whatever_amount_is_turned(
    game, players
):
    for knob in AMOUNTS:
        match = shipped_match(game.with_options({knob: 5}), players, knob)
        assert match.board.is_over
        assert_same_sheet_of_others(match)


def partners_always_have_one_total(match):
    for board in match.boards:
        for side in board.sides:
            assert len({board.total(seat) for seat in side}) == 1


def who_rests_is_one_of_three_and_deals_only_where_the_dealer_rests(match):
    for board in match.boards:
        if board.resting is not None and not board.is_over:
            assert len(seats_due(board)) == 2
            assert board.resting in board.seats_playing
            assert (board.dealer == board.resting) == (
                board.next_ruleset.sit_out is SitOut.DEALER
            )


def in_pairs_the_deal_passes_on_only_between_two_deals(match):
    for before, event, after in zip(
        match.boards, match.log, match.boards[1:], strict=False
    ):
        if isinstance(event, HandScored) and after.met:
            assert after.dealer == before.dealer
            assert not after.is_over


def nobody_is_bust_where_the_last_one_standing_does_not_win(match):
    for board in match.boards:
        assert board.seats_out == ()
        assert board.seats_asked == ()


def who_wins_has_the_best_total_of_those_in_play(match):
    board = match.board
    if board.is_over:
        sign = -1 if board.high_wins else 1
        best = min(sign * board.total(seat) for seat in board.seats_in)
        assert {sign * board.total(seat) for seat in board.winners} == {best}


def the_payments_bring_everybody_to_what_he_won_or_lost(match):
    for board in match.boards:
        units = settlement.net(board)
        if sum(units.values()) == 0:
            for payment in settlement.payments(board):
                units[payment.payer] += payment.units
                units[payment.payee] -= payment.units
            assert set(units.values()) == {0}


RULES = (
    the_lines_are_what_the_entries_in_force_say_one_after_the_other,
    what_was_refused_at_its_turn_is_refused_there_in_a_whole_log_and_changes_nothing,
    a_log_judged_entry_by_entry_ends_with_its_lines_and_their_replay,
    undo_gives_back_the_exact_former_board_and_redo_the_later_one,
    all_undone_is_the_start_and_all_redone_is_where_it_was,
    a_line_removed_and_put_in_again_gives_back_the_former_board,
    entries_survive_the_way_through_json_to_the_last_type,
    after_a_hand_is_settled_nobody_in_play_is_past_the_limit,
    a_match_goes_on_exactly_while_two_are_in_play_or_an_answer_is_owed,
    the_dealer_can_always_deal,
    winners_are_never_out,
    money_sums_to_zero_when_the_match_is_over_and_to_minus_the_pot_before,
    partners_always_have_one_total,
    the_payments_bring_everybody_to_what_he_won_or_lost,
)
RULES_OF_OTHERS = (
    nobody_is_bust_where_the_last_one_standing_does_not_win,
    who_wins_has_the_best_total_of_those_in_play,
)
RULES_OF_GIN = (
    who_rests_is_one_of_three_and_deals_only_where_the_dealer_rests,
    in_pairs_the_deal_passes_on_only_between_two_deals,
)


# Each rule is tried with every match that is drawn


@pytest.mark.parametrize(
    ("rules", "keys", "times"),
    [
        (RULES, tuple(RULESETS), 2),
        (RULES_OF_OTHERS, OTHERS, 1),
        (RULES_OF_GIN, ("gin",), 2),
    ],
    ids=["every game", "others", "gin"],
)
def test_random_matches_keep_the_rules(rules, keys, times):
    @settings(max_examples=round(60 * TIMES * times))
    @given(logs(keys=keys))
    def keep_them(match):
        for rule in rules:
            rule(match)

    keep_them()
