"""A batch of mutations: what is written, what is answered, and where it stops."""

import pytest

from rules.events import BoughtBackIn, Joined, Penalised, RulesChanged
from rules.match.corrections import Undone
from scores.models import Entry, Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, start
from tests.scores.support.pushing import PhoneLog, push, wrote
from tests.scores.support.table import lines, play, rebuys, rename, send_to, totals

HAND = hand(0, 23, 7)


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva", limit=100, rebuy_choice="ask", rebuys=3)


@pytest.fixture
def loli(match):
    """Another phone that keeps the score."""
    return phone_of(match, Role.SCORE)


def stopped(answer):
    """The key at which a batch stopped, why, and the keys of what others wrote."""
    stop = answer["stopped"]
    return stop["key"], stop["why"], [row["key"] for row in stop["since"]]


# What is written


def test_what_is_written_is_said_with_its_indices_and_keeps_who_wrote_it_and_when(
    phone, match
):
    Match.objects.update(created_at="2026-05-28T20:00:00Z")
    log = wrote(match, HAND, Penalised(1, 10), hand(12, 0, 5, closer=1), keys="abc")
    # the rest of the batch was torn off
    push(phone, match, wrote(match, HAND, keys="a"))
    answer = push(phone, match, log)
    assert answer["written"] == [["a", 0], ["b", 1], ["c", 2]]
    assert answer["stopped"] is None
    assert lines(match) == [(0, "hand"), (1, "penalty"), (2, "hand")]
    assert totals(match) == [2, 23, 12]
    row = match.entries.first()
    clock = "2026-05-28T20:26:40+00:00"
    assert row.client_key == "a"
    assert row.by == holder(phone)
    assert row.happened_at.isoformat() == clock
    assert push(phone, match, log) == answer  # repeated it writes nothing
    assert Entry.objects.count() == 3


def test_the_answer_has_what_the_document_of_the_phone_lacks(phone, match):
    play(phone, match, hand(3, 8, 9))
    answer = push(phone, match, wrote(match, HAND, keys="a"))
    document = phone.get(f"{match.get_absolute_url()}document/").json()
    for name in ("version", "seen", "names", "faces", "uids"):
        assert answer[name] == document[name]
    assert answer["entries"] == document["entries"][1:]
    assert answer["totals"] == [[0, "−7"], [1, "31"], [2, "16"]]


# Repeated


def test_a_repeated_push_counts_although_a_name_has_changed(phone, match):
    log = wrote(match, HAND, keys="a")
    log.write(Joined(3), "b", joined_as="Dora")
    log.write(Penalised(3, 5), "c")
    assert push(phone, match, log)["stopped"] is None
    rename("Dora", "Dorita")
    rename("Ana", "Anita")
    assert push(phone, match, log)["written"] == [["a", 0], ["b", 1], ["c", 2]]


def test_a_key_with_other_content_stops(phone, match):
    push(phone, match, wrote(match, HAND, keys="a"))
    other = PhoneLog(match)
    other.write(hand(0, 24, 7), "a")
    other.seen = ""
    assert stopped(push(phone, match, other)) == ("a", "stale", ["a"])


# Others wrote


def test_what_others_wrote_meanwhile_stops_the_batch_and_is_told_with_who_wrote_it(
    phone, loli, match
):
    send_to(loli, "me", match, seat="2")
    log = wrote(match, HAND, hand(0, 24, 7), keys="ab")
    push(loli, match, wrote(match, hand(0, 1, 2), keys="x"))
    answer = push(phone, match, log)
    assert answer["written"] == []
    assert stopped(answer) == ("a", "stale", ["x"])
    assert answer["stopped"]["since"] == [
        {
            "key": "x",
            "kind": "hand",
            "told": "Cierra Ana, con todo ligado · Luis 1 · Eva 2",
            "by": "Eva",
        }
    ]
    assert lines(match) == [(0, "hand")]
    assert [entry[3] for entry in answer["entries"]] == ["x"]


# Names


def test_points_never_go_to_another_name(phone, match):
    log = wrote(match, HAND, keys="a")
    rename("Eva", "Evita")
    assert stopped(push(phone, match, log)) == ("a", "renamed", [])
    assert totals(match) == [0, 0, 0]


@pytest.mark.parametrize(
    ("mine", "theirs", "is_told", "stop"),
    [
        (HAND, HAND, False, ("a", "same", ["x"])),
        (Undone(), Undone(), False, ("a", "same", ["x"])),
        (Undone(), hand(0, 1, 2), False, ("a", "stale", ["x"])),
        (Undone(), hand(0, 1, 2), True, ("a", "stale", [])),
    ],
)
def test_the_same_entry_of_another_phone_is_the_same_and_another_undo_stops(
    phone, loli, match, mine, theirs, is_told, stop
):
    play(phone, match, HAND)
    log = wrote(match, mine, keys="a")
    push(loli, match, wrote(match, theirs, keys="x"))
    if is_told:  # the phone has shown what was written since
        log.seen = "x"
    assert stopped(push(phone, match, log)) == stop
    assert len(lines(match)) == 2


# Refused


@pytest.mark.parametrize(
    ("entries", "why", "reasons"),
    [
        (
            [hand(0, 23, 700)],
            "illegal",
            ["Eva no puede tener 700: como mucho 100."],
        ),
        (
            [BoughtBackIn(1)],
            "illegal",
            ["Luis no se ha pasado: no hay nada que reenganchar."],
        ),
        # they contradict each other
        ([RulesChanged({"limit": -5})], "illegal", None),
        # while the question is open
        (
            [hand(0, 99, 7), hand(0, 5, 7), hand(0, 5, 7)],
            "asked",
            ["Antes tiene que decir si se reengancha: Luis."],
        ),
    ],
)
def test_what_the_rules_refuse_stops_with_their_reason(
    phone, match, entries, why, reasons
):
    *before, last = "abc"[: len(entries)]
    answer = push(phone, match, wrote(match, *entries, keys="abc"))
    assert [key for key, _index in answer["written"]] == before
    assert stopped(answer) == (last, why, [])
    assert len(answer["stopped"]["reasons"]) == 1
    assert reasons in (None, answer["stopped"]["reasons"])
    assert rebuys(match) == [0, 0, 0]


def test_a_batch_that_takes_too_long_ends_and_the_rest_can_be_sent_again(
    phone, match, monkeypatch
):
    monkeypatch.setattr("scores.table.push.views.LONGEST", -1)
    log = wrote(match, hand(0, 5, 7), hand(0, 6, 7), keys="ab")
    first = push(phone, match, log)
    assert first["written"] == [["a", 0]]
    assert first["stopped"] is None
    log.seen = "a"
    log.mutations = log.mutations[1:]
    assert push(phone, match, log)["written"] == [["b", 1]]
