"""The desk: what the night stands at, what is missing, what comes next."""

import pytest
from django.utils import timezone

from rules.night import events
from rules.night.events import At, CutBy
from rules.night.presets import Format
from rules.night.stages import MatchOf
from scores.night.at_table.table import TableStatus
from scores.night.desk.page import Desk
from scores.night.log import sheet_of
from scores.night.models import Night, Sitting
from scores.night.seen import NightState
from tests.rules.night.support.logs import stages_of
from tests.rules.support.table import hand
from tests.scores.night.test_organise import report
from tests.scores.support.factories import write
from tests.scores.support.nights import (
    EIGHT,
    all_reported,
    ended,
    open_night,
    played,
    published,
    reported,
    send_to_table,
    told,
)
from tests.scores.support.table import (
    address_of,
    page_at,
    page_of,
    send_to,
    tap,
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
    told(night, events.ReportWithdrawn(At(1, 1)))
    assert not Desk.of(night).are_ranks_final
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
    all_reported(night)
    assert Desk.of(night).state is NightState.CUT
    text = text_on(phone, "night-desk", night)
    assert "Lo decides tú: el programa no elige." in text
    assert "Sentar la" not in text
    assert "Hay empate por las últimas plazas" in text_on(phone, "night-seat", night)
    seconds = seconds_of(night)
    told(night, events.CutDecided(At(1, 0), seconds, seconds[:1], CutBy.LOT))
    assert "Sentar la final" in text_on(phone, "night-desk", night)
    draft = text_on(phone, "night-seat", night)
    assert "Final, borrador" in draft
    assert "Publicar la final" in draft
    published(night)
    names = ("desk", "hall", "standings", "lists", "slips", "aloud")
    shown = {name: text_on(phone, f"night-{name}", night) for name in names}
    assert [name for name, text in shown.items() if "Ronda 2" in text] == []
    assert [name for name, text in shown.items() if "Final" in text] == [*names]
    assert "Mesa 1 · final" in text_on(phone, "match-night", played(night, 2))


def test_the_final_of_a_night_of_lives_is_called_so_once_it_comes(phone, circle):
    stages = stages_of(Format.LIVES, MatchOf(), 1)
    night = published(open_night(circle, *EIGHT, preset=Format.LIVES, stages=stages))
    all_reported(night)
    assert [key.is_final for key in Desk.of(night).rounds] == [False, True]
    assert "Sentar la final" in text_on(phone, "night-desk", night)


def test_of_every_round_it_is_said_what_it_lacks(night):
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


def test_who_rests_is_on_the_desk_with_what_it_counts(phone, circle):
    night = published(open_night(circle, *EIGHT[:7], tables=1))
    for name in ("hall", "lists", "aloud"):
        assert "escansa" in text_on(phone, f"night-{name}", night)
    reported(night)
    text = text_on(phone, "night-desk", night)
    names = " y ".join(EIGHT[who - 1] for who in sheet_of(night).rounds[0].resting)
    assert f"Descansan {names}. Cuenta 6 puntos esta ronda." in text


def test_a_table_that_calls_comes_first_until_somebody_was_there(phone, night):
    """After its result it does not count as playing."""
    Sitting.objects.filter(table__number=2).update(called_at=timezone.now())
    assert statuses(night) == [TableStatus.CALLS, TableStatus.NO_PHONE]
    send_to(phone, "night-call", night, 1, 2, do="done")
    assert statuses(night) == [TableStatus.NO_PHONE] * 2
    reported(night)
    Sitting.objects.filter(table__number=1).update(called_at=timezone.now())
    for name in ("night-desk", "night-end"):
        assert "Sigue 1 mesa" in text_on(phone, name, night)
    reported(night, table=2)
    assert Desk.of(night).round_of_standings == 1


def test_once_the_time_is_over_what_has_no_result_is_first(phone, night):
    reported(night)
    update_row(night, clock_ends_at=timezone.now())
    assert statuses(night) == [TableStatus.OVERDUE, TableStatus.OVER]


@pytest.fixture
def level(night):
    """Both second ones are level for the last seat of the final of three."""
    return all_reported(night)


def seconds_of(night):
    return tuple(sorted(table.seats[1] for table in sheet_of(night).rounds[0].tables))


def test_all_who_are_level_at_a_cut_may_go_on(phone, level):
    tap(phone, page_of(phone, level), "Pasan todos")
    [decision] = sheet_of(level).cuts
    assert (decision.by, decision.through) == (CutBy.SEATS, seconds_of(level))
    assert Desk.of(level).state is NightState.COMPLETE


def test_two_phones_that_decide_the_same_cut_do_not_decide_the_next_one(
    phone, knockout
):
    for table in (1, 2):
        reported(knockout, 1, 2, 2, 4, table=table)
    data = {"by": "lot", "cut": Desk.of(knockout).cut.key}
    for _phone in (1, 2):
        send_to(phone, "night-cut", knockout, **data)
    [decision] = sheet_of(knockout).cuts
    assert (decision.at, len(decision.through)) == (At(1, 1), 1)
    data["cut"] = Desk.of(knockout).cut.key
    reported(knockout, 1, 2, 4, 2, table=2)  # others are level now
    send_to(phone, "night-cut", knockout, **data)
    assert sheet_of(knockout).cuts == (decision,)


def test_a_night_is_reopened_until_the_next_one_begins(phone, level):
    """One that was played before hinders nobody, though it was set up later."""
    published(open_night(level.circle))
    ended(level)
    send_to(phone, "night-reopen", level)
    assert Desk.of(level).state is NightState.CUT
    ended(level)
    published(open_night(level.circle))
    send_to(phone, "night-reopen", level)
    assert sheet_of(level).is_over
    assert "Ya ha empezado otra noche" in text_on(phone, "night-desk", level)


def test_the_desk_ends_a_table_by_its_totals(phone, night):
    assert send_to_table(phone, night, do="end").status_code == 422
    write(played(night), hand(0, 5, 6, 7))
    assert Desk.of(night).now.results == {}
    page = page_at(phone, "night-table", night, 1, 1)
    for _tap in (1, 2):
        tap(phone, page, "Acabar ya esta mesa, con los totales de ahora")
    assert played(night).entries.filter(kind="finish").count() == 1
    assert statuses(night) == [TableStatus.NO_PHONE, TableStatus.OVER]


def test_a_result_that_is_saved_twice_is_entered_once(phone, night):
    typed = []
    for reason in ("Se leyó mal", "Se leyó mal", "Otra vez"):
        assert report(phone, night, 1, 2, 3, 4, reason=reason).status_code == 302
        typed.append(night.entries.filter(kind="reported").count())
    assert typed == [1, 1, 2]
    assert "«Otra vez»" in text_on(phone, "night-table", night, 1, 1)


def test_a_pair_is_two_people_and_a_night_that_ended_without_a_result_has_no_winner(
    phone, circle
):
    night = open_night(circle, "Ana + Luis")
    assert "2 personas están aquí" in text_on(phone, "night-desk", night)
    assert "No hay ningún resultado" in text_on(phone, "night-desk", ended(night))


def test_a_round_whose_only_table_was_broken_up_is_none_to_come(phone, circle):
    night = published(open_night(circle))
    page = page_at(phone, "night-table", night, 1, 1)
    tap(phone, page, "Deshacer la mesa")
    first, *_others = Desk.of(night).rounds
    assert (first.number, first.status, first.tables) == (1, "done", 0)
    text = text_on(phone, "night-desk", night)
    assert "ronda 1 hecha" in text
    assert "ronda 1 luego" not in text
