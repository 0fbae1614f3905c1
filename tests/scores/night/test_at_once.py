"""Two phones at once: what is taken back once, and that whoever locks matches, circle and night does so in
this order, or two would wait for each other for ever."""

from collections.abc import Iterator

import pytest
from django.test import Client

from rules.night import events
from scores.core.merges import locked_circle
from scores.models import Match
from scores.night.log import sheet_of
from scores.night.models import Night
from scores.night.seating.changing import take_back
from tests.scores.support.factories import holder, start
from tests.scores.support.nights import (
    FOUR,
    last_entry,
    played,
    publish_on_page,
    published,
    seats_of,
    send_to_table,
    told,
)
from tests.scores.support.table import (
    at_once,
    meet,
    real_transactions,
    send_to,
)


@real_transactions
def test_of_two_who_take_the_same_thing_back_at_once_it_is_taken_back_once(
    phone, night
):
    told(night, events.Paid(1, 500), events.Paid(2, 500))
    entry = last_entry(night)
    by = holder(phone)

    def undo() -> None:
        take_back(night, by, [entry])

    assert at_once(undo, undo) == [None, None]
    assert sheet_of(night).paid == {1: 500}
    assert night.entries.filter(kind="taken_back").count() == 1


@real_transactions
def test_of_two_who_take_a_round_back_at_once_its_matches_go_once(phone, night):
    entry = last_entry(night)
    by = holder(phone)

    def undo() -> None:
        take_back(night, by, [entry - 1, entry])

    assert at_once(undo, undo) == [None, None]
    assert sheet_of(night).rounds == ()
    publish_on_page(phone, night)
    assert played(night).deleted_at is None


def take_the_round_back(phone: Client, night: Night) -> int:
    entry = {"entry": last_entry(night)}
    return send_to(phone, "night-log", night, **entry).status_code


def at_table(phone: Client, night: Night, **tapped: str) -> int:
    return send_to_table(phone, night, **tapped).status_code


def attach(phone: Client, night: Night) -> int:
    alone = Match.objects.get(sitting=None, hands=0, seats__player__name="Eva")
    return at_table(phone, night, do="attach", match=alone.code)


def say_who_is_missing(phone: Client, night: Night) -> int:
    return at_table(phone, night, do=f"missing {seats_of(night)[0]}")


def publish(phone: Client, night: Night) -> int:
    return publish_on_page(phone, night).status_code


@real_transactions
@pytest.mark.parametrize(
    "act", [take_the_round_back, attach, say_who_is_missing, publish]
)
def test_who_changes_a_table_waits_for_its_match_before_circle_and_night(
    phone, night, act
):
    start(phone, *FOUR, circle=night.circle.code)
    match = played(night)

    def lock_in_order() -> Iterator[None]:
        list(Match.objects.locked().filter(pk=match.pk))
        yield
        locked_circle(match.circle_id)
        list(Night.objects.select_for_update(no_key=True))

    assert meet(lock_in_order, lambda: act(phone, night)) == [None, 302]


@real_transactions
def test_a_match_that_was_attached_is_let_go_after_its_match_is_locked(phone, night):
    alone = start(phone, *FOUR, circle=night.circle.code)
    at_table(phone, night, do="attach", match=alone.code)
    entry = last_entry(night)
    published(published(night))  # its round is neither the last one nor that before
    by = holder(phone)

    def lock_in_order() -> Iterator[None]:
        list(Match.objects.locked().filter(pk=alone.pk))
        yield
        list(Night.objects.select_for_update(no_key=True))

    def undo() -> None:
        take_back(night, by, [entry])

    assert meet(lock_in_order, undo) == [None, None]
    assert sheet_of(night).attached == {}
