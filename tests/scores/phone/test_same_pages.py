"""The pages of a match besides its board are on a phone what they are on the server."""

import re
from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.matches.scoresheet import Sheet
from scores.table.table_events.forms import FORMS, possible
from tests.rules.support.table import hand
from tests.scores.phone.conftest import GAMES, pairs
from tests.scores.phone.test_same_answers import Table
from tests.scores.support.drawn_boards import different, main_of
from tests.scores.support.factories import start
from tests.scores.support.random_acts import random_act
from tests.scores.support.table import address_of, answer, match_now, play, typed

SLOPPY = ("", "x", "-7", "0", "12", "2000")
NAMES = ("Inés", "Ana", " Doña  Hilda ", "", "O'Hara & <b>", "N" * 50)


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


@pytest.fixture
def table(phone, match, phones):
    return Table(phone, match, phones["es"])


def sheet_of(table):
    return Sheet(match_now(table.match))


def random_fields(dice, table, address):
    """The form at the address, filled in at random; mostly as a browser could."""
    main = main_of(table.client.get(address).text)
    sheet = sheet_of(table)
    fields = {"seq": str(sheet.seq), "client_key": UUID(int=dice.getrandbits(128)).hex}
    radios = re.findall(r'type="radio" name="(\w+)" value="(\w+)"', main)
    fields |= dict([dice.choice(radios)]) if radios else {}
    for name in re.findall(r'type="(?:text|number)" name="(\w+)"', main):
        if not name.startswith("called_"):
            fields[name] = (
                dice.choice(NAMES if name == "name" else SLOPPY)
                if dice.random() < 0.2
                else ""
            )
    fields |= {name: dice.choice(SLOPPY[3:]) for name in ("points",) if name in fields}
    fields |= {name: dice.choice(NAMES) for name in ("name",) if name in fields}
    for name, options in re.findall(
        r'<select name="(\w+)".*?>(.*?)</select>', main, re.S
    ):
        values = re.findall(r'value="(\w*)"', options)
        fields[name] = dice.choice([*values, values[0], values[0]])
    return {**fields, **({"player": "99"} if dice.random() < 0.05 else {})}


def differences(served, drawn):
    """The facts that differ, with the lines of HTML that differ."""
    found = []
    for name in sorted({*served, *drawn}):
        one = served.get(name)
        other = drawn.get(name)
        if name in ("main", "html") and one and other:
            found += different(one, other)
        elif one != other:
            found.append((name, one, other))
    return found


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_the_events_of_a_table_are_shown_written_and_refused_as_by_the_server(
    phones, preset, language
):
    dice = Random(f"events {preset}")
    client = Client(headers={"accept-language": language})
    names = ("Ana", "Luis", "Eva <3", "Inés")[: 2 if preset == "gin" else 4]
    table = Table(client, start(client, *names, preset=preset), phones[language])
    code = table.match.code
    for _act in range(3):
        action, hand_fields, more = random_act(dice, sheet_of(table))
        table.both(action, hand_fields, **more)
        allowed = [kind for kind in possible(sheet_of(table).board) if kind in FORMS]
        kind = dice.choice([*allowed, dice.choice([*FORMS])])
        address = reverse("happen", args=[code, kind])
        sent = random_fields(dice, table, address)
        for path, fields in (
            (reverse("everyday", args=[code]), None),
            (address, None),
            (address, sent),
            (reverse("log", args=[code]), None),
            (reverse("scoresheet", args=[code]), None),
        ):
            assert differences(*table.both_pages(path, fields)) == [], (path, fields)


def test_a_repeated_form_of_somebody_who_joins_writes_nothing(table):
    fields = {"seq": "0", "client_key": "first", "name": "Inés", "position": "0"}
    join = address_of("happen", table.match, "join")
    payload = {**table.payload(), "path": join, "fields": pairs(fields)}
    first = table.phone.call("page", payload)
    payload["mutations"] = [first["mutation"]]
    again = table.phone.call("page", payload)
    assert first["mutation"]["entry"] == ["join", {"name": "Inés", "position": 0}]
    assert again["status"] == 200
    assert "mutation" not in again


def test_a_page_that_needs_the_server_or_another_right_is_not_found_on_a_phone(
    phone, match, table
):
    play(phone, match, hand(0, 1, 2))
    payload = table.payload()
    of_match = f"/m/{match.code}/"
    for address in (
        *(
            f"{of_match}{page}"
            for page in ("share/", "everyday/draw/", "log", "log/x/")
        ),
        "/new/",
        "//",
    ):
        assert table.phone.call("page", {**payload, "path": address}) == {"status": 404}
    payload["document"]["role"] = 1  # may only watch
    for page in ("everyday/rules/", "everyday/", "correct/0/"):
        assert table.phone.call("page", {**payload, "path": of_match + page}) == {
            "status": 404
        }


@pytest.fixture
def bought_back(phone, phones):
    """Luis is bust after two hands, and bought back in."""
    match = start(phone, "Ana", "Luis", "Eva", rebuy_choice="ask")
    play(phone, match, hand(0, 60, 7), hand(0, 50, 9))
    answer(phone, match, 1, "yes")
    play(phone, match, hand(3, 20, 0))
    return Table(phone, match, phones["es"])


@pytest.mark.parametrize(
    ("ref", "fields"),
    [
        ("0", None),
        ("2", None),
        # nobody is bust then: the answer does not fit
        (
            "0",
            {"act": "replace", **typed(hand(0, 30, 7))},
        ),
        ("0", {"act": "replace", **typed(hand(0, 61, 7)), "deadwood_1": "x"}),
        ("3", {"act": "remove"}),
        ("2", {"act": "swap"}),
        ("1", {"act": "add", **typed(hand(0, 1, 2))}),
        ("3", {"act": "save", "changes": '[{"at": 3, "entry": null}]'}),
        ("0", {"act": "replace", "changes": '[{"at": 9, "entry": null}]'}),
    ],
)
def test_each_step_of_a_correction_is_the_server_s(bought_back, ref, fields):
    """The page of a line, what is shown, and the entry that is written in the end."""
    form = {"seq": "4", "client_key": "c0rrection", "changes": "[]"}
    sent = None if fields is None else {**form, **fields}
    assert (
        differences(
            *bought_back.both_pages(address_of("correct", bought_back.match, ref), sent)
        )
        == []
    )
