"""A phone with the engine: it names what it writes by what it has seen, and pushes it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.match.corrections import Entry
from scores.matches.judging import kind_and_payload
from scores.matches.named_entries import named
from scores.matches.scoresheet import Sheet
from scores.models import Entry as Row
from scores.models import Match, Player, Seat

Json = dict[str, Any]


class PhoneLog:
    """The log of a match as a phone has it: as stored when it was read, and what the phone wrote since."""

    def __init__(self, match: Match) -> None:
        match.refresh_from_db()
        self.sheet = Sheet(match)
        self.seen = self.sheet.rows[-1].client_key if self.sheet.rows else ""
        self.mutations: list[Json] = []

    def write(self, entry: Entry, key: str = "", joined_as: str = "") -> Json:
        """The mutation of the entry, which waits from now on."""
        key, (kind, payload) = key or uuid4().hex, kind_and_payload(entry)
        mutation = named(self.sheet, kind, payload, key=key, at=1_780_000_000_000, joined_as=joined_as).dump()
        row = Row(seq=self.sheet.seq, kind=kind, payload=payload, client_key=key)
        seats = self.sheet.seats
        if joined_as:
            seats = [*seats, Seat(position=payload["player"], player=Player(name=joined_as))]
        self.sheet = Sheet(self.sheet.match, seats=seats, rows=[*self.sheet.rows, row])
        self.mutations.append(mutation)
        return mutation

    @property
    def body(self) -> Json:
        return {"seen": self.seen, "mutations": self.mutations}


def wrote(match: Match, *entries: Entry, keys: str = "") -> PhoneLog:
    """The log of a phone that wrote these entries; each letter of `keys` is the key of one."""
    log = PhoneLog(match)
    for place, entry in enumerate(entries):
        log.write(entry, keys[place] if keys else "")
    return log


def send(phone: Client, match: Match, body: Any) -> HttpResponse:
    address = reverse("push", args=[match.code])
    return phone.post(address, body, content_type="application/json")


def push(phone: Client, match: Match, log: PhoneLog) -> Json:
    """The answer to everything that waits."""
    response = send(phone, match, log.body)
    assert response.status_code == 200, response.content
    answer: Json = response.json()
    return answer
