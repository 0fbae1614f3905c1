"""What organisers are told: what a night would be, what a draft costs, what a correction changed."""

from uuid import UUID

import pytest

from rules.night import events
from rules.night.events import At, Seated, TableResult
from rules.night.play import play, replay
from rules.night.presets import Format
from rules.night.seating.values import (
    Broken,
    Sizes,
    Wish,
)
from rules.night.stages import MatchOf, Plays, Stage
from scores.night.changes import RankChange, changes_since_seated
from scores.night.models import Plan
from scores.night.set_up.forms import NightForm
from scores.table.new_match.forms import offers
from tests.rules.night.support.logs import tables_of
from tests.rules.night.support.programmes import stages_of
from tests.scores.support.nights import lines_of, sentences_of_costs

NAMES = dict(enumerate(("Ana", "Luis", "Eva", "Paco", "Luz", "Leo", "Mar"), 1))
CHOSEN = {
    "uid": UUID(int=1),
    "preset": "three-lives",
    "game": "chinchon",
    "ends": "limit",
    "expected": 83,
}


def form(**typed) -> NightForm:
    made = NightForm({**CHOSEN, **typed}, {}, offered=offers([], None))
    made.is_valid()
    return made


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            {"tables": 21},
            [
                "83 personas, 21 mesas (20×4, 1×3), 6 rondas.",
                "4 personas, una mesa de 4, 1 ronda.",
                "En total 7 rondas, unas 5 h 30 min.",
            ],
        ),
        (
            {
                "preset": "league",
                "expected": 13,
                "tables": 2,
                "ends": "clock",
                "number": 30,
                "rounds": 3,
            },
            [
                "13 personas, 2 mesas (2×5), 3 rondas.",
                "En total 3 rondas, unas 2 h.",
                "Cada ronda descansan 3: no caben en las mesas.",
            ],
        ),
        (
            {"expected": 40, "rounds": 9},
            [
                "40 personas, 10 mesas (10×4), 14 rondas.",
                "4 personas, una mesa de 4, 1 ronda.",
                "En total 15 rondas, unas 12 h.",
                "15 son muchas para una noche: acabaría de madrugada.",
            ],
        ),
    ],
)
def test_set_up_says_what_the_night_would_be(typed, answer):
    assert lines_of("set_up/_answer", {"form": form(**typed)}, "p") == answer


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"expected": 2}, "expected"),
        ({"expected": 161}, "expected"),
        ({"ends": "hands"}, "number"),
        ({"rounds": 10}, "rounds"),
        ({"least": 5, "most": 4}, "best"),
        ({"prizes": "60 50", "by_share": "1"}, "prizes"),
        ({"fee": "1", "prizes": "50 34"}, "prizes"),
        ({"fee": "x"}, "fee"),
        ({"game": "none"}, "game"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(typed, field):
    assert [*form(**typed).errors] == [field]


def test_prizes_may_be_all_that_those_who_are_expected_pay_or_more_if_the_club_adds():
    assert not form(fee="1", prizes="50 33").errors
    assert not form(fee="1", prizes="50 34", club_adds="on").errors


def test_what_is_left_blank_keeps_the_value_of_the_format():
    plan = form(most=4, fee="5", prizes="50, 30, 20", by_share="1").plan
    match = MatchOf(offers([], None)[0].ruleset, sizes=Sizes(3, 4, 4))
    assert plan.stages == stages_of(Format.LIVES, match, 3)
    assert plan.fee == 500
    assert plan.prizes == (50, 30, 20)
    assert plan.by_share is True
    assert Plan.load(plan.dump()) == plan


def night(*more):
    come = [events.Entered(number, (number,)) for number in NAMES]
    return [*come, events.StageBegun(Stage(Plays.LIVES, 1), tuple(NAMES)), *more]


FIRST = Seated(1, tables_of((1, 2, 3, 4), (5, 6, 7)), standings=tuple(NAMES))


def test_a_draft_says_what_it_costs():
    log = replay(night(FIRST)).sheet
    draft = Seated(
        2,
        tables_of((1, 2, 5)),
        (3, 4),
        (Broken(Wish.APART, (1, 2)), Broken(Wish.REACH, (5,))),
    )
    assert sentences_of_costs(log, draft, NAMES) == [
        "1 cruce se repite: Ana y Luis.",
        "Descansan Eva y Paco.",
        "Ana y Luis van a la misma mesa, y se pidió separarlos.",
        "A Luz no le toca una mesa a la que llegue.",
    ]
    assert sentences_of_costs(replay(night()).sheet, FIRST, NAMES) == [
        "Nadie se repite."
    ]


def test_a_draft_says_who_sits_together_and_who_does_not_as_was_asked():
    wishes = [events.KeptTogether(1, 2), events.KeptTogether(3, 5)]
    log = replay(night(FIRST, *wishes)).sheet
    draft = Seated(
        2,
        tables_of((1, 2, 5), (3, 6, 7)),
        broken=(Broken(Wish.TOGETHER, (3, 5)),),
    )
    assert sentences_of_costs(log, draft, NAMES) == [
        "2 cruces se repiten: Ana y Luis; Leo y Mar.",
        "Ana y Luis van a la misma mesa, como se pidió.",
        "Eva y Luz van a mesas distintas, y se pidió juntarlos.",
    ]


def test_a_correction_moves_nobody_and_says_who_should_be_in_or_out():
    """Ana won table 1 and sat down for round 2; then it turned out that Luis had won."""
    second = Seated(2, tables_of((1, 5)), standings=(1, 5, 2, 3, 4, 6, 7))
    won = {At(1, 2): TableResult({5: 1, 6: 2, 7: 3})}
    before = {**won, At(1, 1): TableResult({1: 1, 2: 2, 3: 3, 4: 4})}
    corrected = {**won, At(1, 1): TableResult({1: 2, 2: 1, 3: 3, 4: 4})}
    then = replay(night(events.StageChanged({"match": PAIRS}), FIRST)).sheet
    playing = play(then, second)
    as_before = changes_since_seated(second, then, before, playing)
    assert as_before.back == ()
    assert as_before.out == ()
    changes = changes_since_seated(second, then, corrected, playing)
    assert changes.back == (2,)
    assert changes.out == (1,)
    assert RankChange(3, 1, 1) in changes.ranks


PAIRS = {**Stage().dump()["match"], "sizes": {"least": 2, "best": 4, "most": 5}}
