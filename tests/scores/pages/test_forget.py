"""«Olvidar este teléfono»: what it says, what goes, what stays."""

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.access import paper_keys
from scores.models import Match, PaperKey, Role
from scores.night import links
from scores.night.cards import table_cards
from scores.night.models import NightTable
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, start
from tests.scores.support.nights import open_night, published
from tests.scores.support.table import (
    page_at,
    page_of,
    play,
    score,
    text_at,
)
from tests.support.addresses import TABLE

FORGET = reverse("forget")


@pytest.fixture
def circle(match):
    return match.circle


def told(phone):
    return {
        str(text): circles
        for text, circles in phone.get(FORGET).context["groups"]
        if circles
    }


def test_it_says_which_groups_nobody_has_any_more_and_which_nobody_owns(phone, circle):
    assert told(phone) == {"Nadie más los tiene: se pierden": [circle]}
    phone_of(circle, Role.SCORE)
    assert told(phone) == {"Se quedan sin nadie que los lleve": [circle]}
    phone_of(circle, Role.OWN)
    assert told(phone) == {"Los siguen llevando otros": [circle]}


def test_its_rights_and_its_name_go_and_its_hands_stay(phone, match):
    other = phone_of(match.circle)
    known = holder(phone)
    phone.post(reverse("phone"), {"name": "El de Ana"})
    play(phone, match, hand(0, 23))
    done = phone.post(FORGET)
    assert done.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    assert done.cookies["phone"].value == ""
    assert phone.cookies["phone"].value == ""
    gone = known.uid
    known.refresh_from_db()
    assert known.name == ""
    assert known.grants.count() == 0
    assert known.entries.count() == 1
    newest = match.circle.rights_lines.first()
    assert newest.what == "removed"
    assert newest.way == "self"
    assert newest.phone == gone
    assert newest.by == gone
    assert page_of(phone, match).status_code == 404
    assert page_of(other, match).status_code == 200


def test_a_paper_key_goes_too_where_its_holder_says_so(phone, match):
    known = holder(phone)
    paper_keys.make(known, "es")
    phone.post(FORGET, {"keys": "on"})
    assert PaperKey.objects.filter(phone=known).count() == 0
    assert known.grants.count() == 0


def test_a_paper_key_still_gives_what_it_gave_and_a_copied_cookie_nothing(phone, match):
    thief = Client()
    night = published(open_night(match.circle))
    thief.cookies["phone"] = phone.cookies["phone"].value
    card = table_cards.link_path(NightTable.objects.select_related("night").get())
    for link in (card, links.link_path(night, Role.WATCH)):
        assert phone.post(link).status_code == 302
    words = paper_keys.make(holder(phone), "es")
    assert "Tu llave de papel o tu huella" in text_at(phone, FORGET)
    phone.post(FORGET)
    table = Match.objects.get(sitting__isnull=False)
    pages = [match, table, match.circle, night]
    assert {page_of(thief, page).status_code for page in pages} == {404}
    assert {score(thief, one, hand(0, 23)).status_code for one in (match, table)} == {
        404
    }
    published(night)
    assert page_of(thief, Match.objects.get(sitting__round=2)).status_code == 404
    assert page_at(thief, "night-standings", night).status_code == 404
    other = Client()
    other.post(reverse("recover"), {"words": " ".join(words), "do": "take"})
    assert page_of(other, match).status_code == 200


def test_what_is_lost_costs_as_many_queries_for_three_groups_as_for_one(
    phone, django_assert_num_queries
):
    for _circle in range(3):
        start(phone, "Ana", "Luis", circle="new")
    with django_assert_num_queries(TABLE["forget"].reads):
        phone.get(FORGET)
