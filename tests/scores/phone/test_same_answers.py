"""What a phone writes, shows and takes for a number is what the server does: boards and pages of a match."""

import re
from dataclasses import dataclass
from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.utils import translation

from rules.presets import RULESETS
from scores.core.matches.named_entries import mutation_of_entry
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import tidy
from scores.fields import hand_fields
from scores.models import Match
from scores.table.table_events.forms import FORMS, possible
from tests.rules.support.table import hand
from tests.scores.phone.conftest import GAMES, PAGE, document_of, pairs
from tests.scores.support.drawn_boards import (
    differences,
    different,
    lines_of,
    main_of,
    payload_of,
    random_sheets,
    served_scoresheet,
)
from tests.scores.support.factories import start
from tests.scores.support.fuzz.mutating import filled
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.random_acts import random_act
from tests.scores.support.table import address_of, answer, forms, match_now, play
from tests.scores.support.waiting import first_of_phone, waiting_from
from tests.support.odd_numbers import ODD_NUMBERS

ODD = ("", "x", "-7", "0", "2000", "99", " Doña  Hilda ", "O'Hara & <b>", "N" * 50)


@dataclass
class Table:
    """A match on the server, and a phone with its document."""

    client: Client
    match: Match
    phone: PhoneProcess

    @property
    def sheet(self):
        return Sheet(match_now(self.match))

    def payload(self):
        return {**PAGE, "document": document_of(self.client, self.match)}

    def both(self, action, fields, **more):
        """What the server and the phone answer to the same form: the board that htmx gets."""
        payload = {**self.payload(), "action": action, "fields": pairs(fields), **more}
        in_phone = self.phone.call("post", payload)
        address = address_of(action, self.match, *more.values())
        served = self.client.post(address, fields, headers={"hx-request": "true"})
        board = served.text.split("</title>\n", 1)[1]
        return (
            page_of(served.status_code, title_of(served.text), board)
            | {"mutation": self.mutation_behind(payload)},
            page_of(in_phone["status"], in_phone["title"], in_phone["html"])
            | {"mutation": in_phone.get("mutation")},
        )

    def mutation_behind(self, payload, joined_as=""):
        """What was written to the match behind the log of `payload`, as a phone names it."""
        sheet = self.sheet
        seq = len(payload["document"]["entries"])
        if sheet.seq == seq:
            return None
        row = sheet.rows[seq]
        facts = {"key": row.client_key, "at": payload["now"], "joined_as": joined_as}
        before = sheet.until(seq)
        return mutation_of_entry(before, row.kind, row.payload, **facts).dump()

    def both_pages(self, address, fields=None):
        """What the server and the phone show at an address, or the log once something was written there."""
        payload = {**self.payload(), "path": address}
        if fields is None:
            served = self.client.get(address)
        else:
            payload["fields"] = pairs(fields)
            served = self.client.post(address, fields)
        in_phone = self.phone.call("page", payload)
        if served.status_code != 302:
            main = main_of(served.text)
            shown = page_of(served.status_code, title_of(served.text), main)
            return shown, page_of_phone(in_phone)
        after = self.phone.call("draw", {**payload, **self.payload()})
        waiting = [in_phone["mutation"]] if "mutation" in in_phone else []
        drawn = self.phone.call("draw", {**payload, "mutations": waiting})
        name = tidy(fields.get("name", ""))
        return (
            {"main": lines_of(after["html"])}
            | {"mutation": self.mutation_behind(payload, name)},
            {"main": lines_of(drawn["html"]), "mutation": in_phone.get("mutation")},
        )


def page_of(status, title, main):
    return {"status": status, "title": title, "main": lines_of(main)}


def page_of_phone(answer):
    if "blocks" not in answer:
        return answer
    blocks = answer["blocks"]
    main = blocks.get("main") or main_of(blocks["body"])
    return page_of(answer["status"], blocks["title"], main)


def title_of(text):
    return re.findall("<title[^>]*>(.*?)</title>", text)[0]


def assert_alike(served, drawn, *asked):
    """The same page; if not, the lines of HTML that differ are told."""
    mains = drawn.pop("main", []), served.pop("main", [])
    assert drawn == served, asked
    assert different(*mains) == [], asked


def random_fields(dice, table, address):
    """The form at the address, filled in as users do; now and then with something odd."""
    shown = [form for form in forms(table.client.get(address)) if "seq" in form.fields]
    fields = {name: value for form in shown for name, value in filled(dice, form)}
    for name in fields:
        if dice.random() < 0.1:
            fields[name] = dice.choice(ODD)
    key = UUID(int=dice.getrandbits(128)).hex
    return {**fields, "seq": str(table.sheet.seq), "client_key": key}


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_a_phone_shows_writes_and_refuses_as_the_server_does(phones, preset, language):
    dice = Random(preset)
    client = Client(headers={"accept-language": language})
    knobs = {"rebuy_choice": "ask"} if RULESETS[preset].ends == "last-standing" else {}
    knobs |= {"team_size": "2", "deal_scores": "net"} if preset == "gin" else {}
    names = ("Ana", "Luis", "Eva <3", "Inés")
    match = start(client, *names, preset=preset, **knobs)
    table = Table(client, match, phones[language])
    for _turn in range(3):
        for _act in range(3):
            action, fields, more = random_act(dice, table.sheet)
            assert_alike(*table.both(action, fields, **more), action, fields)
        allowed = [kind for kind in possible(table.sheet.board) if kind in FORMS]
        kind = dice.choice([*allowed, dice.choice([*FORMS])])
        event = address_of("happen", match, kind)
        sent = random_fields(dice, table, event)
        assert_alike(*table.both_pages(event), event)
        assert_alike(*table.both_pages(event, sent), event, sent)
        for name in ("everyday", "log", "scoresheet"):
            assert_alike(*table.both_pages(address_of(name, match)), name)


