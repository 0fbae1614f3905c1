"""The organiser's pages: from the group's page to the end of a night."""

import re
from datetime import timedelta
from math import ceil

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.night import events
from rules.night.bounds import ENTRANTS, ROUNDS, ROUNDS_OF_STAGE, TABLES
from rules.night.events import At
from rules.night.presets import Format
from rules.night.stages import EndOfMatch, MatchOf, Stage
from rules.numbers import Bound
from rules.presets import PRESETS
from scores.circle.circles import people as circle_people
from scores.models import Grant, Match, Role
from scores.night.at_table.table import table_at
from scores.night.cards import table_cards
from scores.night.log import events_of, sheet_of
from scores.night.models import (
    Night,
    NightEntry,
    Sitting,
)
from scores.night.people import are_both_here
from scores.night.seating.drafts import next_draft
from scores.night.seating.matches import publish
from scores.night.seen import SeenNight
from scores.night.tables.views import attach
from tests.rules.night.support.logs import stages_of
from tests.rules.support.table import hand
from tests.scores.support.factories import new_phone, start, write
from tests.scores.support.nights import (
    EIGHT,
    FOUR,
    card,
    hidden,
    open_night,
    person,
    persons,
    played,
    publish_on_page,
    published,
    scanned,
    seats_of,
    send_to_table,
    set_clock,
    told,
)
from tests.scores.support.table import (
    address_of,
    buttons,
    page_at,
    page_of,
    page_text,
    refusal,
    send_to,
    tap,
    text_on,
    update_row,
)

WEEK = timedelta(days=7)


def test_a_game_of_contracts_ends_with_the_last_whatever_the_night_says(circle):
    match = MatchOf(PRESETS["chinaso"].ruleset, EndOfMatch.HANDS, 30)
    night = published(open_night(circle, stages=(Stage(match=match),)))
    assert played(night).rules.limit == len(match.ruleset.contracts)


def test_a_night_whose_log_is_full_says_so_can_be_ended_and_is_not_reopened(
    phone, circle, monkeypatch
):
    night = open_night(circle)
    monkeypatch.setattr("rules.night.play.EVENTS", Bound(0, night.entries.count()))
    full = "La noche tiene ya 4 apuntes, y no caben más: termínala."
    assert full in refusal(publish_on_page(phone, night))
    assert Sitting.objects.count() == 0
    assert send_to(phone, "night-end", night).status_code == 302
    reopened = send_to(phone, "night-reopen", night)
    assert "no caben más" in refusal(reopened, 409)
    assert sheet_of(night).is_over


def test_the_help_of_organisers_says_the_limits_and_leads_to_an_open_night(phone):
    page = phone.get(reverse("help-nights"))
    assert 'href="/nights/new/"' in page.text
    told = page_text(page)
    assert f"{ENTRANTS.high} inscritos y {TABLES.high} mesas." in told
    assert f"Como mucho {ROUNDS_OF_STAGE.high} rondas" in told
    assert f"la noche entera, {ROUNDS.high}." in told
    assert "3000 apuntes" in told


@pytest.mark.parametrize("tables", [4, 24])
def test_the_door_and_the_draft_cost_the_same_for_4_tables_and_for_24(
    phone, circle, tables, django_assert_num_queries
):
    first, *others = persons(4 * tables)
    night = open_night(circle, first)
    names = "\n".join(others)
    looked = tap(
        phone, page_at(phone, "night-list", night), "Mirar la lista", names=names
    )
    with django_assert_num_queries(29):
        tap(phone, looked, f"Apuntar {len(others)}", names=names, are_here="1")
    door = address_of("night-check-in", night)
    script = {"HX-Request": "true"}
    with django_assert_num_queries(6):
        phone.get(door)
    with django_assert_num_queries(5):
        phone.get(door, {"q": "pers"}, headers=script)
    paid = {"do": f"paid {person(circle, first).pk}"}
    with django_assert_num_queries(20):
        phone.post(door, paid, headers=script)
    page_at(phone, "night-seat", night)
    with django_assert_num_queries(7):
        page = page_at(phone, "night-seat", night)
    picked = send_to(phone, "night-seat", night, **hidden(page), do="pick 1")
    with django_assert_num_queries(13):
        send_to(phone, "night-seat", night, **hidden(picked), do="pick 2")


