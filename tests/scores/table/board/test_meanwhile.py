"""What others change between the moment a phone's request reads a match and the moment it writes."""

import re
from contextlib import contextmanager

import pytest
from django.db import connection

from scores.circle.archive import lifecycle
from scores.circle.circles import merging
from scores.core.access import phones
from scores.core.matches import ratings
from scores.core.matches.scoresheet import Sheet
from scores.fields import hand_fields
from scores.models import Circle, Player, Role
from scores.table.board import html_cache
from tests.rules.support.table import hand
from tests.scores.support.factories import grow_up, holder, phone_with, start
from tests.scores.support.table import (
    address_of,
    form,
    form_fields,
    match_now,
    page_of,
    page_text,
    played,
    post,
)

HTMX = {"hx-request": "true"}
PER_REQUEST = re.compile(r'(name="(?:csrfmiddlewaretoken|client_key)" value=")[^"]*')


@contextmanager
def before_the_match_is_written(act):
    """Do something just before the first statement that changes the row of a match. Phones are grown up: what
    counts the lines of young ones is never inside another transaction."""
    grow_up()
    done = []

    def watch(execute, sql, params, many, context):
        if not done and sql.startswith('UPDATE "scores_match"'):
            done.append(True)
            act()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield
    assert done


def page(phone, match):
    return page_of(phone, match).text


def is_what_would_be_rendered(phone, match):
    """Whether the board of the cache is the one that would be rendered now."""
    cached = page(phone, match)
    html_cache.cache.clear()
    return PER_REQUEST.sub(r"\1", cached) == PER_REQUEST.sub(r"\1", page(phone, match))


def describe(match, place):
    stored = match_now(match)
    lifecycle.describe(stored, place=place, note="", played_on=stored.played_on)


ACTS = {
    "join": lambda phone, match: post(
        phone, "happen", match, "join", name="Zoe", position=0
    ),
    "retire": lambda phone, match: post(phone, "happen", match, "retire", player=2),
    "hand": lambda phone, match: post(
        phone, "score-hand", match, **hand_fields(hand(1, 5, 6))
    ),
    "undo": lambda phone, match: post(phone, "undo", match),
    "finish": lambda phone, match: post(phone, "happen", match, "finish"),
    "details": lambda phone, match: describe(match, "Bar Nuevo"),
    "revoke": lambda phone, match: phones.revoke(  # the board has the new link
        match_now(match), Role.SCORE, None, and_take=False
    ),
    "archive": lambda phone, match: lifecycle.archive(match_now(match)),
    "delete": lambda phone, match: lifecycle.delete(match_now(match)),
    "merge": lambda phone, match: merging.merge(
        Circle.objects.create(name="Otra"), match.circle, {}, holder(phone)
    ),
    "erase": lambda phone, match: merging.erase_name(Player.objects.get(name="Luis")),
}
WRITES = {
    "hand": ("score-hand", (), hand_fields(hand(0, 3, 4))),
    "join": ("happen", ("join",), {"name": "Pia", "position": 0}),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("act", ACTS)
def test_whatever_happens_meanwhile_is_written_or_told_and_the_board_shows_the_log(
    phone, act, write
):
    match = played(phone, "Ana", "Luis", "Eva", hand(0, 7, 9))
    other = phone_with(Role.SCORE, match)
    name, arguments, fields = WRITES[write]
    sent = form_fields(match, **fields)
    with before_the_match_is_written(lambda: ACTS[act](other, match)):
        answer = phone.post(address_of(name, match, *arguments), sent, headers=HTMX)
    stored = match_now(match)
    sheet = Sheet(stored)
    assert [row.seq for row in sheet.rows] == [*range(len(sheet.rows))]
    assert stored.hands == sheet.board.hands
    if act == "delete":
        assert (answer.status_code, len(sheet.rows)) == (404, 1)
        return
    assert answer.status_code in (200, 302, 409, 422)
    assert is_what_would_be_rendered(phone, match)


def save(phone, match, points=3):
    fields = form_fields(match, **hand_fields(hand(0, points)))
    return phone.post(address_of("score-hand", match), fields, headers=HTMX)


def test_who_saves_while_somebody_joins_is_told_and_keeps_the_numbers(phone, match):
    """By htmx, which gets the board alone."""
    other = phone_with(Role.SCORE, match)
    with before_the_match_is_written(lambda: ACTS["join"](other, match)):
        answer = save(phone, match)
    assert answer.status_code == 409
    assert form(answer, "Guardar").fields["deadwood_1"] == "3"
    assert "Zoe" in page_text(answer)
    assert "<html" not in answer.text


def test_a_match_that_ends_while_its_circle_is_merged_counts_in_the_other_one(phone):
    match = start(phone, "Ana", "Luis", limit="20", rebuys="0")
    other = Circle.objects.create(name="Otra")

    def merge():
        merging.merge(other, match.circle, {}, holder(phone))
        assert ratings.latest_ratings(other) == {}  # somebody opens the league

    with before_the_match_is_written(merge):
        assert save(phone, match, 60).status_code == 200
    assert len(ratings.latest_ratings(Circle.objects.get(pk=other.pk))) == 2
