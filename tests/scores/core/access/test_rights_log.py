"""The log says of every right that is taken, given, removed or refused which it is, and whose."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.circle.circles import merging
from scores.core.access import grants, phones
from scores.models import RightsLine, Role, Way, What
from scores.transfer import views
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, start
from tests.scores.support.table import (
    address_of,
    page_at,
    page_of,
    page_of_phone,
    score,
    send_to,
    take_link,
    taking,
    text_on,
)


@pytest.fixture
def lines(caplog):
    """The lines since the last call, without the words that all have."""

    def new_lines():
        found = [
            record
            for record in caplog.records
            if record.name == "scores.core.access.rights_log"
        ]
        assert {record.levelname for record in found} <= {"INFO"}
        texts = [record.getMessage().removeprefix("right ") for record in found]
        caplog.clear()
        return texts

    return new_lines


def guest_of(target, role):
    return taking(target, role, "El de Luis")


def test_a_link_that_is_taken_also_for_its_rematches(phone, match, lines):
    rematch = send_to(phone, "rematch", match).url.split("/")[2]
    lines()
    guest = guest_of(match, Role.SCORE)
    uid = holder(guest).uid
    assert lines() == [
        f"taken: match {code}, score, phone {uid}, by phone {uid}"
        for code in (match.code, rematch)
    ]
    for role in (Role.SCORE, Role.WATCH):  # it has them
        take_link(guest, match, role)
    assert lines() == []


def test_a_role_that_is_raised_and_a_phone_that_is_removed_from_circle_and_matches(
    phone, match, lines
):
    guest = guest_of(match.circle, Role.SCORE)
    take_link(guest, match, Role.WATCH)
    tail = f"phone {holder(guest).uid}, by phone {holder(phone).uid}"
    lines()
    phone.post(page_of_phone(match, guest), {"name": "", "role": Role.OWN.value})
    assert lines() == [f"given: match {match.code}, own, {tail}"]
    phone.post(page_of_phone(match.circle, guest), {"do": "remove"})
    assert sorted(lines()) == [
        f"removed: circle {match.circle.code}, score, {tail}",
        f"removed: match {match.code}, own, {tail}",
    ]


def test_circles_that_are_merged_and_separated(phone, match, lines):
    other = Client()
    theirs = start(other, "Lola", "Pepe").circle
    take_link(phone, theirs, Role.OWN)
    lines()
    by = holder(phone)
    merge = merging.merge(match.circle, theirs, {}, by)
    assert lines() == [
        f"given: circle {match.circle.code}, own, phone {holder(other).uid}, by phone None"
    ]
    merging.undo(merge, by)
    assert lines() == [
        f"removed: circle {match.circle.code}, own, phone {holder(other).uid}, by phone None"
    ]


def test_what_a_phone_has_no_right_to_and_wrong_links_and_codes_are_refused(
    match, lines
):
    watcher = guest_of(match, Role.WATCH)
    link = grants.link_path(match, Role.SCORE)
    phones.revoke(match, Role.SCORE, None, and_take=False)
    lines()
    score(watcher, match, hand(0, 12))
    page_of(watcher, match.circle)
    page_of(Client(), match)
    watcher.get(link)
    Client().get(f"{link.rstrip('/')}x/")
    Client().post(reverse("join"), {"code": "abc def"})
    by = f"phone {holder(watcher).uid}, by phone {holder(watcher).uid}"
    assert lines() == [
        f"refused: match {match.code}, score, {by}",
        f"refused: circle {match.circle.code}, watch, {by}",
        f"refused: match {match.code}, watch, phone None, by phone None",
        f"refused: match {match.code}, score, {by}",
        f"refused: match {match.code}, score, phone None, by phone None",
        "refused: wrong code, by phone None",
    ]


def stored(circle):
    """The rows of the circle, oldest first."""
    return list(
        circle.rights_lines.order_by("pk").values_list(
            "what", "way", "role", "phone", "by"
        )
    )


def test_the_owners_read_who_got_what_from_whom_for_a_year(phone, match, monkeypatch):
    circle = match.circle
    guest = guest_of(match, Role.SCORE)
    phone.post(page_of_phone(match, guest), {"name": "", "role": Role.WATCH.value})
    owner = holder(phone).uid
    other = holder(guest).uid
    assert stored(circle)[-3:] == [
        ("taken", "link", Role.SCORE, other, other),
        ("removed", "owner", Role.SCORE, other, owner),
        ("given", "owner", Role.WATCH, other, owner),
    ]
    address = address_of("circle-rights", circle)
    shown = [(row.phone, row.by) for row in phone.get(address).context["lines"][:3]]
    luis = "\u2068El de Luis\u2069"
    assert shown == [(luis, "Teléfono sin nombre")] * 2 + [(luis, "")]
    assert guest.get(address).status_code == 404
    rows = page_at(phone, "rights-csv", circle).text.splitlines()
    told = "Teléfono sin nombre;Se le dio;Todo: también enlaces, teléfonos y nombres;;al empezar el grupo;"
    assert rows[-1].split(";", 1)[1] == told
    monkeypatch.setattr(views, "RIGHTS", 2)
    assert page_at(phone, "rights-csv", circle).text.splitlines() == rows[:3]
    newest = circle.rights_lines.first()
    circle.rights_lines.exclude(pk=newest.pk).update(
        at=timezone.now() - timedelta(days=366)
    )
    call_command("purge", stdout=StringIO())
    assert list(circle.rights_lines.all()) == [newest]


def test_a_rematch_and_what_is_refused_leave_no_row(phone, match):
    page_of(Client(), match.circle)
    guest_of(match, Role.WATCH)
    before = stored(match.circle)
    send_to(phone, "rematch", match)
    assert stored(match.circle) == before


def test_what_a_table_decided_before_1_1_is_still_read_in_the_log(phone, match):
    facts = {"circle": match.circle, "role": Role.OWN, "phone": holder(phone).uid}
    RightsLine.objects.create(what=What.GIVEN, way=Way.TABLE, **facts)
    page = text_on(phone, "circle-rights", match.circle)
    assert "porque la mesa respondió por él" in page