@pytest.mark.parametrize("tables", [4, 24])
def test_to_run_and_to_publish_costs_the_same_at_4_tables_and_at_24(
    phone, circle, tables, django_assert_num_queries
):
    night = published(open_night(circle, *persons(4 * tables)))
    for table in night.tables.all():
        table_cards.scan(table, new_phone(Client()))
    for match in Match.objects.filter(sitting__round=1):
        write(match, hand(0, 10, 20, 30), phone=phone)
    pages = {"desk": 11, "seat": 13, "money": 5, "end": 5}
    for name, cost in pages.items():
        with django_assert_num_queries(cost):
            page_at(phone, f"night-{name}", night)
    with django_assert_num_queries(7):
        page_at(phone, "night-table", night, 1, 1)
    drafted = next_draft(SeenNight.of(night), seed=2, steps=200)
    with django_assert_num_queries(46):
        publish(night, None, drafted)
    assert (
        Grant.objects.filter(match__sitting__round=2, role=Role.SCORE).count() == tables
    )


def test_two_who_are_both_here_are_one_person_only_once_one_has_left(phone, circle):
    night = open_night(circle)
    eva, paco = (person(circle, name) for name in ("Eva", "Paco"))
    address = address_of("person-merge", circle, eva.uid)
    fields = {"with": paco.uid.hex}
    for answer in (phone.get(address, fields), phone.post(address, fields)):
        assert "Paco y Eva están en una noche sin terminar." in page_text(answer)
    assert answer.status_code == 409
    told(night, events.Left(4))
    assert phone.post(address, fields).status_code == 302
    assert eva.merges.count() == 1
    # who comes back sits down all the same
    published(told(night, events.Back(4)))
    assert len({seat.player for seat in Sitting.objects.get().match.seats.all()}) == 4


def test_too_few_are_not_seated(phone, circle):
    answer = page_at(phone, "night-seat", open_night(circle, "Ana", "Luis"))
    assert "Son muy pocos para una mesa" in refusal(answer, 409)


def report(phone, night, *numbers, **more):
    """Type these numbers into the form of the first table, as they sit."""
    seats = zip(seats_of(night), numbers, strict=True)
    fields = {f"number_{name}": number for name, number in seats}
    return send_to_table(phone, night, do="report", **fields, **more)


def test_a_table_without_a_phone_is_reported_and_a_missing_number_is_asked_for(
    phone, night
):
    winner = FOUR[seats_of(night)[0] - 1]
    refused = report(phone, night, "", 3, 3, 4)
    assert f"{winner}: Un número entero" in refusal(refused)
    assert report(phone, night, 1, 2, 3, 4).status_code == 302
    desk = text_on(phone, "night-desk", night)
    assert "Está el resultado" in desk
    assert f"Ganó {winner}" in desk
    assert "en papel" in desk


TOTALS = (30, -25, 41, 30)


@pytest.mark.parametrize(
    ("key", "typed", "these", "ranks", "totals"),
    [
        ("chinchon-fournier", TOTALS, "", (2, 1, 4, 2), TOTALS),
        ("chinchon-fournier", (2, 1, 2, 4), "", (2, 1, 2, 4), None),
        ("chinchon-fournier", (2, 1, 3, 5), "", (2, 1, 3, 4), (2, 1, 3, 5)),
        ("rum-500", TOTALS, "", (2, 4, 1, 2), TOTALS),
        ("rum-500", (2, 1, 3, 4), "", None, None),
        ("rum-500", (2, 1, 3, 4), "places", (2, 1, 3, 4), None),
        ("rum-500", (2, 1, 3, 4), "totals", (3, 4, 2, 1), (2, 1, 3, 4)),
    ],
)
def test_of_totals_the_ranks_follow_and_what_could_be_both_is_asked_about(
    phone, circle, key, typed, these, ranks, totals
):
    """No ranks: it is asked. What was entered stands in the form that corrects it."""
    match = MatchOf(ruleset=PRESETS[key].ruleset)
    night = published(open_night(circle, stages=(Stage(match=match),)))
    seats = seats_of(night)
    answer = report(phone, night, *typed, these=these)
    if ranks is None:
        assert "¿Son puestos o totales?" in refusal(answer)
        assert 'name="these" value="totals"' in answer.text
        assert sheet_of(night).reported == {}
        return
    result = sheet_of(night).reported[1, 1].result
    assert answer.status_code == 302
    assert result.places == dict(zip(seats, ranks, strict=True))
    assert result.totals == dict(zip(seats, totals or (), strict=False))
    form = page_at(phone, "night-table", night, 1, 1).context["form"]
    assert [field.value() for field in form.rows()] == [*typed]


