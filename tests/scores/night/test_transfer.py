"""The nights of a group in its file: brought back they are the same, and no right comes with them."""

import json
from functools import cache
from uuid import UUID

import pytest
from django.test import Client

from rules.events import Finished
from rules.night.events import (
    At,
    Attached,
    ClockSet,
    Left,
    Removed,
    Substituted,
    TakenBack,
)
from rules.night.standings import standings
from scores.circle.circles import merging
from scores.core.matches.ratings import latest_ratings
from scores.models import Circle
from scores.night.log import results_of, sheet_of
from scores.night.models import Night, Sitting, TableGrant
from scores.transfer.reader import BadFile
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, start, write
from tests.scores.support.nights import (
    EIGHT,
    FOUR,
    ended,
    open_night,
    person,
    played,
    published,
    reported,
    told,
    write_lines,
)
from tests.scores.transfer.circles import (
    brought,
    empty_the_database,
    looked_at,
    text,
    whole,
)


def night_of(phone: Client) -> Night:
    """Two rounds: one table has a result by its match, one by a report, one by a match that was attached."""
    circle = start(phone, "Ana", "Luis").circle
    night = published(open_night(circle, *EIGHT))
    write(played(night), hand(0, 4, 99, 7), hand(1, 5, 99, 6), Finished())
    reported(night, 2, 1, 3, 4, table=2, reason="sin móvil")
    told(night, Substituted(3, (circle.players.create(name="Noa").pk,)))
    Night.objects.update(starts_on="2026-07-03", starts_at="21:30")
    published(night)
    apart = start(phone, *EIGHT[:4])
    told(night, Attached(At(2, 1), apart.pk))
    return night


@pytest.fixture
def night(phone) -> Night:
    return night_of(phone)


@cache
def file_of_a_night() -> str:
    """Of another night like that; its rows go with the first test that asks for it."""
    return text(night_of(Client()).circle)


def ranked(night):
    now = sheet_of(night)
    lines = standings(now, results_of(night, now))
    return [(line.entrant, line.rank, line.points) for line in lines]


def lines(written: str, change) -> str:
    documents = [json.loads(line) for line in written.splitlines()]
    for document in documents:
        if "night" in document:
            change(document["night"])
    return "".join(json.dumps(document) + "\n" for document in documents)


def test_imported_into_an_empty_database_it_has_the_same_standings_and_no_rights(
    night,
):
    before = text(night.circle)
    order = ranked(night)
    empty_the_database()
    again = whole(before).nights.get()
    assert text(again.circle) == before
    assert ranked(again) == order
    assert Sitting.objects.count() == 4
    assert TableGrant.objects.count() == 0
    assert brought(before, again.circle).nights == 0
    assert text(again.circle) == before


OF_THE_FILE = {
    "uid",
    "name",
    "plan",
    "created_at",
    "starts_on",
    "starts_at",
    "finished_at",
}
NOT_IN_IT = {
    *("id", "circle", "code", "version", "written_at", "deleted_at"),
    *("watch_generation", "score_generation", "own_generation"),
    "clock_ends_at",  # the log says it
}


def test_every_column_of_a_night_is_in_its_file_or_is_of_this_server_alone(night):
    columns = {column.name for column in Night._meta.concrete_fields}
    assert columns == OF_THE_FILE | NOT_IN_IT
    ended(night)
    before = Night.objects.filter(pk=night.pk)
    [facts] = before.values(*OF_THE_FILE)
    assert None not in facts.values()
    copy = whole(text(night.circle))
    assert list(copy.nights.values(*OF_THE_FILE)) == [facts]


def test_whose_name_was_mistyped_at_a_door_is_nobody_in_the_group_of_the_file_either(
    phone,
):
    circle = start(phone, "Ana", "Luis").circle
    night = told(open_night(circle, "Ana", "Rosa", "Lusi"), Removed(1), Removed(2))
    told(open_night(circle, "Rosa"), Left(1))
    told(night, Removed(3))
    copy = whole(text(circle))
    here = {player.name for player in copy.players.current()}
    assert here == {"Ana", "Luis", "Rosa"}
    assert copy.players.get(name="Lusi").is_gone
    told(copy.nights.last(), TakenBack(night.entries.count() - 1))
    assert not copy.players.get(name="Lusi").is_gone


def test_a_second_copy_on_the_same_server_has_the_clock_and_is_a_night_of_its_own(
    night,
):
    told(night, ClockSet(2, 29_000_000, 7))
    clock = Night.objects.get().clock_ends_at
    assert clock is not None
    copy = whole(text(night.circle)).nights.get()
    assert (copy.uid, copy.clock_ends_at) == (night.uid, clock)
    ended(copy)
    assert not sheet_of(night).is_over


