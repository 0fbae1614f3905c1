"""A push as a whole: who may, how much, how often, what cannot be read. A refusal writes nothing."""

from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scores.models import Entry, Role
from scores.table.push import reading
from tests.rules.support.table import hand
from tests.scores.support.factories import grow_up, phone_of
from tests.scores.support.pushing import body, push, put, send, wrote
from tests.scores.support.table import (
    at_once,
    lines,
    play,
    real_transactions,
)

# Rights; the walk of all addresses asks for them (tests/scores/test_urls.py)


def test_without_the_token_nothing_is_written_and_no_match_is_made(match):
    phone = Client(enforce_csrf_checks=True)
    phone.cookies = phone_of(match, Role.SCORE).cookies
    for refused in (
        send(phone, match, wrote(match, hand(0, 7)).body),
        put(phone, body("Ana", "Luis")),
    ):
        assert refused.status_code == 403
        assert list(refused.json()) == ["reasons", "line"]
    assert lines(match) == []


# Limits


def test_a_batch_counts_as_many_as_it_writes(phone, match, limit):
    limit(writes="3/hour")
    log = wrote(match, *[hand(0, 1)] * 5, keys="abcde")
    answer = push(phone, match, log)
    assert [key for key, _seq in answer["written"]] == ["a", "b", "c"]
    assert answer["stopped"]["why"] == "limit"
    refused = send(phone, match, log.body)
    assert refused.status_code == 429
    assert 3500 < int(refused["Retry-After"]) <= 3600
    assert "Demasiado seguido: espera 60 min." in refused.json()["reasons"]
    Entry.objects.update(at=timezone.now() - timedelta(hours=1))
    assert push(phone, match, log)["stopped"] is None
    assert len(lines(match)) == 5


# Sizes


def test_a_hundred_mutations_are_written_and_one_more_is_refused(
    phone, match, monkeypatch
):
    monkeypatch.setattr("scores.table.push.views.LONGEST", 60)
    log = wrote(match, *[hand(0, 1)] * 100)
    last = log.mutations[-1]
    answer = send(
        phone,
        match,
        {**log.body, "mutations": [*log.mutations, {**last, "key": "one-more"}]},
    )
    reasons = ["Son demasiados apuntes de una vez: como mucho 100."]
    assert answer.status_code == 413
    assert answer.json()["reasons"] == reasons
    assert lines(match) == []
    written = push(phone, match, log)
    assert len(written["written"]) == 100
    assert written["stopped"] is None


def test_a_body_that_is_too_large_is_refused(phone, match):
    body = {**wrote(match, hand(0, 1)).body, "filler": "x" * reading.MOST_BYTES}
    answer = send(phone, match, body)
    assert answer.status_code == 413
    assert "Esto es demasiado grande" in answer.json()["reasons"][1]


# What cannot be read


def changed(body, **entry):
    """The body with another first mutation."""
    first, *others = body["mutations"]
    return {**body, "mutations": [{**first, **entry}, *others]}


# What is left out or of another type is refused at every path (test_bounds, tests/rules/test_kinds).
NO_ENTRIES = [
    ["unknown", {}],
    ["undo", {}],
    ["join", {"name": "x" * 41}],
    ["draw", {"pack": "spanish-40", "cards": {}, "dealer": 0}],
    ["rules", {"options": {"team_size": 2}}],
    *(
        ["amend", {"changes": [change]}]
        for change in (
            {"at": 0, "entry": None},
            {"of": "a", "entry": {"type": "undo"}},
            {"of": "a", "entry": {"type": "join", "player": 2}},
        )
    ),
]


def test_what_no_phone_of_ours_sends_is_refused_as_a_whole(phone, match):
    log = wrote(match, hand(0, 1), hand(0, 2))
    reasons = ["Lo que ha llegado no se entiende. Recarga la página."]
    wrong = [{"key": 7}, {"at": None}, {"names": None}]
    wrong += [{"entry": entry} for entry in NO_ENTRIES]
    bodies = [changed(log.body, **entry) for entry in wrong]
    for sent in [b"", b"[]", b"\xff", {**log.body, "seen": 7}, *bodies]:
        answer = send(phone, match, sent)
        assert (answer.status_code, answer.json()["reasons"]) == (400, reasons), sent
    assert lines(match) == []


def test_the_time_of_a_wrong_clock_refuses_nothing(phone, match):
    body = wrote(match, hand(0, 1)).body
    assert send(phone, match, changed(body, at=-(10**15))).status_code == 200
    assert timezone.now() - match.entries.get().happened_at < timedelta(minutes=1)


# At once


@real_transactions
def test_of_two_phones_that_push_at_once_one_writes_and_the_other_asks(phone, match):
    mine = wrote(match, hand(0, 3), hand(0, 4), keys="ab")
    theirs = wrote(match, hand(0, 5), hand(0, 6), keys="xy")
    loli = phone_of(match, Role.SCORE)
    answers = at_once(
        lambda: push(phone, match, mine), lambda: push(loli, match, theirs)
    )
    stops = [answer["stopped"] and answer["stopped"]["why"] for answer in answers]
    assert sorted(map(str, stops)) == ["None", "stale"]
    keys = [row.client_key for row in match.entries.all()]
    assert (
        len(keys) == len(set(keys)) == sum(len(answer["written"]) for answer in answers)
    )


# Cost


def test_a_push_costs_nine_queries_a_young_phone_one_more_and_each_further_hand_five(
    phone, match
):
    play(phone, match, hand(0, 1))
    assert queries_of(phone, match, wrote(match, hand(0, 1))) == 10
    grow_up()
    assert queries_of(phone, match, wrote(match, hand(0, 1), hand(0, 1))) == 14
    play(phone, match, *[hand(0, 1)] * 30)
    assert queries_of(phone, match, wrote(match, hand(0, 1))) == 9


def queries_of(phone, match, log):
    with CaptureQueriesContext(connection) as queries:
        push(phone, match, log)
    return len(queries)
