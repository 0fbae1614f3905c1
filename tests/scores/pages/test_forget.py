"""«Olvidar este teléfono»: what it says, what goes, what stays."""

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.access import paper_keys
from scores.models import Circle, PaperKey, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of
from tests.scores.support.table import page_text, play

FORGET = reverse("forget")


@pytest.fixture
def circle(match) -> Circle:
    return match.circle


def told(phone: Client) -> dict[str, list[Circle]]:
    return {str(text): circles for text, circles in phone.get(FORGET).context["groups"] if circles}


def test_it_says_which_groups_nobody_has_any_more_and_which_nobody_owns(phone, circle):
    assert told(phone) == {"Nadie más los tiene: se pierden": [circle]}
    phone_of(circle, Role.SCORE)
    assert told(phone) == {"Se quedan sin nadie que los lleve": [circle]}
    phone_of(circle, Role.OWN)
    assert told(phone) == {"Los siguen llevando otros": [circle]}


def test_its_rights_and_its_name_go_and_its_hands_stay(phone, match):
    other, known = phone_of(match.circle), holder(phone)
    phone.post(reverse("phone"), {"name": "El de Ana"})
    play(phone, match, hand(0, 23))
    done = phone.post(FORGET)
    assert done.headers["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    assert (done.cookies["phone"].value, phone.cookies["phone"].value) == ("", "")
    known.refresh_from_db()
    assert (known.name, known.grants.count(), known.entries.count()) == ("", 0, 1)
    newest = match.circle.rights_lines.first()
    assert (newest.what, newest.way, newest.by) == ("removed", "self", known.uid)
    assert phone.get(match.get_absolute_url()).status_code == 404
    assert other.get(match.get_absolute_url()).status_code == 200


def test_a_paper_key_still_gives_what_it_gave_unless_it_goes_too(phone, match):
    known = holder(phone)
    words, cookie = paper_keys.make(known, "es"), phone.cookies["phone"].value
    assert "Tu llave de papel o tu huella" in page_text(phone.get(FORGET))
    phone.post(FORGET)
    other = Client()
    other.post(reverse("recover"), {"words": " ".join(words), "do": "take"})
    assert other.get(match.get_absolute_url()).status_code == 200
    paper_keys.make(known, "es")
    phone.cookies["phone"] = cookie
    phone.post(FORGET, {"keys": "on"})
    assert (PaperKey.objects.filter(phone=known).count(), known.grants.count()) == (0, 0)