def test_a_phone_of_the_table_corrects_an_earlier_round_once_the_organiser_lets_it(
    phone, night
):
    table = scanned(night)
    published(night)
    first, second = (played(night, number) for number in (1, 2))
    assert page_at(table, "everyday", second).status_code == 200
    assert page_at(table, "everyday", first).status_code == 404
    tap(phone, page_at(phone, "night-table", night, 1, 1), "Dejar que corrija")
    assert page_at(table, "everyday", first).status_code == 200


def test_a_match_that_the_table_began_without_a_signal_takes_its_place(
    phone, circle, night
):
    alone = start(phone, *FOUR, circle=circle.code)
    page = page_at(phone, "night-table", night, 1, 1)
    assert "¿Jugaron sin señal?" in page_text(page)
    offered = next(button for button in buttons(page) if "0 manos" in button)
    for _tap in (1, 2):
        tap(phone, page, offered)
    assert Sitting.objects.get().match == alone
    assert sheet_of(night).attached == {(1, 1): alone.pk}
    assert [
        match for match in circle.matches.not_deleted() if match.players_at_start == 4
    ] == [alone]


def test_no_match_takes_the_place_of_one_that_got_a_hand_or_was_replaced(
    phone, circle, night
):
    alone, other = (start(phone, *FOUR, circle=circle.code) for _match in range(2))
    tables = [table_at(SeenNight.of(night), At(1, 1)) for _tap in range(3)]
    write(played(night), hand(0, 5, 6, 7))
    assert not attach(tables[0], None, alone.code)
    Match.objects.update(hands=0)
    assert attach(tables[1], None, alone.code)
    assert not attach(tables[2], None, other.code)
    of_night = Match.objects.not_deleted().exclude(night_table=None)
    assert set(of_night) == {alone}
    assert played(night) == alone


def test_a_group_that_is_full_says_so_where_a_table_would_begin_anew(
    phone, circle, night, monkeypatch
):
    monkeypatch.setattr(circle_people, "MOST_MATCHES", circle.matches.count())
    [seat, *_others] = seats_of(night)
    answer = send_to_table(phone, night, do=f"missing {seat}")
    full = "El grupo está lleno: empieza en otro grupo."
    assert full in refusal(answer)
    assert sizes(night) == [4]


def test_the_night_ends_once_and_seats_nobody_after(phone, circle, night):
    for _tap in (1, 2):
        assert send_to(phone, "night-end", night).status_code == 302
    assert events_of(night)[-1] == events.Ended()
    assert "La noche ya terminó" in text_on(phone, "night-seat", night)
    assert "terminada" in text_on(phone, "nights", circle)


@pytest.mark.parametrize(
    ("ends", "number", "minutes", "limit"),
    [
        (EndOfMatch.CLOCK, 25, 25, 100),
        (EndOfMatch.HANDS, 5, 40, 5),
    ],
)
def test_the_clock_proposes_the_minutes_of_the_plan_and_never_its_number_of_hands(
    phone, circle, ends, number, minutes, limit
):
    stages = stages_of(Format.EVERYBODY, MatchOf(ends=ends, number=number), 2)
    night = published(open_night(circle, stages=stages))
    page = page_of(phone, night).text
    assert re.findall(r'name="minutes"[^>]* value="(\d+)"', page) == [str(minutes)]
    assert played(night).rules.limit == limit


