"""The table vouches for a phone: who may ask, who may refuse, what stops it, and who takes it back."""

from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.core.access import devices, vouching
from scores.core.access.vouching import State
from scores.models import Circle, Phone, Role
from tests.scores.support.factories import holder, phone_of
from tests.scores.support.table import at_once, page_of_phone
from tests.scores.support.vouched import LONG_AGO, ask, grant_of, lose_owners, table, wait


@pytest.fixture
def circle(match) -> Circle:
    return match.circle


def does(client: Client, circle: Circle, do: str, **fields: object) -> int:
    return client.post(reverse("vouch", args=[circle.code]), {"do": do, **fields}).status_code


def state(circle: Circle) -> State | None:
    found = vouching.current(circle)
    return found.state if found else None


def roles(circle: Circle, *clients: Client) -> list[Role]:
    return [Role(grant_of(circle, client).role) for client in clients]


def test_two_phones_make_a_third_an_owner_after_seven_days(circle):
    one, other = table(circle)
    third = phone_of(circle, Role.WATCH)
    assert does(one, circle, "open", phone=grant_of(circle, third).pk) == 302
    assert (does(one, circle, "second"), does(third, circle, "second")) == (409, 404)
    assert (does(other, circle, "second"), state(circle)) == (302, State.SECONDED)
    wait(circle, 6)
    assert (does(one, circle, "finish"), roles(circle, third)) == (409, [Role.WATCH])
    wait(circle, 1)
    assert (does(one, circle, "finish"), roles(circle, third)) == (302, [Role.OWN])
    newest = circle.rights_lines.first()
    assert (newest.way, newest.role, newest.phone) == ("table", Role.OWN, holder(third).uid)


def test_the_purge_decides_too_what_nobody_refused(circle):
    one, other = table(circle)
    ask(circle, one, other, State.SECONDED)
    vouching.finish_ripe()
    assert roles(circle, one) == [Role.SCORE]
    wait(circle, 7)
    vouching.finish_ripe()
    assert roles(circle, one) == [Role.OWN]


def test_every_phone_of_the_group_is_told(circle):
    one, other = table(circle)
    watcher = phone_of(circle)
    ask(circle, one, other, State.SECONDED)
    shown = [client.get(circle.get_absolute_url()).context["vouching"] for client in (one, other, watcher)]
    assert [notice["state"] for notice in shown] == ["seconded"] * 3


def test_an_owner_who_was_seen_lately_leaves_nothing_to_ask(circle):
    one, _other = table(circle)
    lose_owners(circle, days=29)
    assert does(one, circle, "open", phone=grant_of(circle, one).pk) == 409
    assert state(circle) is None


def test_an_owner_who_comes_back_stops_it(circle):
    one, other = table(circle)
    ask(circle, one, other, State.RIPE)
    Phone.objects.update(seen_on=timezone.localdate())
    assert (does(one, circle, "finish"), state(circle)) == (409, None)


def test_an_owner_refuses_with_one_tap(phone, circle):
    one, other = table(circle)
    ask(circle, one, other, State.SECONDED)
    Phone.objects.filter(pk=holder(phone).pk).update(seen_on=timezone.localdate())  # by looking at the page
    assert (does(other, circle, "refuse"), does(phone, circle, "refuse")) == (409, 302)
    assert circle.vouchings.get().ended_at
    assert (state(circle), does(one, circle, "finish")) == (None, 409)


def test_who_asked_can_take_it_back_before(circle):
    one, other = table(circle)
    ask(circle, one, other, State.OPEN)
    assert (does(one, circle, "refuse"), state(circle)) == (302, None)


def test_one_phone_alone_or_one_that_came_after_the_owner_left_cannot_ask(circle):
    one, late = phone_of(circle, Role.SCORE), phone_of(circle, Role.SCORE)
    lose_owners(circle)
    circle.grants.filter(phone=holder(late)).update(granted_at=timezone.now() - timedelta(days=29))
    for client in (one, late):
        assert does(client, circle, "open", phone=grant_of(circle, one).pk) == 409
    circle.grants.filter(phone=holder(late)).update(granted_at=timezone.now() - LONG_AGO)
    assert does(late, circle, "open", phone=grant_of(circle, one).pk) == 302


def test_what_nobody_seconds_is_over_after_seven_days(circle):
    one, other = table(circle)
    ask(circle, one, other, State.OPEN)
    wait(circle, 7)
    assert (does(other, circle, "second"), state(circle)) == (409, None)


def test_a_phone_that_left_is_made_no_owner(circle):
    one, other = table(circle)
    ask(circle, one, other, State.RIPE)
    grant_of(circle, one).delete()
    assert (does(other, circle, "finish"), circle.grants.filter(role=Role.OWN).count()) == (409, 1)


def test_the_old_owner_takes_it_back_for_thirty_days_and_nobody_removes_him_meanwhile(phone, circle):
    one, other = table(circle)
    ask(circle, one, other, State.PASSED)
    assert one.post(page_of_phone(circle, phone), {"do": "remove"}).status_code == 422
    devices.change_role(grant_of(circle, other), Role.OWN)
    wait(circle, 29)
    assert (does(one, circle, "take-back"), does(other, circle, "take-back")) == (409, 409)
    assert does(phone, circle, "take-back") == 302
    assert roles(circle, phone, one, other) == [Role.OWN, Role.SCORE, Role.SCORE]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("before", "acts"),
    [
        (None, ("open", "open")),
        (State.OPEN, ("second", "second")),
        (State.RIPE, ("finish", "refuse")),
        (State.RIPE, ("finish", "finish")),
        (State.PASSED, ("take-back", "take-back")),
    ],
)
def test_of_two_acts_at_once_one_is_done(phone, circle, before, acts):
    one, other = table(circle)
    if before:
        ask(circle, one, other, before)
    chosen = grant_of(circle, one).pk
    who = {"second": other, "finish": one, "refuse": phone, "take-back": phone}
    pair = [(who.get(do, (one, other)[place]), do) for place, do in enumerate(acts)]
    answers = at_once(*(partial(does, client, circle, do, phone=chosen) for client, do in pair))
    assert sorted(answers) == [302, 409]
    assert circle.vouchings.count() == 1
    has_passed = "finish" in [do for do, answer in zip(acts, answers, strict=True) if answer == 302]
    assert circle.grants.filter(role=Role.OWN).count() == 1 + has_passed


def test_after_thirty_days_it_stays(phone, circle):
    one, other = table(circle)
    ask(circle, one, other, State.PASSED)
    wait(circle, 30)
    assert does(phone, circle, "take-back") == 409
    assert one.post(page_of_phone(circle, phone), {"do": "remove"}).status_code == 302
    assert roles(circle, one) == [Role.OWN]
