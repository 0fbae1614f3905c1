"""Who was sent away stays away: a phone of a table, a watcher, a group's phone, and what a card gave."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scores.circle.circles import merging
from scores.core.access import grants, paper_keys, phones
from scores.models import Circle, Role
from scores.night.cards import table_cards
from scores.night.models import Night, TableGrant
from tests.scores.support.factories import holder, start
from tests.scores.support.nights import (
    card,
    link,
    played,
    published,
    scanned,
    send_to_table,
    writes,
)
from tests.scores.support.pushing import again, put
from tests.scores.support.table import (
    at_once,
    page_at,
    page_of,
    page_of_phone,
    page_text,
    real_transactions,
    send_to,
    taking,
    text_on,
)

REMOVE = {"do": "remove"}


def watches(client: Client, night: Night) -> bool:
    return page_at(client, "night-standings", night).status_code == 200


def in_the_log(circle: Circle) -> list[tuple[str, str, str, int | None]]:
    """What happened, to which right, in which night, at which table; oldest first."""
    rows = circle.rights_lines.order_by("pk").select_related("night")
    return [
        (row.what, row.way, row.night.name if row.night else "", row.table)
        for row in rows
    ]


def test_a_phone_removed_from_the_match_of_its_table_is_of_that_table_no_more(
    phone, night
):
    table = scanned(night)
    friend = scanned(night)
    old = card(night)
    code = table_cards.letters_of(night.tables.get(number=1))
    phone.post(page_of_phone(played(night, 1), table), REMOVE)
    assert [table.post(old).status_code, Client().post(old).status_code] == [404, 404]
    assert Client().post(reverse("join"), {"code": code}).status_code == 422
    published(night)
    assert [writes(client, played(night, 2)) for client in (table, friend)] == [
        False,
        True,
    ]
    assert page_of(scanned(night), played(night, 2)).status_code == 200


@pytest.mark.parametrize(
    ("act", "rounds"),
    [("removed", 2), ("lowered", 1), ("link revoked", 1)],
)
def test_who_is_sent_away_from_a_match_of_its_table_loses_the_table(
    phone, night, act, rounds
):
    """In the round that is played, or in that before it."""
    table = scanned(night)
    old = card(night)
    match = played(night, 1)
    if rounds == 2:
        published(night)
    if act == "link revoked":
        send_to(phone, "match-revoke", match, "score", take="on")
    else:
        fields = REMOVE if act == "removed" else {"name": "", "role": Role.WATCH.value}
        phone.post(page_of_phone(match, table), fields)
        assert table.post(old).status_code == 404
    before = [played(night, number) for number in range(1, rounds + 1)]
    seen = {page_of(table, each).status_code for each in before}
    assert seen == {200 if act == "lowered" else 404}
    published(night)
    assert writes(table, played(night, rounds + 1)) is False
    assert TableGrant.objects.count() == 0


def test_who_is_renamed_keeps_nights_and_who_is_removed_from_the_group_loses_them(
    phone, night, circle
):
    guest = scanned(night, client=taking(circle, Role.WATCH))
    guest.post(link(night, Role.WATCH))
    old = [card(night), link(night, Role.WATCH)]
    page = page_of_phone(circle, guest)
    phone.post(page, {"name": "El de Eva", "role": Role.WATCH.value})
    assert writes(guest, played(night, 1)) is True
    assert [card(night), link(night, Role.WATCH)] == old
    phone.post(page, REMOVE)
    published(night)
    assert writes(guest, played(night, 2)) is False
    assert watches(guest, night) is False
    assert [guest.post(path).status_code for path in old] == [404, 404]
    assert ("removed", "owner", "Noche", 1) in in_the_log(circle)
    assert ("removed", "owner", "Noche", None) in in_the_log(circle)


@pytest.mark.parametrize("act", [REMOVE, {"name": "", "role": Role.SCORE.value}])
def test_an_owner_who_is_sent_away_or_lowered_has_no_link_of_a_night_that_works(
    phone, night, circle, act
):
    other = taking(circle, Role.OWN)
    friend = scanned(night)
    friend.post(link(night, Role.WATCH))
    old = [card(night), link(night, Role.WATCH)]
    phone.post(page_of_phone(circle, other), act)
    assert [Client().post(path).status_code for path in old] == [404, 404]
    assert writes(friend, played(night, 1)) is True
    assert watches(friend, night) is True


def test_who_was_sent_away_after_the_end_has_no_card_when_the_night_is_reopened(
    phone, night, circle
):
    guest = scanned(night, client=taking(circle, Role.SCORE))
    old = card(night)
    assert send_to(phone, "night-end", night).status_code == 302
    phone.post(page_of_phone(circle, guest), REMOVE)
    assert send_to(phone, "night-reopen", night).status_code == 302
    answers = [guest.post(old), Client().post(card(night))]
    assert [answer.status_code for answer in answers] == [404, 302]


def test_an_undone_merge_takes_what_phones_of_the_other_group_took_at_its_nights(
    phone, night, circle
):
    other = Client()
    theirs = start(other, "Rosa", "Juan").circle
    before = scanned(night, client=taking(theirs, Role.WATCH))
    merge = merging.merge(circle, theirs, {}, holder(phone))
    guest = scanned(night)
    since = scanned(night, client=other)
    other.post(link(night, Role.WATCH))
    old = [card(night), link(night, Role.WATCH)]
    merging.undo(merge, holder(phone))
    published(night)
    wrote = [writes(one, played(night, 2)) for one in (before, guest, since)]
    assert wrote == [True, True, False]
    assert watches(other, night) is False
    assert [Client().post(path).status_code for path in old] == [404, 404]


def test_who_scanned_at_its_own_group_while_that_was_merged_keeps_the_table(
    phone, night, circle
):
    kept = start(phone, "Rosa", "Juan", circle="new").circle
    member = taking(circle, Role.WATCH)
    merge = merging.merge(kept, circle, {}, holder(phone))
    scanned(night, client=member)
    assert page_of(phone, night).status_code == 200
    assert played(published(night), 2).circle == kept
    merging.undo(merge, holder(phone))
    published(night)
    assert writes(member, played(night, 3))


def test_the_owners_read_who_scanned_a_card_and_who_took_the_link_of_a_night(
    phone, night, circle
):
    guest = scanned(night)
    guest.post(link(night, Role.WATCH))
    assert "1 teléfono la sigue" in text_on(phone, "night-share", night)
    old = link(night, Role.SCORE)
    guest.post(old)
    send_to(phone, "night-share", night, do="renew help")
    assert watches(guest, night) is False
    assert Client().post(old).status_code == 404
    assert in_the_log(circle)[-4:] == [
        ("taken", "link", "Noche", 1),
        ("taken", "link", "Noche", None),
        ("taken", "link", "Noche", None),
        ("removed", "owner", "Noche", None),
    ]
    page = text_on(phone, "circle-rights", circle)
    assert "Tomó: Mirar y apuntar, solo en la mesa 1 de la noche «Noche»" in page
    right = "Ayudar: puerta, resultados y reloj, solo en la noche «Noche»"
    assert [f"{what}: {right}" in page for what in ("Tomó", "Se le quitó")] == [
        True
    ] * 2
    unused = link(night, Role.WATCH)
    send_to(phone, "night-share", night, do="renew watch")
    assert Client().post(unused).status_code == 404


def test_another_phone_gets_the_table_and_the_night_by_the_paper_key(phone, night):
    lost = scanned(night)
    found = Client()
    lost.post(link(night, Role.WATCH))
    words = {"words": " ".join(paper_keys.make(holder(lost), "es"))}
    assert "También 1 noche de club" in page_text(found.post(reverse("recover"), words))
    found.post(reverse("recover"), {**words, "do": "take"})
    published(night)
    assert writes(found, played(night, 2)) is True
    assert watches(found, night) is True


# What a card gives ends with its round


def test_a_match_that_comes_back_with_its_table_gives_the_phones_of_before_nothing(
    phone, night
):
    table = scanned(night)
    watcher = Client()
    match = played(night, 1)
    paths = [grants.link_path(match, role) for role in (Role.WATCH, Role.SCORE)]
    watcher.post(paths[0])
    send_to_table(phone, night, do="missing 1")
    assert match.grants.count() == 0
    send_to_table(phone, night, do="renew")
    send_to(phone, "night-log", night, entry=6)
    assert played(night, 1) == match
    assert [table.post(path).status_code for path in paths] == [404, 404]
    assert [page_of(each, match).status_code for each in (table, watcher)] == [404, 404]
    assert writes(phone, match)


def test_who_keeps_score_in_the_group_starts_a_rematch_and_no_phone_of_the_table(
    phone, night
):
    """Nor does it come along."""
    table = scanned(night)
    match = played(night, 1)
    answers = [send_to(table, "rematch", match), put(table, again(match))]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert match.rematches.count() == 0
    again_at = send_to(phone, "rematch", match)["Location"]
    late = taking(match, Role.SCORE)
    statuses = [client.get(again_at).status_code for client in (phone, table, late)]
    assert statuses == [200, 404, 404]


# Two at once


@real_transactions
def test_of_a_removal_and_a_round_at_once_the_phone_is_left_with_nothing(night):
    table = scanned(night)
    grant = played(night, 1).grants.get(phone=holder(table))
    answers = at_once(lambda: phones.remove(grant), lambda: published(night) and None)
    assert answers == [None, None]
    assert holder(table).grants.count() == 0
    assert holder(table).table_grants.count() == 0


@real_transactions
def test_of_a_renewed_card_and_a_round_at_once_none_waits_for_ever(night):
    table = scanned(night)
    stored = night.tables.select_related("night").get()
    answers = at_once(
        lambda: table_cards.renew(stored), lambda: published(night) and None
    )
    assert answers == [None, None]
    assert holder(table).grants.count() == 0
