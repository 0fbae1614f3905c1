"""The six letters on the card of a table: how long they lead there, for whom, and how many may be tried."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client

from scores.core.access import letters
from scores.night.cards import table_cards
from scores.night.models import NightEntry, NightTable, TableGrant
from tests.scores.circle.sharing.test_typed_codes import joined, typed_from
from tests.scores.support.nights import card, open_night, persons, published
from tests.scores.support.table import page_at, send_to


@pytest.fixture
def night(circle):
    return published(open_night(circle, *persons(8)))


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


@pytest.mark.parametrize("change", ["over", "silent for a day", "card renewed"])
def test_they_end_with_the_night_with_the_card_and_a_day_after_the_last_entry(
    phone, night, change
):
    old = cards(phone, night)[0]
    if change == "over":
        type(night).objects.update(finished_at=night.created_at)
    elif change == "silent for a day":
        last = NightEntry.objects.latest("at").at - timedelta(days=1, minutes=1)
        NightEntry.objects.update(at=last)
    else:
        send_to(phone, "night-table", night, 1, 1, do="renew")
    assert joined(old) is None
    new = cards(phone, night)[0]
    assert (new != old, joined(new)) == (
        (True, card(night)) if change == "card renewed" else (False, None)
    )


def test_cards_of_the_day_before_work_as_soon_as_somebody_is_at_the_door(phone, circle):
    night = open_night(circle)
    NightEntry.objects.all().delete()
    send_to(phone, "night-cards", night, tables="3")
    made = cards(phone, night)
    assert [joined(one) for one in made] == [None] * 3
    assert len(set(made)) == 3
    send_to(phone, "night-check-in", night, do="new", q="Eva")
    assert joined(made[2]) == card(night, 3)


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
    assert typed_from(hall, first, *["abc def"] * 4, first) == [
        302,
        422,
        422,
        422,
        429,
        429,
    ]
    assert typed_from(bar, "abc def", "abc def") == [422, 429]
