"""The cards of the tables: who scans one, and who types its letters."""

import re
from datetime import timedelta
from functools import partial
from unittest.mock import patch

import pytest
from django.test import Client

from rules.night.refusals import NightRefusal
from scores.core.access import grants, letters
from scores.models import Match, Role
from scores.night.cards import table_cards
from scores.night.log import sheet_of
from scores.night.models import NightEntry, NightTable, Sitting, TableGrant
from scores.night.seating.drafts import next_draft
from scores.night.seating.matches import publish
from scores.night.seen import SeenNight
from tests.scores.circle.sharing.test_typed_codes import joined, typed_from
from tests.scores.support.factories import holder
from tests.scores.support.nights import (
    EIGHT,
    card,
    let_in,
    open_night,
    played,
    published,
    scanned,
    send_to_table,
)
from tests.scores.support.table import (
    at_once,
    page_at,
    real_transactions,
    send_to,
    take_link,
    update_row,
)


@pytest.fixture
def night(eight):
    return eight


def roles(client) -> dict[tuple[int, int], Role]:
    """By round and table, of what the phone may see."""
    given = holder(client).grants.values_list(
        "match__sitting__round", "match__sitting__table__number", "role"
    )
    return {(number, table): Role(role) for number, table, role in given}


def test_a_card_gives_the_match_of_its_table_and_is_the_same_all_night(night):
    """A link of its match is worth no more than the round, also where its table does not play on."""
    first = card(night)
    guest = Client()
    late = Client()
    friend = Client()
    take_link(friend, played(night, 1, 2), Role.SCORE)
    assert guest.get(first).status_code == 200
    assert TableGrant.objects.count() == 0
    assert guest.post(first)["Location"] == played(night, 1).get_absolute_url()
    assert roles(guest) == {(1, 1): Role.SCORE}
    copied = grants.link_path(played(night, 1), Role.SCORE)
    published(night)
    now = played(night, 2).get_absolute_url()
    assert card(night) == first
    assert guest.get(first)["Location"] == now
    assert roles(guest) == {(1, 1): Role.WATCH, (2, 1): Role.SCORE}
    assert late.post(first)["Location"] == now
    assert roles(late) == {(2, 1): Role.SCORE}
    assert roles(friend) == {(1, 2): Role.WATCH}
    assert guest.post(copied).status_code == 404


def test_a_renewed_card_takes_every_match_of_the_table_from_its_phones(phone, night):
    old = card(night)
    guest = scanned(night)
    published(night)
    send_to(phone, "night-table", night, 2, 1, do="renew")
    assert roles(guest) == {}
    assert TableGrant.objects.count() == 0
    assert [client.post(old).status_code for client in (guest, Client())] == [404, 404]
    assert Client().post(card(night)).status_code == 302


def test_a_card_that_is_none_and_one_of_a_night_that_is_over_give_nothing(night):
    path = card(night)
    forged = path.replace("/card/", "x/card/")
    of_another_table = path.replace("/1/", "/2/")
    for none in (forged, of_another_table):
        assert Client().post(none).status_code == 404
    update_row(night, finished_at=night.created_at)
    assert Client().post(path).status_code == 404
    assert TableGrant.objects.count() == 0


def test_a_new_phone_that_scans_a_card_counts_once_at_its_address(night, limit):
    limit(strangers="2/hour")
    scans = [Client().post(card(night)).status_code for _phone in range(3)]
    assert scans == [302, 302, 429]


@real_transactions
def test_of_two_who_publish_at_once_one_wins_whole(phone, circle):
    night = open_night(circle, *EIGHT)
    seen = SeenNight.of(night)
    drafts = [next_draft(seen, seed=seed, steps=200) for seed in (1, 2)]
    acts = (partial(publish, night, holder(phone), made) for made in drafts)
    assert {*at_once(*acts)} == {None, NightRefusal}
    (seated,) = sheet_of(night).rounds
    assert seated.tables in [made.seated.tables for made in drafts]
    of_night = Match.objects.filter(sitting__isnull=False)
    assert [Sitting.objects.count(), of_night.count()] == [2, 2]
    assert NightEntry.objects.filter(kind="seated").count() == 1


