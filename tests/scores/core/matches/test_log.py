"""Appending to the log: every entry once, in order, with its results, from several phones at once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.errors import Illegal
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet, Stale
from scores.models import Entry, Match, Phone, Result
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import (
    at_once,
    board,
    errors,
    form,
    lines,
    match_now,
    play,
    post,
    real_transactions,
    refusal,
    rows_of,
    score,
    totals,
)

HAND = hand(0, 23, 7)


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


def test_a_line_keeps_what_was_seen_who_wrote_it_and_both_clocks(phone, match):
    before = timezone.now()
    Match.objects.update(created_at=datetime(2026, 1, 2, 21, tzinfo=UTC))
    score(
        phone,
        match,
        hand(3, 23, 7),
        happened_at="2026-01-02T21:30:00.000Z",
        client_key="k",
    )
    row = match.entries.get()
    assert row.kind == "hand"
    assert row.payload == {
        "closer": 0,
        "close": "knock",
        "deadwood": {"0": 3, "1": 23, "2": 7},
    }
    assert row.client_key == "k"
    assert row.by == Phone.objects.get()
    assert row.happened_at == datetime(2026, 1, 2, 21, 30, tzinfo=UTC)
    assert before <= row.at <= timezone.now()


def test_a_hand_is_not_before_its_match(phone, match):
    two_days_before = match.created_at - timedelta(days=2)
    score(phone, match, hand(3, 23, 7), happened_at=two_days_before.isoformat())
    assert match.entries.get().happened_at == match.created_at


def test_a_phone_whose_clock_is_wrong_is_told_by_ours(phone, match):
    wrong = (
        "2999-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "",
        "x",
        "\0",
    )
    for clock in (*wrong, "9" * 5_000):
        assert score(phone, match, hand(1, 2, 3), happened_at=clock).status_code == 302
    assert len(lines(match)) == 7
    assert {
        abs(row.happened_at - timezone.now()) < timedelta(minutes=1)
        for row in match.entries.all()
    } == {True}


@pytest.mark.parametrize(
    "scored",
    [
        HAND,
        hand(None, 0, 0, close="chinchon"),  # it ends the match
        hand(0, 60, 7),  # it puts somebody out
    ],
)
def test_the_same_hand_sent_twice_is_one_line_and_answers_as_the_first_time(
    phone, scored
):
    match = start(phone, "Ana", "Luis", "Eva", rebuys="0", limit=50)
    answers = [score(phone, match, scored, seq=0, client_key="k") for _time in range(2)]
    assert [answer.url for answer in answers] == [match.get_absolute_url()] * 2
    assert lines(match) == [(0, "hand")]


TWICE = {  # one after the other
    "join": {"name": "Pepe", "position": 3},
    "reseat": {"place_0": 2, "place_1": 1, "place_2": 3, "place_3": 4},
    "rules": {"limit": 90},
    "penalty": {"player": 1, "points": 50},
    "finish": {},
}


def test_an_everyday_thing_or_an_undo_sent_twice_is_one_line(phone, match):
    play(phone, match, HAND)
    sent = [("happen", kind, fields) for kind, fields in TWICE.items()]
    for seq, (name, *kind, fields) in enumerate([*sent, ("undo", {})], 1):
        for _time in range(2):
            answer = post(phone, name, match, *kind, seq=seq, client_key=seq, **fields)
            assert (seq, answer.status_code, errors(answer)) == (seq, 302, [])
    assert lines(match) == [*enumerate(["hand", *TWICE, "undo"])]
    assert not board(match).is_over


def test_the_same_key_with_another_hand_is_a_conflict_that_shows_both(phone, match):
    score(phone, match, HAND, seq=0, client_key="k")
    page = score(phone, match, hand(0, 32, 7), seq=0, client_key="k")
    assert "Cierra Ana, con todo ligado · Luis 23 · Eva 7" in refusal(page, 409)
    assert form(page, "Guardar").fields["deadwood_1"] == "32"
    assert lines(match) == [(0, "hand")]
    assert totals(match) == [-10, 23, 7]


def test_a_refused_write_changes_no_result_and_no_time(phone, match):
    play(phone, match, HAND)
    before = rows_of(Result, Match, Entry)
    row = match_now(match)
    with pytest.raises(Illegal, match="unknown-player"):
        log.append(Sheet(row), hand(0, 1, 2, 3), seq=1, client_key="k", phone=None)
    assert rows_of(Result, Match, Entry) == before


def test_a_line_beyond_the_next_is_stale_too_and_of_an_empty_log_nothing_is_undone(
    phone, match
):
    assert score(phone, match, HAND, seq=7).status_code == 409
    page = post(phone, "undo", match)
    assert "No hay nada que deshacer." in refusal(page)
    assert lines(match) == []


# Two at once, with real transactions


def _append(match, scored, seq, key):
    def act():
        sheet = log.append(
            Sheet(match_now(match)),
            scored,
            seq=seq,
            client_key=key,
            phone=None,
        )
        return next(row.seq for row in sheet.rows if row.client_key == key)

    return act


@real_transactions
def test_of_two_phones_that_save_at_once_one_writes_and_the_other_is_stale(
    match,
):
    for seq in range(4):
        answers = at_once(
            _append(match, hand(0, 3, 7), seq, f"a{seq}"),
            _append(match, hand(0, 7, 3), seq, f"b{seq}"),
        )
        assert set(answers) == {seq, Stale}
    assert lines(match) == [(seq, "hand") for seq in range(4)]


@real_transactions
def test_the_same_tap_arriving_three_times_at_once_is_one_line(match):
    one = _append(match, hand(0, 3, 7), 0, "k")
    assert at_once(one, one, one) == [0, 0, 0]
    assert lines(match) == [(0, "hand")]
    assert [result.total for result in match.results.order_by("seat__position")] == [
        -10,
        3,
        7,
    ]


@real_transactions
def test_of_two_who_sit_down_at_once_one_gets_the_seat_and_the_other_the_form_again(
    phone, match
):
    cookies = phone.cookies

    def join(name):
        other = Client()
        other.cookies = cookies
        fields = {"name": name, "position": 3, "seq": 0, "client_key": name}
        return lambda: post(other, "happen", match, "join", **fields).status_code

    assert sorted(at_once(join("Pepe"), join("Lola")), key=str) == [302, 409]
    assert match.seats.count() == 4
    assert lines(match) == [(0, "join")]
