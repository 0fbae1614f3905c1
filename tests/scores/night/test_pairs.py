"""Entrants of two people: both sit in the match of their table, and count as one."""

from dataclasses import replace

import pytest

from rules.events import Finished
from rules.night import events
from rules.night.events import At
from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Stage
from rules.presets import CHINCHON, GIN, RUM_500_PAIRS
from rules.ruleset import Ruleset
from scores.circle.circles.merging import merge_players
from scores.core.notation.names import joined_names
from scores.models import Match
from scores.night.log import now_of, sheet_of
from scores.night.models import Night
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, start, write
from tests.scores.support.nights import (
    hidden,
    open_night,
    person,
    played,
    players_named,
    published,
    send_to_table,
    told,
)
from tests.scores.support.table import (
    page_at,
    page_text,
    send_to,
    text_on,
)
from tests.scores.transfer.circles import text, whole

PAIRS = ("Ana + Alba", "Luis + Leo")
FOUR_PAIRS = (*PAIRS, "Eva + Elsa", "Mar + Max")
FIRST_HAND = {"Ana": 1, "Alba": 40, "Luis": 11, "Leo": 20}


def night_of_pairs(circle, *pairs: str) -> Night:
    """Its first round is published, at one table."""
    return published(open_night_of(circle, CHINCHON, (2, 3, 3), *pairs))


def open_night_of(
    circle, ruleset: Ruleset, sizes: tuple[int, int, int], *pairs: str
) -> Night:
    stage = Stage(match=MatchOf(ruleset, sizes=Sizes(*sizes)))
    return open_night(circle, *pairs, stages=(stage,))


def scored(night, points: dict[str, int]) -> None:
    """One hand of the table, by the names of who sits there; then it is over."""
    match = Match.objects.get(sitting__round=1)
    names = [seat.player.name for seat in match.seats.order_by("position")]
    best = min(points, key=points.get)
    write(
        match,
        hand(*(points[name] for name in names), closer=names.index(best)),
        Finished(),
    )


def counted(night) -> tuple[dict[int, int], dict[int, int]]:
    result = now_of(night).results[At(1, 1)]
    return result.places, result.totals


def test_both_of_a_pair_sit_down_and_their_table_counts_them_as_one(phone, circle):
    night = night_of_pairs(circle, *PAIRS)
    [seats] = [table.seats for table in sheet_of(night).rounds[0].tables]
    first, second = (PAIRS[entrant - 1].split(" + ") for entrant in seats)
    listed = joined_names([*first, *second])
    assert listed in text_on(phone, "night-standings", night)
    scored(night, FIRST_HAND)
    assert counted(night) == ({1: 2, 2: 1}, {1: 41, 2: 31})
    assert [(line.entrant, line.points) for line in now_of(night).lines] == [
        (2, 12),
        (1, 0),
    ]


def test_a_pair_keeps_its_result_when_one_of_it_is_another_person_or_both_are(
    phone, circle
):
    """They were found to be another person, or others took their place."""
    night = night_of_pairs(circle, *PAIRS)
    scored(night, FIRST_HAND)
    before = counted(night)
    double = circle.players.create(name="Lucho")
    merge_players(double, person(circle, "Luis"), holder(phone))
    for who in (("Zoe",), ("Zoe", "Alba"), ("Ana",)):
        keys = tuple(player.pk for player in players_named(circle, *who))
        assert counted(told(night, events.Substituted(1, keys))) == before
        assert counted(whole(text(circle)).nights.get()) == before


def test_in_a_match_that_was_attached_both_of_a_pair_may_sit_anywhere(phone, circle):
    night = night_of_pairs(circle, *PAIRS)
    alone = start(phone, "Leo", "Alba", "Ana", "Luis", circle=circle.code)
    send_to_table(phone, night, do="attach", match=alone.code)
    write(alone, hand(20, 40, 1, 11, closer=2), Finished())
    assert counted(night) == ({1: 2, 2: 1}, {1: 41, 2: 31})
    assert sheet_of(night).attached == {At(1, 1): alone.pk}


def test_a_table_too_large_for_the_game_is_told_at_door_and_draft_and_not_published(
    phone, circle
):
    night = open_night_of(circle, GIN, (2, 2, 2), *PAIRS)
    sentence = "La mesa 1 sería de 4 personas, y a su juego juegan 2 como mucho."
    door = text_on(phone, "night-check-in", night)
    assert ", con las parejas más de 2 personas en una mesa" in door
    page = page_at(phone, "night-seat", night)
    refused = send_to(phone, "night-seat", night, **hidden(page), do="publish")
    for answer, status in ((page, 200), (refused, 422)):
        found = [
            words in page_text(answer) for words in (sentence, "Sentar de otra manera")
        ]
        assert (answer.status_code, found) == (status, [True, True])
    assert sheet_of(night).rounds == ()
    assert Match.objects.filter(sitting__round=1).count() == 0


@pytest.mark.parametrize(
    ("ruleset", "sizes", "tables"),
    [
        (replace(GIN, team_size=2), (2, 2, 2), [2]),
        (CHINCHON, (3, 3, 6), [3]),
        (CHINCHON, (3, 4, 5), [2, 2]),
        (RUM_500_PAIRS, (4, 4, 4), [2, 2]),
    ],
)
def test_tables_of_as_many_as_the_game_takes_or_as_were_chosen_are_published(
    phone, circle, ruleset, sizes, tables
):
    """A pair takes two chairs, so two of them fill a table of four."""
    pairs = sum(tables)
    night = open_night_of(circle, ruleset, sizes, *FOUR_PAIRS[:pairs])
    door = text_on(phone, "night-check-in", night)
    said = f"una mesa de {pairs}" if len(tables) == 1 else "2 mesas (2×2)"
    assert f"{pairs} aquí, {said}" in door
    assert "con las parejas" not in door
    published(night)
    people = [played(night, 1, at).seats.count() for at, _size in enumerate(tables, 1)]
    assert people == [2 * size for size in tables]


def test_a_table_that_is_broken_up_makes_no_other_one_too_large_for_the_game(
    phone, circle
):
    night = published(open_night_of(circle, CHINCHON, (2, 2, 4), *FOUR_PAIRS))
    assert send_to(phone, "night-table", night, 1, 2, do="break").status_code == 302
    made = sheet_of(night).rounds[0]
    assert [len(table.seats) for table in made.tables] == [2]
    assert len(made.resting) == 2
