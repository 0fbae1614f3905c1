"""The answers to polls of open boards."""

import pytest

from scores.core.access import grants
from scores.models import Grant, Role
from scores.table.board import views
from scores.table.offline import without_signal as offline
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_with, start
from tests.scores.support.table import address_of, forms, page_text, play, undo


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


def ask(phone, match, seen="", page="pulse"):
    """A poll of a board that shows the version of the ETag `seen`."""
    return phone.get(address_of(page, match), headers={"if-none-match": seen})


@pytest.mark.parametrize(
    ("role", "page"),
    [(Role.WATCH, "pulse"), (Role.SCORE, "pulse"), (Role.OWN, "big-pulse")],
)
def test_nothing_new_is_one_query_and_a_saved_hand_is_heard_with_its_line(
    phone, match, role, page, django_assert_num_queries
):
    reader = phone_with(role, match)
    seen = ask(reader, match, page=page)["ETag"]
    with django_assert_num_queries(1):
        answer = ask(reader, match, seen, page)
    assert answer.status_code == 304
    assert answer.content == b""
    assert answer["ETag"] == seen
    assert answer.headers[offline.VERSION_HEADER] == offline.version()
    play(phone, match, hand(0, 23, 7))
    answer = ask(reader, match, seen, page)
    assert answer.status_code == 200
    assert answer["ETag"] != seen
    assert "Cierra Ana: −10, va con −10 · Luis +23 = 23 · Eva +7 = 7" in page_text(
        answer
    )
    assert ask(reader, match, answer["ETag"], page).status_code == 304


def test_a_right_that_shrank_brings_another_board(match):
    scorer = phone_with(Role.SCORE, match)
    seen = ask(scorer, match)["ETag"]
    Grant.objects.filter(match=match).update(role=Role.WATCH)
    answer = ask(scorer, match, seen)
    assert answer.status_code == 200
    assert forms(answer) == []


def test_who_keeps_score_hears_all_that_was_written_since_the_line_he_is_at(
    phone, match
):
    scorer = phone_with(Role.SCORE, match)
    seen = ask(scorer, match)["ETag"]
    play(phone, match, hand(0, 23, 7), hand(5, 0, 7, closer=1))
    undo(phone, match)
    address = f"{address_of('pulse', match)}?since=1"
    text = scorer.get(address, headers={"if-none-match": seen}).text
    second = "Cierra Luis, con todo ligado · Ana 5 · Eva 7"
    assert f'data-since="{second} · Deshecha la mano 2: {second}"' in text


def test_a_shared_board_holds_nothing_of_a_phone_whose_right_grew_meanwhile(match, rf):
    request = rf.get("/")
    request.phone_uid = holder(phone_with(Role.OWN, match)).uid
    shown = views.polled_board(request, match.code, "board", Role.WATCH).text
    links = [grants.link_path(match, role) for role in (Role.WATCH, Role.SCORE)]
    assert [link in shown for link in links] == [True, False]
    assert "<form" not in shown
