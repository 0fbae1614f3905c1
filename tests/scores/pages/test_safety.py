"""Home says that a group hangs on one phone: when, and how often."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished
from scores.core.access import paper_keys
from scores.models import Role
from scores.pages.views import TOLD
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of
from tests.scores.support.table import play


def said(phone, **how):
    return phone.get(reverse("home"), **how).context["warning"]


@pytest.fixture
def finished(phone, match):
    play(phone, match, hand(0, 23), Finished())
    return match


def test_once_and_again_after_a_month(phone, finished):
    assert [said(phone), said(phone)] == ["line", ""]
    phone.cookies[TOLD] = (timezone.localdate() - timedelta(days=29)).isoformat()
    assert said(phone) == ""
    phone.cookies[TOLD] = (timezone.localdate() - timedelta(days=30)).isoformat()
    assert [said(phone), said(phone)] == ["line", ""]


def test_the_first_time_a_passkey_is_offered_where_the_site_can_have_one(
    phone, finished
):
    here = {"host": "localhost"}
    assert [said(phone, headers=here), said(phone, headers=here)] == ["offer", ""]
    phone.cookies[TOLD] = "2026-01-01"
    assert said(phone, headers=here) == "line"


def test_not_before_a_match_is_over(phone, match):
    play(phone, match, hand(0, 23))
    assert said(phone) == ""


def test_not_where_another_phone_owns_the_group(phone, finished):
    other = phone_of(finished.circle, Role.SCORE)
    assert said(other) == ""
    assert said(phone) == "line"
    del phone.cookies[TOLD]
    phone_of(finished.circle, Role.OWN)
    assert said(phone) == ""


def test_not_to_who_has_a_key(phone, finished):
    paper_keys.make(holder(phone), "es")
    assert said(phone) == ""
