"""What waits in a phone: written to its copy of the log it gives the board that the server's log gives."""

import json
from random import Random

import pytest

from phone.runtime.match_document import sheet_with
from rules.errors import Illegal
from rules.events import Joined
from rules.match.corrections import judge, ref_text
from scores.core.matches.named_entries import Misplaced, entry_of_mutation, mutation_of
from scores.core.matches.scoresheet import kind_and_payload
from scores.models import Entry
from tests.rules.support.table import hand
from tests.scores.phone.conftest import GAMES, PAGE, document_of, now, pairs, said
from tests.scores.support.drawn_boards import random_sheets
from tests.scores.support.factories import start, write
from tests.scores.support.random_acts import random_act
from tests.scores.support.table import address_of, play
from tests.scores.support.waiting import first_of_phone, waiting_from

NOW = {**PAGE, "now": now()}  # the server writes, too


# Who joins, and what cannot be written


@pytest.fixture
def document(phone):
    """Two hands of Ana and Luis, whose keys are "first" and "second"; then Edu joined on another phone."""
    match = start(phone, "Ana", "Luis")
    play(phone, match, hand(0, 7), hand(0, 20))
    write(match, Joined(2, 2))
    whole = document_of(phone, match)
    for entry, key in zip(whole["entries"], ("first", "second", "edu"), strict=True):
        entry[3] = key
    return {**whole, "names": [[0, "Ana"], [1, "Luis"], [2, "Edu"]]}


def asked(document, *waiting):
    return {**PAGE, "document": document, "mutations": waiting, "is_brief": True}


DORA = said("dora", ["join", {"name": "Dora", "position": 2}])
DEADWOOD = {"0": 0, "1": 5, "@edu": 9, "@dora": 33}
OF_DORA = said(
    "third",
    ["hand", {"closer": 0, "close": "clean", "deadwood": DEADWOOD}],
    names={"0": "Ana", "1": "Luis", "@edu": "Edu", "@dora": "Dora"},
)


def test_who_joins_takes_the_next_seat_under_whoever_joined_meanwhile(
    spanish, document
):
    answer = spanish.call("draw", asked(document, DORA, OF_DORA))
    assert answer["totals"] == [[0, "−30"], [1, "32"], [3, "60"], [2, "36"]]


UNDO = said("undo", ["undo", {}], target="second")
RENAMED = said(
    "p", ["penalty", {"player": "@edu", "points": 5}], names={"@edu": "Eduvigis"}
)
RENAMED_AND_GONE = said(
    "third", OF_DORA["entry"], names={**OF_DORA["names"], "0": "Anabel"}
)
ILLEGAL = said("p", ["back", {"player": 1}], names={"1": "Luis"})


@pytest.mark.parametrize(
    ("mutation", "why"),
    [
        (OF_DORA, "gone"),
        (UNDO, "stale"),
        (RENAMED, "renamed"),
        (RENAMED_AND_GONE, "renamed"),
        (ILLEGAL, "illegal"),
    ],
)
def test_the_first_mutation_that_cannot_be_written_is_named_with_why(
    spanish, document, mutation, why
):
    later = said("q", ["penalty", {"player": 1, "points": 5}], names={"1": "Luis"})
    answer = spanish.call("draw", asked(document, mutation, later))
    stuck = answer.pop("stuck")
    assert stuck.pop("reasons")
    assert (stuck["key"], stuck["why"]) == (mutation["key"], why)
    assert answer == spanish.call("draw", asked(document))


def test_a_mutation_that_the_server_has_is_not_written_twice(spanish, document):
    again = said("second", ["undo", {}], target="first")
    plain = spanish.call("draw", asked(document))
    assert spanish.call("draw", asked(document, again)) == plain


