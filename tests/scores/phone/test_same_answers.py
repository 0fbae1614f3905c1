"""What a phone writes, shows and takes for a number is what the server does."""

import re
from dataclasses import dataclass
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from rules.presets import RULESETS
from scores.core.matches.named_entries import mutation_of_entry
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import tidy
from scores.models import Match
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
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.random_acts import random_act
from tests.scores.support.table import address_of, match_now
from tests.support.odd_numbers import ODD_NUMBERS


@dataclass
class Table:
    """A match on the server, and a phone with its document."""

    client: Client
    match: Match
    phone: PhoneProcess

    def payload(self):
        return {**PAGE, "document": document_of(self.client, self.match)}

    def both(self, action, fields, **more):
        """What the server and the phone answer to the same form."""
        payload = {
            **self.payload(),
            "action": action,
            "fields": pairs(fields),
            **more,
        }
        in_phone = self.phone.call("post", payload)
        arguments = [self.match.code, *more.values()]
        answer = self.client.post(
            reverse(action, args=arguments), fields, headers={"hx-request": "true"}
        )
        seq = len(payload["document"]["entries"])
        return (
            {**shown(answer), "mutation": self.mutation_behind(seq, payload["now"])},
            {
                "html": lines_of(in_phone["html"]),
                "title": in_phone["title"],
                "status": in_phone["status"],
                "mutation": in_phone.get("mutation"),
            },
        )

    def mutation_behind(self, seq, at, joined_as=""):
        """What was written to the match as number `seq`, as a phone names it."""
        sheet = Sheet(match_now(self.match))
        if sheet.seq == seq:
            return None
        row = sheet.rows[seq]
        names = {
            "key": row.client_key,
            "joined_as": joined_as if row.kind == "join" else "",
        }
        return mutation_of_entry(
            sheet.until(seq), row.kind, row.payload, at=at, **names
        ).dump()

    def both_pages(self, address, fields=None):
        """What the server and the phone show at an address, or the log once something was written there."""
        payload = {**self.payload(), "path": address}
        if fields is not None:
            payload["fields"] = pairs(fields)
        in_phone = self.phone.call("page", payload)
        served = (
            self.client.get(address)
            if fields is None
            else self.client.post(address, fields)
        )
        if served.status_code != 302:
            return page_of_server(served), page_of_phone(in_phone)
        served_board = self.phone.call(
            "draw", {**payload, "document": self.payload()["document"]}
        )
        waiting = [in_phone["mutation"]] if "mutation" in in_phone else []
        drawn = self.phone.call("draw", {**payload, "mutations": waiting})
        name = tidy((fields or {}).get("name", ""))
        mutation = self.mutation_behind(
            len(payload["document"]["entries"]), payload["now"], name
        )
        return (
            {"html": lines_of(served_board["html"]), "mutation": mutation},
            {
                "html": lines_of(drawn["html"]),
                "mutation": in_phone.get("mutation"),
            },
        )


def page_of_server(served):
    text = served.text
    main = lines_of(main_of(text))
    return {"status": served.status_code, "title": title_of(text), "main": main}


def page_of_phone(answer):
    if "blocks" not in answer:
        return answer
    blocks = answer["blocks"]
    main = blocks.get("main") or main_of(blocks["body"])
    return {
        "status": answer["status"],
        "title": blocks["title"],
        "main": lines_of(main),
    }


def shown(answer):
    """The board that htmx gets, with the token and the key of the phone's."""
    text = answer.text
    board = text.split("</title>\n", 1)[1]
    return {
        "html": lines_of(board),
        "title": title_of(text),
        "status": answer.status_code,
    }


def title_of(text):
    return re.findall("<title[^>]*>(.*?)</title>", text)[0]


@pytest.mark.parametrize(("preset", "language"), GAMES)
def test_a_phone_writes_and_refuses_as_the_server_does(phones, preset, language):
    dice = Random(preset)
    client = Client(headers={"accept-language": language})
    names = ("Ana", "Luis", "Eva <3", "Inés")
    knobs = {"rebuy_choice": "ask"} if RULESETS[preset].ends == "last-standing" else {}
    knobs |= {"team_size": "2", "deal_scores": "net"} if preset == "gin" else {}
    table = Table(
        client, start(client, *names, preset=preset, **knobs), phones[language]
    )
    for act in range(8):
        action, fields, more = random_act(dice, Sheet(match_now(table.match)))
        on_server, in_phone = table.both(action, fields, **more)
        html = in_phone.pop("html"), on_server.pop("html")
        assert in_phone == on_server, (act, action, fields)
        assert different(*html) == [], (act, action, fields)


# Boards of random matches, the same HTML to the byte


@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_a_phone_draws_the_board_of_any_match_as_the_server_does(phones, language):
    with translation.override(language):
        for sheet in random_sheets(15, seed=f"unit {language}"):
            answer = phones[language].call("draw", payload_of(sheet))
            assert differences(sheet, answer) == []
            address = address_of("scoresheet", sheet.match)
            answer = phones[language].call(
                "page", {**payload_of(sheet), "path": address}
            )
            assert answer["blocks"]["main"].split("\n") == served_scoresheet(
                sheet
            ).split("\n")


# What the server takes for a number, and what it refuses


def fields_with(match, text):
    """A penalty and a hand with this text for a number: the entry point of a phone, the address, and the
    fields. All other forms read numbers as the penalty does (tests/rules/test_numbers.py)."""
    written = {"seq": "0", "client_key": "k"}
    penalty = {"player": "0", "points": text}
    yield "page", address_of("happen", match, "penalty"), {**written, **penalty}
    hand = {"closer": "0", "close": "clean", "deadwood_1": text, "deadwood_2": "1"}
    yield "post", address_of("score-hand", match), {**written, **hand}


def number_in(mutation):
    """The number of what was written; None if nothing was."""
    if mutation is None:
        return None
    kind, payload = mutation["entry"]
    return payload["points"] if kind == "penalty" else payload["deadwood"]["1"]


@pytest.mark.parametrize("text", ODD_NUMBERS, ids=ascii)
def test_the_same_texts_are_numbers_on_the_server_and_on_a_phone(phones, text):
    client = Client(headers={"accept-language": "es"})
    for index in range(2):
        match = start(client, "Ana", "Luis", "Eva")
        entry_point, address, fields = list(fields_with(match, text))[index]
        table = Table(client, match, phones["es"])
        if entry_point == "page":
            on_server, in_phone = table.both_pages(address, fields)
        else:
            on_server, in_phone = table.both("score-hand", fields)
        assert on_server == in_phone
        number = ODD_NUMBERS[text]
        is_taken = number is not None and (number >= 0 or entry_point == "page")
        assert number_in(on_server.get("mutation")) == (number if is_taken else None)
