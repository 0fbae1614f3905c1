"""A night goes to the bin with the matches of its tables, and comes back as it was."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished
from rules.night.events import At
from rules.night.refusals import NightRefusal
from scores.circle.archive import lifecycle
from scores.models import BIN_PERIOD, Circle, Match, Role
from scores.night import links
from scores.night.log import now_of, sheet_of
from scores.night.models import Night, NightEntry, Sitting
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import by_link, card, link, played, published, told
from tests.scores.support.table import address_of, page_at, send_to, text_on, update_row


def listed(client: Client, night: Night) -> list[bool]:
    """Whether it is among the nights of the group, and in the bin."""
    nights = address_of("nights", night.circle)
    pages = {nights: "night-desk", reverse("trash"): "restore-night"}
    return [
        address_of(name, night) in client.get(page).text for page, name in pages.items()
    ]


def of_tables() -> list[bool]:
    """Whether the match of each table is in the bin."""
    sat = Match.objects.exclude(sitting=None).order_by("pk")
    return [match.deleted_at is not None for match in sat]


def test_a_night_that_was_deleted_is_nowhere_but_in_the_bin_and_comes_back(
    phone, night
):
    write(played(night), hand(0, 5, 6, 12))
    before = list(night.entries.values())
    links_of_night = [card(night), *(link(night, role) for role in links.NAMES)]
    restore_match = address_of("restore-match", played(night))
    assert listed(phone, night) == [True, False]
    for _tap in (1, 2):
        deleted = send_to(phone, "night-delete", night)
        assert deleted["Location"] == reverse("trash")
    assert listed(phone, night) == [False, True]
    assert of_tables() == [True]
    pages = ("night-desk", "night-standings", "night-version", "night-check-in")
    assert {page_at(phone, name, night).status_code for name in pages} == {404}
    assert {Client().post(path).status_code for path in links_of_night} == {404}
    with pytest.raises(NightRefusal, match="night-is-over"):
        told(night)
    # in no file, and its hands in no statistics
    exported = page_at(phone, "export", night.circle)
    assert str(night.uid) not in exported.getvalue().decode()
    assert not night.circle.matches.not_deleted().exclude(sitting=None).exists()
    # its matches come back with it alone
    assert restore_match not in phone.get(reverse("trash")).text
    assert phone.post(restore_match).status_code == 404
    for _tap in (1, 2):
        restored = send_to(phone, "restore-night", night)
        assert restored["Location"] == address_of("night-desk", night)
    assert listed(phone, night) == [True, False]
    assert of_tables() == [False]
    assert list(night.entries.values()) == before


def test_a_match_that_was_in_the_bin_before_its_night_stays_there(phone, night):
    update_row(played(night), deleted_at=timezone.now() - timedelta(days=1))
    send_to(phone, "night-delete", night)
    send_to(phone, "restore-night", night)
    assert of_tables() == [True]


def test_only_who_owns_the_group_deletes_a_night_and_brings_it_back(phone, night):
    organiser = by_link(night, Role.OWN)
    assert send_to(organiser, "night-delete", night).status_code == 404
    assert "Borrar la noche" not in text_on(organiser, "night-desk", night)
    send_to(phone, "night-delete", night)
    assert send_to(organiser, "restore-night", night).status_code == 404


def test_a_match_in_the_bin_counts_for_nothing_until_it_is_back(
    night, django_assert_num_queries
):
    """What nothing changed is not read again."""
    match = played(night)
    write(match, hand(0, 10, 20, 30), Finished())
    before = now_of(night)
    assert set(before.results) == {At(1, 1)}
    with django_assert_num_queries(2):
        assert now_of(night) is before
    lifecycle.delete(match)
    assert now_of(night).results == {}
    lifecycle.delete(match, undo=True)
    assert now_of(night) == before


PAGES = {"desk": (), "seat": (), "money": (), "table": (1, 1), "end": ()}


def test_a_night_goes_on_where_a_match_is_gone_for_good_and_is_erased_with_its_group(
    phone, night
):
    lifecycle.delete(played(night))
    Match.objects.update(deleted_at=timezone.now() - timedelta(days=40))
    published(night)
    call_command("purge")
    assert Sitting.objects.count() == 1
    pages = [page_at(phone, f"night-{name}", night, *PAGES[name]) for name in PAGES]
    assert {page.status_code for page in pages} == {200}
    assert len(sheet_of(published(night)).rounds) == 3
    Match.objects.all().delete()
    Circle.objects.all().delete()
    assert not Night.objects.exists()


def test_after_thirty_days_it_is_gone_for_good(phone, night):
    send_to(phone, "night-delete", night)
    long_ago = timezone.now() - BIN_PERIOD - timedelta(days=1)
    Night.objects.update(deleted_at=long_ago)
    Match.objects.exclude(deleted_at=None).update(deleted_at=long_ago)
    assert send_to(phone, "restore-night", night).status_code == 404
    call_command("purge", stdout=StringIO())
    assert Night.objects.count() == 0
    assert NightEntry.objects.count() == 0
