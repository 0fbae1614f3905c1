"""The desk: what the night stands at, what is missing, what comes next."""

import pytest
from django.utils import timezone

from rules import events as events_of_match
from rules.night import events
from rules.night.events import At, CutBy
from rules.night.presets import Format
from rules.night.stages import MatchOf
from rules.numbers import Bound
from scores.night.at_table.table import TableStatus
from scores.night.desk.page import Desk
from scores.night.log import sheet_of
from scores.night.models import Night, Sitting
from scores.night.seen import NightState
from tests.rules.night.support.programmes import stages_of
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import (
    EIGHT,
    ended,
    open_night,
    person,
    played,
    published,
    reported,
    seats_of,
    told,
)
from tests.scores.support.table import (
    address_of,
    page_of,
    refusal,
    send_to,
    text_at,
    text_on,
    update_row,
)


@pytest.fixture
def night(circle) -> Night:
    """Eight people, one round and a final of three; the round is published."""
    stages = stages_of(Format.EVERYBODY, MatchOf(), 1, 3)
    return published(open_night(circle, *EIGHT, stages=stages))


def statuses(night: Night) -> list[TableStatus]:
    return [row.status for row in Desk.of(night).tables]


def test_the_desk_goes_from_the_door_to_the_end_which_it_offers_with_the_last_result(
    phone, circle
):
    stages = stages_of(Format.EVERYBODY, MatchOf(), 2)
    night = open_night(circle, stages=stages)
    shown = []

    def look():
        offers_end = address_of("night-end", night) in page_of(phone, night).text
        shown.append((Desk.of(night).state, offers_end))

    look()
    for number in (1, 2):
        published(night)
        look()
        reported(night, number=number)
        look()
    ended(night)
    look()
    assert shown == [
        (NightState.BEFORE, False),
        (NightState.PLAYING, False),
        (NightState.COMPLETE, False),
        (NightState.PLAYING, False),
        (NightState.LAST, True),
        (NightState.OVER, False),
    ]


def test_the_final_is_called_so_wherever_its_round_is_named(phone, night):
    reported(night)
    reported(night, table=2)
    level = Desk.of(night)
    assert level.state is NightState.CUT
    text = text_at(phone, night.get_absolute_url())
    assert "Lo decides tú: el programa no elige." in text
    assert "Sentar la" not in text
    seconds = sorted(table.seats[1] for table in sheet_of(night).rounds[0].tables)
    told(
        night,
        events.CutDecided(At(1, 0), tuple(seconds), tuple(seconds[:1]), CutBy.LOT),
    )
    assert "Sentar la final" in text_at(phone, night.get_absolute_url())
    draft = text_on(phone, "night-seat", night)
    assert "Final, borrador" in draft
    assert "Publicar la final" in draft
    published(night)
    names = ("desk", "hall", "standings", "lists", "slips", "aloud")
    shown = {name: text_on(phone, f"night-{name}", night) for name in names}
    assert [name for name, text in shown.items() if "Ronda 2" in text] == []
    assert [name for name, text in shown.items() if "Final" in text] == [*names]


def test_the_final_of_a_night_of_lives_is_called_so_once_it_comes(phone, circle):
    stages = stages_of(Format.LIVES, MatchOf(), 1)
    night = published(open_night(circle, *EIGHT, preset=Format.LIVES, stages=stages))
    for table in (1, 2):
        reported(night, table=table)
    assert [key.is_final for key in Desk.of(night).rounds] == [False, True]
    assert "Sentar la final" in text_at(phone, night.get_absolute_url())


def test_every_round_is_one_tap_away_with_what_it_lacks(phone, night):
    reported(night)
    told(night, events.StageChanged({"number": 3}))
    published(night)
    keys = [
        (key.number, key.done, key.tables, key.status) for key in Desk.of(night).rounds
    ]
    assert keys == [
        (1, 1, 2, "overdue"),
        (2, 0, 2, ""),
        (3, 0, 0, "later"),
        (4, 0, 0, "later"),
    ]
    earlier = text_at(phone, address_of("night-desk", night) + "?round=1")
    assert "falta el resultado." in earlier
    assert "Volver a la ronda 2" in earlier


def test_who_rests_is_on_the_desk_with_what_it_counts(phone, circle):
    night = open_night(circle, *EIGHT[:7], tables=1)
    reported(published(night))
    text = text_at(phone, night.get_absolute_url())
    first, other = sheet_of(night).rounds[0].resting
    names = f"{EIGHT[first - 1]} y {EIGHT[other - 1]}"
    assert f"Descansan {names}. Cuenta 6 puntos esta ronda." in text


def test_a_table_that_calls_comes_first_until_somebody_was_there(phone, night):
    Sitting.objects.filter(table__number=2).update(called_at=timezone.now())
    assert statuses(night) == [
        TableStatus.CALLS,
        TableStatus.NO_PHONE,
    ]
    send_to(phone, "night-call", night, 1, 2, do="done")
    assert statuses(night) == [
        TableStatus.NO_PHONE,
        TableStatus.NO_PHONE,
    ]


def test_a_table_that_calls_after_its_result_is_not_counted_as_playing(phone, night):
    reported(night)
    Sitting.objects.filter(table__number=1).update(called_at=timezone.now())
    assert "Sigue 1 mesa" in text_at(phone, night.get_absolute_url())
    reported(night, table=2)
    assert Desk.of(night).round_of_standings == 1


def test_once_the_time_is_over_what_has_no_result_is_first(phone, night):
    reported(night)
    update_row(night, clock_ends_at=timezone.now())
    assert statuses(night) == [
        TableStatus.OVERDUE,
        TableStatus.OVER,
    ]


