"""Setting a night up, in a group or open, and changing its plan: all of it until a round is published."""

from dataclasses import fields
from datetime import time, timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from rules.kinds import Whole
from rules.night import events
from rules.night.presets import Format
from rules.night.seating.values import Sizes
from rules.night.stages import EndOfMatch, MatchOf, Plays, Stage
from rules.presets import GIN
from scores.core.house_rules.option_fields import AmountField
from scores.core.notation.numbers import amount
from scores.models import Circle, Phone, Role
from scores.night.log import events_of, sheet_of
from scores.night.models import ROOM_AND_MONEY, Night, Plan, RoundDraft
from scores.night.set_up.forms import NightForm
from scores.table.new_match.forms import offers
from tests.rules.night.support.logs import stages_of
from tests.scores.support.factories import holder, phone_of, start
from tests.scores.support.nights import (
    EIGHT,
    THIRTEEN,
    let_in,
    lines_of,
    open_night,
    published,
    told,
)
from tests.scores.support.table import (
    address_of,
    page_at,
    page_of_phone,
    page_text,
    refusal,
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
def test_an_open_night_counts_as_the_start_of_a_match_and_to_look_opens_nothing(
    client, limit
):
    """Nor does what cannot be, which counts too."""
    limit(strangers="2/hour")
    page = client.get(OPEN)
    looked = [tap(client, page, "Calcular otra vez", expected="24") for _ in range(3)]
    refused = tap(client, page, "Abrir la puerta", expected="1")
    assert [answer.status_code for answer in (*looked, refused)] == [200] * 3 + [422]
    assert "24 personas, 6 mesas" in page_text(looked[0])
    assert Circle.objects.count() == 0
    assert Phone.objects.count() == 0
    opened = [
        tap(who, page, "Abrir la puerta").status_code for who in (Client(), Client())
    ]
    assert opened == [302, 429]


def test_pages_of_a_group_speak_of_its_nights_only_where_it_has_one(phone, circle):
    watcher = phone_of(circle, Role.WATCH)
    pages = {
        "Noches de club": (watcher, circle.get_absolute_url()),
        "Pierde también las noches de club.": (phone, page_of_phone(circle, watcher)),
        "Las noches de club cuentan": (phone, address_of("circle-settings", circle)),
    }

    def spoken():
        return [words in text_at(*page) for words, page in pages.items()]

    before = spoken()
    open_night(circle)
    assert (before, spoken()) == ([False] * 3, [True] * 3)


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


# Changing the plan


def change(phone, night, **fields):
    answer = tap(
        phone, page_at(phone, "night-plan", night), "Guardar el plan", **fields
    )
    night.refresh_from_db()
    return answer


MANY_HANDS = MatchOf(GIN, EndOfMatch.HANDS, 7, Sizes(2, 3, 4))
EVERY_FACT = [
    {"format": Format.EVERYBODY, "number": 5, "final": 3, "is_near": False},
    {"format": Format.LIVES, "number": 2, "final": 3, "is_near": False},
    {"format": Format.KNOCKOUT, "number": 1, "final": 3, "is_near": False},
    {"format": Format.LEAGUE, "number": 3, "final": None, "is_near": True},
]
ROOM = {"expected": 11, "tables": 5, "fee": 350}
# The prizes are all that those who are expected will pay.
MONEY = {"prizes": (20_00, 18_50), "by_share": False, "currency": "€"}


@pytest.mark.parametrize("chosen", EVERY_FACT, ids=lambda chosen: chosen["format"])
def test_no_fact_of_a_plan_is_lost_by_the_form_that_shows_it_or_by_its_json(
    phone, circle, chosen
):
    """Saved as it is shown for the same night, and for a new one, whose plan begins from nothing."""
    plan = Plan(**chosen, match=MANY_HANDS, **ROOM, **MONEY)
    tried = {*chosen, "match", *ROOM, *MONEY}
    assert tried == {each.name for each in fields(Plan)}
    assert [
        name for name in ROOM | MONEY if vars(plan)[name] == vars(Plan())[name]
    ] == []
    night = Night.objects.create(circle=circle, name="Noche", plan=plan.dump())
    page = page_at(phone, "night-plan", night)
    assert tap(phone, page, "Calcular otra vez", fee="9").status_code == 200
    assert change(phone, night)["Location"] == night.get_absolute_url()
    assert night.planned == plan
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
    night = open_night(circle, *THIRTEEN[:9])
    played = {"preset": "three-lives", "rounds": 2, "game": "gin"}
    change(phone, night, name="Fiesta", **played, tables=4, fee=3)
    plan = night.planned
    assert night.name == "Fiesta"
    assert (plan.format, plan.number, plan.match.ruleset) == (Format.LIVES, 2, GIN)
    assert (plan.expected, plan.tables, plan.fee) == (9, 4, 300)
    assert plan.stages[0].plays == Plays.LIVES


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
    night = open_night(circle, *THIRTEEN[:9])
    page_at(phone, "night-seat", night)
    before = RoundDraft.objects.get()
    change(phone, night, **fields)
    assert list(RoundDraft.objects.all()) == ([before] if is_kept else [])


def test_after_a_round_what_has_not_begun_changes_from_the_next_one(phone, circle):
    night = published(open_night(circle, *EIGHT))
    page_at(phone, "night-seat", night)
    may_change = {"rounds": 2, "ends": "hands", "number": 5, "most": 4}
    stays = {"preset": "knockout", "game": "gin"}
    answer = change(phone, night, **may_change, **stays, has_final="on")
    assert answer.status_code == 302
    [begun] = sheet_of(night).stages
    match = night.planned.match._replace(sizes=Sizes(3, 4, 4))
    assert (match.ends, match.number) == (EndOfMatch.HANDS, 5)
    assert begun.stage == Stage(number=2, match=match)
    assert night.planned.format is Format.EVERYBODY
    assert night.planned.stages == (begun.stage, Stage(Plays.FINAL, 4, match=match))
    assert not RoundDraft.objects.exists()


def test_a_night_has_no_fewer_rounds_than_were_played(phone, circle):
    night = published(published(open_night(circle, *EIGHT)))
    before = (events_of(night), night.plan)
    answer = change(phone, night, rounds=1)
    assert "Ya se han jugado 2 rondas." in refusal(answer)
    assert (events_of(night), night.plan) == before


def test_tables_that_pairs_make_too_large_are_refused_when_they_are_chosen(
    phone, circle
):
    night = told(open_night(circle, "Ana"), events.Removed(1))
    let_in(phone, night, "Zoe + Mar")
    let_in(phone, night, "Leo + Pau")
    answer = change(phone, night, game="gin", least=2, best=2, most=2)
    sentence = "Con las parejas de hoy una mesa tendría más de 2 personas."
    assert sentence in refusal(answer)


def test_who_went_on_from_the_tables_of_a_knockout_stays_decided(phone, knockout):
    assert change(phone, knockout, least=4, best=6, most=6).status_code == 302
    assert sheet_of(knockout).stages[0].stage.number == 2


# The form


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
            {"preset": "league", "expected": 13, "tables": 2, "rounds": 3}
            | {"ends": "clock", "number": 30},
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
        ({"ends": "hands"}, "number"),
        ({"rounds": 10}, "rounds"),
        ({"least": 5, "most": 4}, "best"),
        ({"prizes": "60 50", "by_share": "1"}, "prizes"),
        ({"prizes": "x"}, "prizes"),
        ({"prizes": "-5"}, "prizes"),
        ({"fee": "1", "prizes": "50 34"}, "prizes"),
        ({"fee": "x"}, "fee"),
        ({"starts_at": "21:30"}, "starts_on"),
        ({"starts_on": "mañana"}, "starts_on"),
        ({"starts_on": "2206-01-01"}, "starts_on"),
        ({"starts_at": "a las nueve"}, "starts_at"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(typed, field):
    assert [*form(**typed).errors] == [field]


@pytest.mark.parametrize(
    ("name", "kind"),
    [each for each in ROOM_AND_MONEY.items() if isinstance(each[1], Whole)],
)
def test_the_form_takes_the_highest_number_of_a_plan_and_none_beyond_its_bounds(
    name, kind
):
    is_money = isinstance(form().fields[name], AmountField)
    below, highest, above = [
        form(**{name: amount(number) if is_money else number})
        for number in (kind.low - 1, kind.high, kind.high + 1)
    ]
    assert vars(highest.plan)[name] == kind.high
    assert [[*refused.errors] for refused in (below, above)] == [[name], [name]]


@pytest.mark.parametrize("typed", ["50 30 20", "50,30,20", "50;30, 20"])
def test_prizes_are_read_with_spaces_commas_or_semicolons(typed):
    assert form(prizes=typed, by_share="1").plan.prizes == (50, 30, 20)


def test_what_is_left_blank_keeps_the_value_of_the_format():
    plan = form(most=4, fee="5").plan
    match = MatchOf(offers([], None)[0].ruleset, sizes=Sizes(3, 4, 4))
    assert plan.stages == stages_of(Format.LIVES, match, 3)
    assert plan.fee == 500
    assert Plan.load(plan.dump()) == plan