# Boards of random matches, the same HTML to the byte


@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_a_phone_draws_the_board_of_any_match_as_the_server_does(phones, language):
    """Also where the end of its log waits to be sent; and what is below the board."""
    dice = Random(language)
    phone = phones[language]
    with translation.override(language):
        for sheet in random_sheets(20, seed=f"unit {language}"):
            payload = payload_of(sheet)
            for asked in (payload, waiting_from(sheet, first_of_phone(dice, sheet))):
                drawn = phone.call("draw", asked)
                assert "stuck" not in drawn, drawn["stuck"]
                assert differences(sheet, drawn) == []
            path = address_of("scoresheet", sheet.match)
            below = phone.call("page", {**payload, "path": path})["blocks"]["main"]
            assert below.split("\n") == served_scoresheet(sheet).split("\n")


# What the server takes for a number, and what it refuses


def number_in(mutation):
    """The number of what was written; None if nothing was."""
    if mutation is None:
        return None
    kind, payload = mutation["entry"]
    return payload["points"] if kind == "penalty" else payload["deadwood"]["1"]


@pytest.mark.parametrize("text", ODD_NUMBERS, ids=ascii)
def test_the_same_texts_are_numbers_on_the_server_and_on_a_phone(spanish, phone, text):
    """All other forms read numbers as the penalty does (tests/rules/test_numbers.py)."""
    number = ODD_NUMBERS[text]
    is_number = number is not None
    written = {"seq": "0", "client_key": "k"}
    penalty = {**written, "player": "0", "points": text}
    scored = {"closer": "0", "close": "clean", "deadwood_1": text, "deadwood_2": "1"}
    tables = [
        Table(phone, start(phone, "Ana", "Luis", "Eva"), spanish) for _ in range(2)
    ]
    event = address_of("happen", tables[0].match, "penalty")
    for answers, is_taken in (
        (tables[0].both_pages(event, penalty), is_number),
        (
            tables[1].both("score-hand", {**written, **scored}),
            is_number and number >= 0,
        ),
    ):
        on_server, in_phone = answers
        assert on_server == in_phone
        taken = number_in(on_server.get("mutation"))
        assert taken == (number if is_taken else None)


# Pages of a match


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


@pytest.fixture
def table(phone, match, spanish):
    return Table(phone, match, spanish)


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

    def is_missing(path):
        return table.phone.call("page", {**payload, "path": path}) == {"status": 404}

    for page in ("share/", "everyday/draw/", "log", "log/x/"):
        assert is_missing(of_match + page)
    assert is_missing("/new/")
    assert is_missing("//")
    payload["document"]["role"] = 1  # may only watch
    for page in ("everyday/rules/", "everyday/", "correct/0/"):
        assert is_missing(of_match + page)


@pytest.fixture
def bought_back(phone, spanish):
    """Luis is bust after two hands, and bought back in."""
    match = start(phone, "Ana", "Luis", "Eva", rebuy_choice="ask")
    play(phone, match, hand(0, 60, 7), hand(0, 50, 9))
    answer(phone, match, 1, "yes")
    play(phone, match, hand(3, 20, 0))
    return Table(phone, match, spanish)


@pytest.mark.parametrize(
    ("ref", "fields"),
    [
        ("0", None),
        ("2", None),
        # nobody is bust then: the answer does not fit
        ("0", {"act": "replace", **hand_fields(hand(0, 30, 7))}),
        ("0", {"act": "replace", **hand_fields(hand(0, 61, 7)), "deadwood_1": "x"}),
        ("3", {"act": "remove"}),
        ("2", {"act": "swap"}),
        ("1", {"act": "add", **hand_fields(hand(0, 1, 2))}),
        ("3", {"act": "save", "changes": '[{"at": 3, "entry": null}]'}),
        ("0", {"act": "replace", "changes": '[{"at": 9, "entry": null}]'}),
    ],
)
def test_each_step_of_a_correction_is_the_server_s(bought_back, ref, fields):
    """The page of a line, what is shown, and the entry that is written in the end."""
    form = {"seq": "4", "client_key": "c0rrection", "changes": "[]"}
    sent = fields and {**form, **fields}
    address = address_of("correct", bought_back.match, ref)
    assert_alike(*bought_back.both_pages(address, sent))