@pytest.fixture
def level(night):
    """Both second ones are level for the last seat of the final of three."""
    for table in (1, 2):
        reported(night, table=table)
    return night


def seconds_of(night):
    return tuple(sorted(table.seats[1] for table in sheet_of(night).rounds[0].tables))


def asked_cut(night):
    return Desk.of(night).cut.key


@pytest.mark.parametrize(
    ("by", "chosen", "going_on"),
    [(CutBy.PLAYOFF, 1, 1), (CutBy.SEATS, 0, 2), (CutBy.LOT, 0, 1)],
)
def test_the_organiser_decides_a_cut_once(phone, level, by, chosen, going_on):
    through = seconds_of(level)[:chosen]
    data = {"by": str(by), "through": through, "cut": asked_cut(level)}
    for _tap in (1, 2):
        send_to(phone, "night-cut", level, **data)
    [decision] = sheet_of(level).cuts
    assert decision.by == by
    assert len(decision.through) == going_on
    assert Desk.of(level).state is NightState.COMPLETE


def test_two_phones_that_decide_the_same_cut_do_not_decide_the_next_one(phone, circle):
    night = published(open_night(circle, *EIGHT, preset=Format.KNOCKOUT))
    for table in (1, 2):
        reported(night, 1, 2, 2, 4, table=table)
    data = {"by": "lot", "cut": asked_cut(night)}
    for _phone in (1, 2):
        send_to(phone, "night-cut", night, **data)
    assert [cut.at for cut in sheet_of(night).cuts] == [At(1, 1)]


def test_a_night_is_reopened_until_the_next_one_begins(phone, level):
    ended(level)
    assert send_to(phone, "night-reopen", level).status_code == 302
    assert Desk.of(level).state is NightState.CUT
    ended(level)
    published(open_night(level.circle))
    send_to(phone, "night-reopen", level)
    assert sheet_of(level).is_over
    assert "Ya ha empezado otra noche" in text_on(phone, "night-desk", level)


def test_a_night_whose_log_is_full_is_not_reopened_and_says_so(
    phone, level, monkeypatch
):
    ended(level)
    level.refresh_from_db()
    assert level.finished_at is not None
    log_full = Bound(0, level.entries.count())
    monkeypatch.setattr("rules.night.play.EVENTS", log_full)
    refused = send_to(phone, "night-reopen", level)
    assert "no caben más" in refusal(refused, 409)
    assert sheet_of(level).is_over


def test_both_results_of_a_table_are_shown_and_the_one_by_hand_can_be_withdrawn(
    phone, night
):
    match = played(night)
    write(match, hand(0, 5, 6, 7), events_of_match.Finished())
    reported(night, 2, 1, 3, 4, reason="Se leyó mal")
    address = address_of("night-table", night, 1, 1)
    table = phone.get(address).context["table"]
    assert (bool(table.report), len(table.results_by_phone)) == (True, 4)
    assert Desk.of(night).tables[-1].has_two_results
    assert "cuenta este «Se leyó mal»" in text_at(phone, address)
    for _tap in (1, 2):
        assert phone.post(address, {"do": "withdraw"}).status_code == 302
    table = phone.get(address).context["table"]
    assert (bool(table.report), len(table.results_by_phone)) == (False, 4)


def test_the_desk_ends_a_table_by_its_totals(phone, night):
    address = address_of("night-table", night, 1, 1)
    assert phone.post(address, {"do": "end"}).status_code == 422
    write(played(night), hand(0, 5, 6, 7))
    for _tap in (1, 2):
        assert phone.post(address, {"do": "end"}).status_code == 302
    assert played(night).entries.filter(kind="finish").count() == 1
    assert {row.at.table: row.status for row in Desk.of(night).tables}[
        1
    ] is TableStatus.OVER


def test_a_result_that_is_saved_twice_is_entered_once(phone, night):
    address = address_of("night-table", night, 1, 1)
    fields = {"do": "report", "reason": "Se leyó mal"}
    fields |= {f"number_{each}": turn for turn, each in enumerate(seats_of(night), 1)}
    for _tap in (1, 2):
        assert phone.post(address, fields).status_code == 302
    assert night.entries.filter(kind="reported").count() == 1
    phone.post(address, fields | {"reason": "Otra vez"})
    assert night.entries.filter(kind="reported").count() == 2
    assert "«Otra vez»" in text_at(phone, address)


def test_a_night_that_ended_without_a_result_has_no_winner(phone, night):
    ended(night)
    assert "No hay ningún resultado" in text_at(phone, night.get_absolute_url())


def test_a_pair_is_two_people_on_the_desk(phone, circle):
    pairs = [(person(circle, "Ana").pk, person(circle, "Luis").pk)]
    night = Night.objects.create(
        circle=circle, name="Parejas", plan=open_night(circle).plan
    )
    told(night, *(events.Entered(1, pair) for pair in pairs))
    assert "2 personas están aquí" in text_at(phone, night.get_absolute_url())


def test_a_night_that_was_set_up_later_and_played_before_lets_it_be_reopened(
    phone, level
):
    published(open_night(level.circle))
    ended(level)
    send_to(phone, "night-reopen", level)
    assert not sheet_of(level).is_over


def test_a_round_whose_only_table_was_broken_up_is_none_to_come(phone, circle):
    night = published(open_night(circle))
    assert send_to(phone, "night-table", night, 1, 1, do="break").status_code == 302
    first, *_others = Desk.of(night).rounds
    assert (first.number, first.status, first.tables) == (1, "done", 0)
    text = text_on(phone, "night-desk", night)
    assert "ronda 1 hecha" in text
    assert "ronda 1 luego" not in text
