"""Setting a night up, in a group or open, and changing its plan: all of it until a round is published."""

from dataclasses import fields
from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.night import events
from rules.night.presets import Format
from rules.night.seating.values import Sizes
from rules.night.stages import EndOfMatch, MatchOf, Plays
from rules.presets import GIN
from scores.models import Circle, Phone, Role
from scores.night.log import events_of, sheet_of
from scores.night.models import Night, Plan, RoundDraft
from tests.scores.night.test_organise import NAMES
from tests.scores.support.factories import holder, phone_of, start
from tests.scores.support.nights import open_night, published, told
from tests.scores.support.table import (
    address_of,
    page_at,
    page_text,
    refusal,
    send_to,
    tap,
    text_at,
)

OPEN = "/nights/new/"


@pytest.mark.django_db
def test_somebody_who_was_never_here_opens_a_night_once_with_two_taps():
    stranger = Client()
    page = stranger.get(OPEN)
    opened = [
        tap(who, page, "Abrir la puerta", name="Fiesta mayor")
        for who in (stranger, stranger, Client())
    ]
    night = Night.objects.get()
    assert {(answer.status_code, answer["Location"]) for answer in opened} == {
        (302, night.get_absolute_url())
    }
    assert night.name == "Fiesta mayor"
    assert Circle.objects.get().name == "Fiesta mayor"
    assert Phone.objects.count() == 1
    assert list(holder(stranger).grants.values_list("circle", "role")) == [
        (night.circle_id, Role.OWN)
    ]
    assert "Fiesta mayor" in text_at(stranger, night.circle.get_absolute_url())


def test_an_open_night_takes_no_group_that_the_phone_has(phone):
    theirs = start(phone, "Ana", "Luis").circle
    tap(phone, phone.get(OPEN), "Abrir la puerta")
    assert theirs.nights.count() == 0
    assert Circle.objects.count() == 2


@pytest.mark.django_db
def test_nothing_is_opened_by_looking_or_by_what_cannot_be(client):
    page = client.get(OPEN)
    looked = tap(client, page, "Calcular otra vez", expected="24")
    refused = tap(client, page, "Abrir la puerta", expected="1")
    assert [looked.status_code, refused.status_code] == [200, 422]
    assert Circle.objects.count() == 0
    assert Phone.objects.count() == 0
    assert "24 personas, 6 mesas" in page_text(looked)


@pytest.mark.django_db
def test_an_open_night_counts_as_the_start_of_a_match(client, limit):
    limit(strangers="1/hour")
    page = client.get(OPEN)
    looked = [tap(client, page, "Calcular otra vez").status_code for _time in range(3)]
    opened = [
        tap(who, page, "Abrir la puerta").status_code for who in (Client(), Client())
    ]
    assert looked == [200] * 3
    assert opened == [302, 429]


def test_watchers_see_the_line_on_the_page_of_the_group_only_where_there_is_a_night(
    circle,
):
    watcher = phone_of(circle, Role.WATCH)
    assert "Noches de club" not in text_at(watcher, circle.get_absolute_url())
    open_night(circle)
    assert "Noches de club" in text_at(watcher, circle.get_absolute_url())


def test_the_way_to_an_open_night_is_on_the_help(client):
    assert reverse("help-nights") in client.get(reverse("help")).text
    assert OPEN in client.get(reverse("help-nights")).text


def test_a_night_may_have_a_day_and_a_time_which_change_with_its_plan(phone, circle):
    day = timezone.localdate() + timedelta(days=9)
    page = page_at(phone, "night-set-up", circle)
    tap(phone, page, "Abrir la puerta", starts_on=day.isoformat(), starts_at="21:30")
    night = Night.objects.get()
    assert night.starts_on == day
    assert night.starts_at == time(21, 30)
    assert night.name == f"Noche del {day.day}.{day.month}.{day.year}"
    plan = page_at(phone, "night-plan", night)
    tap(phone, plan, "Guardar el plan", starts_at="")
    changed = Night.objects.get()
    assert changed.starts_on == day
    assert changed.starts_at is None
    assert changed.version == night.version + 1


@pytest.mark.parametrize(
    ("start", "error"),
    [
        ({"starts_at": "21:30"}, "Di también qué día es."),
        ({"starts_on": "mañana"}, "«mañana» no es una fecha."),
        ({"starts_on": "2206-01-01"}, "Ese día está a más de dos años."),
        ({"starts_at": "a las nueve"}, "Escribe la hora así: 21:30."),
    ],
)
def test_a_start_that_cannot_be_is_refused_and_keeps_what_was_typed(
    phone, circle, start, error
):
    page = page_at(phone, "night-set-up", circle)
    answer = tap(phone, page, "Abrir la puerta", name="Fiesta", **start)
    assert answer.status_code == 422
    assert Night.objects.count() == 0
    assert error in page_text(answer)
    assert 'value="Fiesta"' in answer.text


# Changing the plan


def change(phone, night, **fields):
    answer = tap(
        phone, page_at(phone, "night-plan", night), "Guardar el plan", **fields
    )
    night.refresh_from_db()
    return answer


def test_the_form_shows_the_plan_and_saving_it_changes_nothing(phone, circle):
    night = open_night(circle, *NAMES[:9], final=4, tables=3)
    before = (events_of(night), night.name, Plan.load(night.plan))
    assert change(phone, night)["Location"] == night.get_absolute_url()
    expected = Plan.load({**before[2].dump(), "expected": 9})
    assert events_of(night) == before[0]
    assert night.name == before[1]
    assert Plan.load(night.plan) == expected


