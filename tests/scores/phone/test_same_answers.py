"""What a phone writes to the log of a match, and what it shows then, is what the server writes and shows."""

import re
from dataclasses import dataclass
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rules.presets import RULESETS
from scores.core.matches.named_entries import mutation_of_entry
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import tidy
from scores.models import Match
from tests.scores.phone.conftest import GAMES, PAGE, document_of, pairs
from tests.scores.support.drawn_boards import different, main_of
from tests.scores.support.factories import start
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.random_acts import random_act
from tests.scores.support.table import match_now


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
                "html": without_version(in_phone["html"]),
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
            {"html": without_version(served_board["html"]), "mutation": mutation},
            {
                "html": without_version(drawn["html"]),
                "mutation": in_phone.get("mutation"),
            },
        )


def page_of_server(served):
    text = served.text
    main = without_version(main_of(text))
    return {"status": served.status_code, "title": title_of(text), "main": main}


def page_of_phone(answer):
    if "blocks" not in answer:
        return answer
    blocks = answer["blocks"]
    main = blocks.get("main") or main_of(blocks["body"])
    return {
        "status": answer["status"],
        "title": blocks["title"],
        "main": without_version(main),
    }


def shown(answer):
    """The board that htmx gets, with the token and the key of the phone's."""
    text = answer.text
    board = text.split("</title>\n", 1)[1]
    return {
        "html": without_version(board),
        "title": title_of(text),
        "status": answer.status_code,
    }


def title_of(text):
    return re.findall("<title[^>]*>(.*?)</title>", text)[0]


def without_version(html):
    """The lines of HTML without what the server makes anew: tokens, keys, the version of the board."""
    html = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", html)
    html = re.sub(
        r'(name="client_key" value="(?:u|r|yes\d|no\d)?)[0-9a-z]{3,32}"', r'\1"', html
    )
    return re.sub(r'data-seen="[^"]*"', "", html).rstrip("\n").split("\n")


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
