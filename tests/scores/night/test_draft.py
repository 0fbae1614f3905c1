"""The draft of a round: stored, changed by several phones, changed by who comes and goes, published once."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import timezone

from rules.night import events
from scores.models import Role
from scores.night.log import sheet_of
from scores.night.models import RoundDraft, Sitting
from scores.night.seating import drafts
from scores.night.seating.drafts import accept_proposal, stored_draft
from scores.night.seen import SeenNight
from tests.scores.night.test_organise import sizes
from tests.scores.support.factories import phone_of
from tests.scores.support.nights import (
    EIGHT,
    hidden,
    let_in,
    open_night,
    published,
    reported,
    told,
)
from tests.scores.support.table import (
    page_at,
    page_text,
    real_transactions,
    refusal,
    send_to,
    tap,
)


@pytest.fixture
def night(circle):
    return open_night(circle, *EIGHT)


@pytest.fixture
def page(phone, night):
    """The draft of the first round."""
    return draft_page(phone, night)


def draft_page(phone, night):
    return page_at(phone, "night-seat", night)


def post(phone, page, do):
    """Send the form of the page with that button."""
    return phone.post(page.request["PATH_INFO"], hidden(page) | {"do": do})


def order(page) -> list[int]:
    return [int(name) for name in re.findall(r'value="pick (\d+)"', page.text)]


def swap_ends(phone, page):
    first, *_others, last = order(page)
    for entrant in (first, last):
        page = post(phone, page, f"pick {entrant}")
    return page


def test_a_swap_and_its_undoing_are_made_once_for_a_reload_and_a_second_phone(
    phone, night, circle, page
):
    """However often they are tapped."""
    before = order(page)
    first, second, *middle, third, fourth = before
    picked = post(phone, page, f"pick {first}")
    for _tap in (1, 2):
        swapped = post(phone, picked, f"pick {fourth}")
    after = [fourth, second, *middle, third, first]
    other = phone_of(circle, Role.OWN)
    reloaded, theirs = (draft_page(each, night) for each in (phone, other))
    assert [order(each) for each in (swapped, reloaded, theirs)] == [after] * 3
    assert "1 cambio tuyo" in page_text(reloaded)
    assert "1 cambio a mano" in page_text(theirs)
    page = post(phone, swapped, f"pick {second}")
    page = post(phone, page, f"pick {third}")
    for _tap in (1, 2):
        undone = post(phone, page, "undo")
    assert order(undone) == after
    undone = post(other, undone, "undo")
    assert order(undone) == before
    assert "cambio" not in page_text(undone).partition("Toca")[0]


def test_the_shown_draft_is_published_once_and_another_phone_told_and_led_there(
    phone, night, circle
):
    other = phone_of(circle, Role.OWN)
    theirs = draft_page(other, night)
    page = swap_ends(phone, draft_page(phone, night))
    for _tap in (1, 2):
        answer = post(phone, page, "publish")
        assert answer["Location"] == night.get_absolute_url()
    (made,) = sheet_of(night).rounds
    assert [name for table in made.tables for name in table.seats] == order(page)
    text = refusal(post(other, theirs, "publish"), 409)
    assert Sitting.objects.count() == 2
    at = timezone.localtime(night.entries.get(kind="seated").at)
    assert f"La ronda 1 ya está publicada, a las {at:%H:%M}. Ver la ronda 1" in text


def test_who_publishes_what_another_phone_changed_sees_it_first(
    phone, night, circle, page
):
    swap_ends(phone_of(circle, Role.OWN), page)
    said = "Algo ha cambiado mientras tanto: mira el borrador otra vez."
    assert said in refusal(post(phone, page, "publish"), 409)
    assert sheet_of(night).rounds == ()


def test_a_change_after_another_phone_published_leaves_the_next_draft_alone(
    phone, night, monkeypatch, page
):

    def publish_first(*_change):
        published(night)
        draft_page(phone, night)

    monkeypatch.setattr(drafts, "swap_seats", publish_first)
    assert order(swap_ends(phone, page)) == order(page)
    assert RoundDraft.objects.get().round == 2


def test_who_comes_is_proposed_into_the_draft_and_nobody_else_moves(
    phone, night, circle
):
    shown = draft_page(phone, night)
    before = order(shown)
    let_in(phone, night, "Rosa")
    assert post(phone, shown, "publish").status_code == 409
    page = draft_page(phone, night)
    text = page_text(page)
    assert order(page) == before
    assert "Ha llegado Rosa" in text
    assert "Los otros 8 se quedan donde estaban." in text
    accepted = post(phone, page, "accept")
    assert sorted(order(accepted)) == [*range(1, 10)]
    assert "Ha llegado" not in page_text(accepted)
    post(phone, accepted, "publish")
    assert sorted(sizes(night)) == [4, 5]


def test_a_swap_with_somebody_who_is_not_in_the_draft_is_none(phone, night, page):
    data = hidden(page) | {"do": f"pick {order(page)[0]}", "picked": "99"}
    assert send_to(phone, "night-seat", night, **data).status_code == 200
    assert RoundDraft.objects.get().swaps == []


def test_what_was_proposed_does_not_undo_a_swap_of_another_phone(
    phone, night, circle, page
):
    let_in(phone, night, "Rosa")
    proposed = stored_draft(SeenNight.of(night))
    swap_ends(phone, page)
    accept_proposal(proposed)
    assert len(RoundDraft.objects.get().swaps) == 1


def test_who_left_is_taken_out_before_the_draft_is_published(phone, night, circle):
    swapped = swap_ends(phone, draft_page(phone, night))
    told(night, events.Left(order(swapped)[0]))
    page = draft_page(phone, night)
    assert "Antes de publicar, quita del borrador a quien se ha ido." in page_text(page)
    assert post(phone, page, "publish").status_code == 422
    post(phone, post(phone, page, "accept"), "publish")
    assert sorted(sizes(night)) == [3, 4]
    assert RoundDraft.objects.get().swaps == []


def test_without_somebody_who_was_entered_by_mistake_another_draft_is_made(
    phone, night, page
):
    page = swap_ends(phone, page)
    mistyped = sheet_of(night).badges[order(page)[0]]
    send_to(phone, "night-check-in", night, do=f"gone {mistyped.people[0]}")
    assert post(phone, page, "publish").status_code == 409
    page = draft_page(phone, night)
    assert sorted(order(page)) == sorted(sheet_of(night).badges)
    post(phone, page, "publish")
    assert sorted(sizes(night)) == [3, 4]


def test_another_draft_asks_where_swaps_by_hand_would_go(phone, night, page):
    page = swap_ends(phone, page)
    asked = post(phone, page, "again")
    assert order(asked) == order(page)
    assert "Se pierde 1 cambio hecho a mano." in page_text(asked)
    another = tap(phone, asked, "Sentar de otra manera, sin ellos")
    assert RoundDraft.objects.get().swaps == []
    assert order(another) != order(page)


def test_with_a_result_missing_publishing_names_the_table_and_asks(phone, night):
    published(night)
    reported(night)
    page = draft_page(phone, night)
    assert "Apuntar la mesa 2" in page_text(page)
    assert post(phone, page, "publish").status_code == 409
    assert len(sheet_of(night).rounds) == 1


def test_with_one_picked_each_name_says_what_changing_would_repeat(phone, night):
    published(night)
    first, other = (table.seats for table in sheet_of(night).rounds[0].tables)
    draft_page(phone, night)

    def said_of(*tables):
        drawn = RoundDraft.objects.get()
        drawn.seated["tables"] = [*map(list, enumerate(tables, 1))]
        drawn.save()
        page = post(phone, draft_page(phone, night), f"pick {first[0]}")
        return re.findall(r"repite (\d)", page_text(page))

    assert said_of(first, other) == []
    mixed = said_of((*first[:2], *other[:2]), (*first[2:], *other[2:]))
    assert mixed.count("4") == 2


def test_past_the_limit_of_searches_a_first_draft_is_hasty_and_all_can_be_published(
    phone, night, circle, limit
):
    """What is stored is no search: two are swapped, and the page is loaded again."""
    limit(seatings="1/hour", matches="2/hour")
    page = draft_page(phone, night)
    acts = ("again", "again", "pick 1")
    assert [post(phone, page, do).status_code for do in acts] == [200, 429, 200]
    other = open_night(circle, *EIGHT)
    hasty = draft_page(phone, other)
    assert "está hecho deprisa" in page_text(hasty)
    for each in (draft_page(phone, night), hasty):
        assert post(phone, each, "publish").status_code == 302
    assert Sitting.objects.count() == 4


def test_while_another_night_is_searched_a_draft_is_hasty_and_can_be_published(
    phone, night, monkeypatch
):
    monkeypatch.setattr(drafts._searches, "patience", 0.1)
    with drafts._searches.turn():
        page = draft_page(phone, night)
        assert "está hecho deprisa" in page_text(page)
        assert post(phone, page, "publish").status_code == 302
    assert sum(sizes(night)) == 8


@real_transactions
def test_of_requests_that_queue_for_a_search_one_waits(monkeypatch):
    searches = drafts._searches
    monkeypatch.setattr(searches, "patience", 60)
    monkeypatch.setattr(drafts, "next_draft", lambda seen, seed, steps: seed)
    with ThreadPoolExecutor(1) as other:
        with searches.turn():
            waiting = other.submit(drafts.new_draft, None, 7)
            while searches._slots.acquire(blocking=False):
                searches._slots.release()
            assert drafts.new_draft(None, 8) == (8, True)
        assert waiting.result() == (7, False)