def test_what_goes_with_a_dropped_mutation_is_what_cannot_be_written_without_it(
    spanish,
):
    dice = Random("dropped")
    most = 0
    for sheet in random_sheets(30, seed="dropped keys"):
        first = first_of_phone(dice, sheet)
        payload = waiting_from(sheet, first)
        waiting = payload["mutations"]
        for mutation in waiting:
            key = mutation["key"]
            keys = spanish.call("dropped", {**payload, "key": key})["keys"]
            assert keys == not_written_without(sheet, first, waiting, key)
            most = max(most, len(keys))
    assert most > 1


def not_written_without(sheet, first, waiting, dropped):
    """The naive way: replay the log with each of the others at its end, and leave out what is refused."""
    gone = [dropped]
    log = sheet.until(first)
    for mutation, row in zip(waiting, sheet.rows[first:], strict=True):
        key = mutation["key"]
        if key == dropped:
            continue
        try:
            seat = row.payload.get("player")
            entry = entry_of_mutation(log, mutation_of(mutation), seat)
            judge(log.start, log.log, entry)
        except (Misplaced, Illegal):
            gone.append(key)
        else:
            kind, payload = kind_and_payload(entry)
            added = Entry(seq=log.seq, kind=kind, payload=payload, client_key=key)
            log = log.with_rows([*log.rows, added])
    return gone


# With the server


@pytest.mark.parametrize("preset", [preset for preset, _language in GAMES])
def test_a_push_writes_the_log_on_which_the_phone_drew_its_board(
    spanish, phone, preset
):
    players = 2 if preset == "gin" else 4
    match = start(phone, *("Ana", "Luis", "Eva", "Inés")[:players], preset=preset)
    before = document_of(phone, match)
    waiting = random_writing(Random(f"push {preset}"), spanish, before)
    body = {"seen": "", "mutations": waiting}
    pushed = {"written": []}
    address = address_of("push", match)
    # as a phone does: a push on a slow machine writes the first of them only
    while len(pushed["written"]) < len(waiting):
        pushed = phone.post(address, body, content_type="application/json").json()
        assert pushed["stopped"] is None
    after = document_of(phone, match)
    sheet, _stuck = sheet_with(before, waiting)
    assert [entry[:2] + entry[3:] for entry in after["entries"]] == [
        [row.kind, row.payload, row.client_key] for row in sheet.rows
    ]
    known = {**before, "seen": after["seen"]}
    drawn = spanish.call("draw", {**NOW, "document": known, "mutations": waiting})
    assert drawn == spanish.call("draw", {**NOW, "document": after})
    brief = spanish.call("draw", {**NOW, "document": after, "is_brief": True})
    assert pushed["totals"] == brief["totals"]


def random_writing(dice, phone, document):
    """What a phone with no signal writes: eight entries or more, mostly somebody who joins among them."""
    waiting = []
    while len(waiting) < 8:
        sheet, _stuck = sheet_with(document, waiting)
        joins = dice.random() < 0.2
        name, asked = joining(sheet) if joins else random_question(dice, sheet)
        known = {**NOW, "document": document, "mutations": waiting}
        answer = phone.call(name, {**asked, **known})
        waiting += [answer["mutation"]] if answer.get("mutation") else []
    return waiting


def random_question(dice, sheet):
    """An entry point with a form, mostly possible; sometimes the correction that removes a line."""
    if not sheet.steps or dice.random() > 0.15:
        action, fields, more = random_act(dice, sheet)
        return "post", {"action": action, "fields": pairs(fields), **more}
    ref = dice.choice(sheet.steps).line.ref
    fields = {"seq": str(sheet.seq), "client_key": f"c{dice.random()}", "act": "save"}
    fields["changes"] = json.dumps([{"at": ref, "entry": None}])
    path = address_of("correct", sheet.match, ref_text(ref))
    return "page", {"path": path, "fields": pairs(fields)}


def joining(sheet):
    fields = {"seq": str(sheet.seq), "client_key": f"j{sheet.seq}", "position": "1"}
    fields["name"] = f"Dora {sheet.seq}"
    path = address_of("happen", sheet.match, "join")
    return "page", {"path": path, "fields": pairs(fields)}