def test_the_clock_counts_minutes_and_can_be_taken_off(phone, night):
    """The last hand begins once the tables have heard of it, and a second tap does not put it off."""
    shown = []
    last = "Última mano ya"
    for button in ("Poner reloj", "5 min más", last, last, "Quitar el reloj"):
        tap(phone, page_of(phone, night), button, minutes=30)
        text = text_on(phone, "night-desk", night)
        night.refresh_from_db()
        left = ceil((night.seconds_left or 0) / 10)
        shown.append([left, "quedan" in text, "Poner reloj" in text])
    assert shown == [
        [180, True, False],
        [210, True, False],
        [1, True, False],
        [1, True, False],
        [0, False, True],
    ]


def test_minutes_that_are_none_are_refused_and_the_clock_stays(phone, night):
    for typed in ("", "4o", "0", "601"):
        answer = set_clock(phone, night, "start", minutes=typed)
        assert "Un número entero de 1 a 600." in refusal(answer)
    assert 'value="601"' in answer.text
    night.refresh_from_db()
    assert night.clock_ends_at is None


def sizes(night):
    return [len(table.seats) for table in sheet_of(night).rounds[-1].tables]


def test_a_table_plays_short_without_somebody_who_did_not_come(phone, night):
    table = scanned(night)
    missing = seats_of(night)[0]
    before = played(night)
    said = {"do": f"missing {missing}"}
    assert send_to(table, "match-missing", before, **said).status_code == 302
    assert send_to_table(phone, night, **said).status_code == 302
    after = played(night)
    assert table.get(card(night))["Location"] == after.get_absolute_url()
    assert Sitting.objects.get().missing == []
    assert after.night_table == 1
    before.refresh_from_db()
    assert before.deleted_at is not None
    assert sizes(night) == [3]
    assert after.seats.count() == 3
    assert sheet_of(night).badges[missing].has_left is True
    again = send_to_table(phone, night, **said)
    assert again.status_code == 302
    assert sizes(night) == [3]


def test_a_table_plays_short_without_somebody_who_left_at_the_door(phone, night):
    seat = seats_of(night)[0]
    told(night, events.Left(seat))
    answer = send_to_table(phone, night, do=f"missing {seat}")
    assert answer.status_code == 302
    assert sizes(night) == [3]


def test_a_table_that_would_be_too_small_is_broken_up_and_its_people_join_the_others(
    phone, circle
):
    night = published(open_night(circle, *EIGHT[:7]))
    small = next(one for one in sheet_of(night).rounds[0].tables if len(one.seats) == 3)
    address = address_of("night-table", night, 1, small.number)
    refused = phone.post(address, {"do": f"missing {small.seats[0]}"})
    assert "tiene que ser de 3 a 5" in refusal(refused)
    for _tap in (1, 2):
        answer = phone.post(address, {"do": "break"})
        assert answer["Location"] == night.get_absolute_url()
    made = sheet_of(night).rounds[0]
    assert [len(one.seats) for one in made.tables] == [5]
    assert len(made.resting) == 2
    assert Sitting.objects.get().match.seats.count() == 5


def test_nobody_is_moved_once_the_table_has_a_hand(phone, night):
    write(Sitting.objects.get().match, hand(0, 5, 6, 7))
    for do in ("break", f"missing {seats_of(night)[0]}"):
        answer = send_to_table(phone, night, do=do)
        assert (answer.status_code, sizes(night)) == (422, [4])
    assert "Falta alguien" not in page_text(answer)


def test_the_night_of_next_week_does_not_hide_who_sits_in_that_of_today(phone, circle):
    open_night(circle)
    update_row(open_night(circle, "Ana"), starts_on=timezone.localdate() + WEEK)
    eva, paco = (person(circle, name) for name in ("Eva", "Paco"))
    assert are_both_here(eva, paco)
    Night.objects.update(created_at=timezone.now() - 3 * WEEK)
    NightEntry.objects.update(at=timezone.now() - 3 * WEEK)
    assert not are_both_here(eva, paco)  # a night that nobody ended