def test_a_match_that_was_here_counts_as_its_night_says_once_that_comes(night):
    reported(night, 4, 3, 2, 1)
    before = text(night.circle)
    copy = whole(before)
    copy.nights.all().delete()
    copy.matches.update(night_table=None)
    assert len(latest_ratings(copy)) == 4
    version = copy.matches.get(finished_at__isnull=False).version
    assert brought(before, copy).nights == 1
    assert latest_ratings(copy) == {}
    assert copy.matches.get(finished_at__isnull=False).version > version


def test_who_became_another_with_a_merge_of_groups_is_the_other_one_in_the_file(
    phone, night
):
    kept, last = (start(phone, *FOUR, circle="new").circle for _group in range(2))
    merges = []
    for circle, came in ((kept, night.circle), (last, kept)):
        same = {person(came, "Ana"): person(circle, "Ana")}
        merges.append(merging.merge(circle, came, same, holder(phone)))
        assert whole(text(circle)).nights.get().uid == night.uid
    for merge in reversed(merges):
        merging.undo(merge, holder(phone))
    assert kept.nights.count() == 0
    assert night.circle.nights.count() == 1
    assert whole(text(night.circle)).nights.get().uid == night.uid


def report_of(night):
    return next(
        facts["result"] for kind, facts, _at in night["entries"] if kind == "reported"
    )


# What is beyond a bound is tried for every type in tests/scores/test_bounds.py.
PLANS = {
    "no plan": {"stages": [{"lasts": 1}]},
    "no stages": {"stages": []},
    "a prize in words": {"prizes": ["much"]},
    "no table": {"tables": 0},
    "shares of more than all": {"prizes": [60, 41]},
    "a key unknown": {"rooms": 2},
}
FIRST_ENTRIES = {  # each with what is wrong with it
    "somebody else": ({"people": [str(UUID(int=1))]}, "seat"),
    "36 letters that are no uid": ({"people": ["x" * 36]}, "uid"),
    "entrant 161": ({"entrant": 161}, "entry"),
    "a fraction": ({"entrant": 1.5}, "number"),
}
BROKEN = {
    **{
        name: (lambda night, facts=facts: night["plan"].update(facts), "night")
        for name, facts in PLANS.items()
    },
    **{
        name: (lambda night, facts=facts: night["entries"][0][1].update(facts), code)
        for name, (facts, code) in FIRST_ENTRIES.items()
    },
    "no event": (lambda night: night["entries"][0].__setitem__(0, "danced"), "entry"),
    "twice in": (
        lambda night: night["entries"].insert(1, night["entries"][0]),
        "night",
    ),
    "a match of nobody": (
        lambda night: night["matches"][0].__setitem__(2, night["uid"]),
        "match",
    ),
    "a rank written in Arabic": (
        lambda night: report_of(night)["places"].update({"١": 1}),
        "entry",
    ),
    "a night of a final alone": (
        lambda night: night["entries"].append(
            ["stage_changed", {"options": {"plays": "final"}}, night["created_at"]]
        ),
        "night",
    ),
}


@pytest.mark.parametrize(("change", "code"), BROKEN.values(), ids=BROKEN)
def test_a_night_that_cannot_be_is_refused_with_its_path_and_nothing_is_written(
    change, code
):
    broken = lines(file_of_a_night(), change)
    circle = Circle.objects.create()
    for reading in (looked_at, brought):
        with pytest.raises(BadFile) as refused:
            reading(broken, circle)
        assert refused.value.code == code
        assert refused.value.path.startswith("$.night")
    assert circle.nights.count() == 0
    assert circle.matches.count() == 0


def test_a_night_with_a_line_that_cannot_be_is_exported_up_to_it(night):
    before = text(night.circle)
    can_be = night.entries.count()
    for line in (
        ("entered", {"entrant": 9, "people": 7, "team": "t" * 81}),
        ("entered", {"entrant": 1, "people": [1]}),
        ("moved", {"round": 1, "tables": [[30_000_000, [1, 2]]]}),
        ("unknown", {}),
    ):
        write_lines(night, line, ("ended", {}))
        assert text(night.circle) == before
        night.entries.filter(seq__gte=can_be).delete()


def test_a_file_that_names_a_table_or_its_match_twice_seats_it_once(night):
    before = text(night.circle)
    empty_the_database()
    twice = lines(
        before,
        lambda line: line["matches"].extend(
            [*line["matches"], [5, 1, line["matches"][0][2]]]
        ),
    )
    assert text(whole(twice).nights.get().circle) == before