MANY_HANDS = MatchOf(GIN, EndOfMatch.HANDS, 7, Sizes(2, 3, 4))
EVERY_FACT = [
    {"format": Format.EVERYBODY, "number": 5, "final": 3, "is_near": False},
    {"format": Format.LIVES, "number": 2, "final": 3, "is_near": False},
    {"format": Format.KNOCKOUT, "number": 1, "final": 3, "is_near": False},
    {"format": Format.LEAGUE, "number": 3, "final": None, "is_near": True},
]
ROOM = {"expected": 11, "tables": 5, "fee": 350}
MONEY = {"prizes": (20_00, 10_50), "by_share": False, "currency": "€"}


@pytest.mark.parametrize("chosen", EVERY_FACT, ids=lambda chosen: chosen["format"])
def test_no_fact_of_a_plan_is_lost_by_the_form_that_shows_it_or_by_its_json(
    phone, circle, chosen
):
    """Saved as it is shown for the same night, and for a new one, whose plan begins from nothing."""
    plan = Plan(**chosen, match=MANY_HANDS, **ROOM, **MONEY)
    assert vars(plan).keys() == {each.name for each in fields(Plan)}
    assert [
        name for name in ROOM | MONEY if vars(plan)[name] == vars(Plan())[name]
    ] == []
    night = Night.objects.create(circle=circle, name="Noche", plan=plan.dump())
    assert change(phone, night).status_code == 302
    assert night.planned == plan
    page = page_at(phone, "night-plan", night)
    fields_shown = {
        name: page.context["form"][name].value() for name in page.context["form"].fields
    }
    posted = {
        name: value
        for name, value in fields_shown.items()
        if value not in (None, False)
    }
    answer = phone.post(address_of("night-set-up", circle), {**posted, "uid": uuid4()})
    assert answer.status_code == 302, page_text(answer)
    assert Night.objects.exclude(pk=night.pk).get().planned == plan


def test_before_the_first_round_everything_may_change(phone, circle):
    night = open_night(circle, *NAMES[:9])
    change(
        phone,
        night,
        name="Fiesta",
        preset="three-lives",
        rounds=2,
        game="gin",
        tables=4,
        fee=3,
    )
    plan = Plan.load(night.plan)
    [lives, _final] = plan.stages
    assert night.name == "Fiesta"
    assert plan.format is Format.LIVES
    assert plan.tables == 4
    assert plan.fee == 300
    assert lives.plays == Plays.LIVES
    assert lives.number == 2
    assert lives.match.ruleset == GIN


@pytest.mark.parametrize(
    ("fields", "is_kept"),
    [
        ({"name": "Fiesta", "fee": 3}, True),
        ({"rounds": 5}, False),
        ({"tables": 3}, False),
    ],
)
def test_a_draft_is_drawn_again_where_who_plays_or_the_tables_in_the_room_change(
    phone, circle, fields, is_kept
):
    night = open_night(circle, *NAMES[:9])
    page_at(phone, "night-seat", night)
    before = RoundDraft.objects.get()
    change(phone, night, **fields)
    assert list(RoundDraft.objects.all()) == ([before] if is_kept else [])


def test_after_a_round_what_has_not_begun_changes_from_the_next_one(phone, circle):
    night = published(open_night(circle, *NAMES[:8]))
    page_at(phone, "night-seat", night)
    fields = {
        "rounds": 2,
        "ends": "hands",
        "number": 5,
        "most": 4,
        "preset": "knockout",
        "game": "gin",
    }
    assert change(phone, night, **fields, has_final="on").status_code == 302
    assert isinstance(events_of(night)[-1], events.StageChanged)
    [begun] = sheet_of(night).stages
    match = begun.stage.match
    assert begun.stage.plays == Plays.ROUNDS
    assert begun.stage.number == 2
    assert match.ends == EndOfMatch.HANDS
    assert match.number == 5
    assert match.sizes == Sizes(3, 4, 4)
    plan = Plan.load(night.plan)
    assert plan.format is Format.EVERYBODY
    assert [stage.plays for stage in plan.stages] == [Plays.ROUNDS, Plays.FINAL]
    assert plan.stages[0] == begun.stage
    assert not RoundDraft.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rounds": 1}, "Ya se han jugado 2 rondas."),
        ({"least": 5}, "Di los tamaños de mesa de menos a más."),
        ({"rounds": 13}, "Un número entero de 1 a 12."),
    ],
)
def test_what_cannot_be_is_refused_where_it_is_chosen(phone, circle, fields, sentence):
    night = published(published(open_night(circle, *NAMES[:8])))
    before = (events_of(night), night.plan)
    answer = change(phone, night, **fields)
    assert sentence in refusal(answer)
    assert (events_of(night), night.plan) == before


def test_tables_that_pairs_make_too_large_are_refused_when_they_are_chosen(
    phone, circle
):
    night = told(open_night(circle, "Ana"), events.Removed(1))
    send_to(phone, "night-check-in", night, do="new", q="Zoe + Mar")
    send_to(phone, "night-check-in", night, do="new", q="Leo + Pau")
    answer = change(phone, night, game="gin", least=2, best=2, most=2)
    sentence = "Con las parejas de hoy una mesa tendría más de 2 personas."
    assert sentence in refusal(answer)


def test_who_went_on_from_the_tables_of_a_knockout_stays_decided(phone, circle):
    night = published(open_night(circle, *NAMES[:8], preset=Format.KNOCKOUT))
    assert change(phone, night, least=4, best=6, most=6).status_code == 302
    assert sheet_of(night).stages[0].stage.number == 2


def test_looking_changes_nothing(phone, circle):
    night = open_night(circle, *NAMES[:9])
    before = night.plan
    page = page_at(phone, "night-plan", night)
    looked = tap(phone, page, "Calcular otra vez", rounds=3)
    night.refresh_from_db()
    assert night.plan == before
    assert "3 rondas" in page_text(looked)