# The letters of a card


def cards(phone, night) -> list[str]:
    """The letters on the cards, in the order of the tables."""
    page = page_at(phone, "night-cards", night).text
    return re.findall(
        r'class="letters">\s*<small>[^<]*</small> <b>(\w{3} \w{3})</b>', page
    )


def test_they_lead_any_phone_to_its_card_all_night_and_give_nothing_by_themselves(
    phone, night
):
    first, second = cards(phone, night)
    assert [joined(first), joined(first.lower().replace(" ", "-")), joined(second)] == [
        card(night),
        card(night),
        card(night, 2),
    ]
    assert TableGrant.objects.count() == 0
    published(night)
    assert cards(phone, night) == [first, second]
    assert joined(first) == card(night)


def test_they_end_with_the_night_with_the_card_and_a_day_after_the_last_entry(
    phone, night
):
    old = cards(phone, night)[0]
    send_to_table(phone, night, do="renew")
    new = cards(phone, night)[0]
    assert [joined(old), joined(new)] == [None, card(night)]
    update_row(night, finished_at=night.created_at)
    assert joined(new) is None
    update_row(night, finished_at=None)
    assert joined(new) == card(night)
    last = NightEntry.objects.latest("at").at - timedelta(days=1, minutes=1)
    NightEntry.objects.update(at=last)
    assert joined(new) is None
    assert cards(phone, night)[0] == new


def test_cards_printed_the_day_before_work_as_soon_as_somebody_is_at_the_door(
    phone, circle
):
    night = open_night(circle)
    NightEntry.objects.all().delete()
    send_to(phone, "night-cards", night, tables="3")
    made = cards(phone, night)
    assert [joined(one) for one in made] == [None] * 3
    assert len(set(made)) == 3
    let_in(phone, night, "Eva")
    assert joined(made[2]) == card(night, 3)
    printed = page_at(phone, "night-cards", night).context["cards"]
    assert [link for _number, link, *_more in printed] == [
        f"http://testserver{card(night, number)}" for number in (1, 2, 3)
    ]
    guest = scanned(night)
    for name in ("Luz", "Sol"):
        let_in(phone, night, name)
    published(night)
    assert roles(guest) == {(1, 1): Role.SCORE}


def test_they_are_not_in_the_database_and_nobody_gets_those_of_another_table(
    phone, night
):
    first, second = cards(phone, night)
    taken, other = night.tables.order_by("number")
    stored = " ".join(str(value) for value in vars(taken).values())
    assert first not in stored
    assert first.replace(" ", "") not in stored
    with patch.object(letters, "uuid4", side_effect=[taken.nonce, letters.uuid4()]):
        table_cards.give_letters([other])
    assert len({*cards(phone, night), first, second}) == 3


def test_cards_made_with_another_link_key_or_before_there_were_letters_get_new_ones(
    phone, night, settings
):
    NightTable.objects.filter(number=2).update(nonce=None, digest=None)
    settings.LINK_KEY = "another key " * 5
    assert cards(phone, night) == []
    send_to(phone, "night-cards", night, tables="2")
    assert [joined(one) for one in cards(phone, night)] == [card(night), card(night, 2)]


def test_where_a_table_was_joined_guests_may_type_more_wrong_ones(phone, night, limit):
    limit(codes="1/hour", night_codes="3/hour")
    hall = "192.0.2.1"
    bar = "192.0.2.2"
    assert Client(REMOTE_ADDR=hall).post(card(night)).status_code == 302
    first = cards(phone, night)[0]
    statuses = typed_from(hall, first, *["abc def"] * 4, first)
    assert statuses == [302, *[422] * 3, *[429] * 2]
    assert typed_from(bar, "abc def", "abc def") == [422, 429]
