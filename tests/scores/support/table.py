"""A table with phones: who sits down, what is tapped and typed, what the paper then says.

A phone is Django's test client; what it does goes through the real addresses. `forms` reads a page as a
browser without scripts would, `tap` presses one of its buttons.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core import signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.events import HandScored
from rules.match.board import Board
from scores.access import grants
from scores.matches.scoresheet import Sheet
from scores.models import Match, Role
from tests.rules.support import table as paper
from tests.rules.support.table import hand, nobody_closed

__all__ = ["hand", "nobody_closed"]

# Phones


def start(phone: Client, *names: str, **fields: Any) -> Match:
    """A match started through the form, with `fields` of it filled in."""
    response = phone.post(reverse("new-match"), new_match(*names, **fields))
    assert response.status_code == 302, said(response)
    return Match.objects.get(code=response.url.split("/")[2])


def new_match(*names: str, **fields: Any) -> dict[str, Any]:
    """The new-match form as filled in."""
    seated = {f"name_{place}": name for place, name in enumerate(names)}
    places = {"places": max(4, len(names))}
    return {"uid": uuid4(), "preset": "chinchon", "dealer": 0, **places, **seated, **fields}


def phone_with(role: Role, match: Match) -> Client:
    """Another phone that took a link: to the match, or to its circle if it is the own-link."""
    phone = Client()
    if role is not Role.NONE:
        thing = match.circle if role is Role.OWN else match
        assert phone.post(grants.link_path(thing, role)).status_code == 302
    return phone


def later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """From now on cookies are read as so many days old."""
    then = time.time() + days * 24 * 3600
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: then))


# Writing


def typed(scored: HandScored) -> dict[str, str]:
    """A hand as it stands in the form's fields: the closer's points are a chip, the others' are typed."""
    fields = {f"deadwood_{seat}": str(left) for seat, left in scored.deadwood.items()}
    if scored.closer is None:
        return {**fields, "closer": "nobody"}
    kept = fields.pop(f"deadwood_{scored.closer}", "0")
    close = f"knock-{kept}" if scored.close == "knock" else str(scored.close)
    return {**fields, "closer": str(scored.closer), "close": close}


def drawn(match: Match, **fields: Any) -> dict[str, Any]:
    """The hidden fields of a form drawn now, and the others."""
    return {"seq": match.entries.count(), "client_key": uuid4().hex, **fields}


def score(phone: Client, match: Match, scored: HandScored, **fields: Any) -> HttpResponse:
    """Save a hand as typed."""
    return post(phone, "score-hand", match, **{**typed(scored), **fields})


def post(phone: Client, address: str, match: Match, /, *args: Any, **fields: Any) -> HttpResponse:
    """Send the form of an address of the match, drawn now unless `seq` and `client_key` are given."""
    return phone.post(reverse(address, args=[match.code, *args]), drawn(match, **fields))


def play(phone: Client, match: Match, *hands: HandScored) -> None:
    for one in hands:
        assert score(phone, match, one).status_code == 302


def happen(phone: Client, match: Match, kind: str, /, **fields: Any) -> None:
    response = post(phone, "happen", match, kind, **fields)
    assert response.status_code == 302, said(response)


def answer(phone: Client, match: Match, seat: int, yes_or_no: str) -> None:
    assert post(phone, "answer", match, seat, yes_or_no).status_code == 302


def undo(phone: Client, match: Match) -> None:
    assert post(phone, "undo", match).status_code == 302


def redo(phone: Client, match: Match) -> None:
    assert post(phone, "redo", match).status_code == 302


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Each in a thread and a connection of its own, started together; what each answered or raised."""
    gate, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            gate.wait(timeout=5)
            answers[place] = act()
        except Exception as error:
            answers[place] = type(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    return answers


# Reading what is stored


def board(match: Match) -> Board:
    return Sheet(Match.objects.get(pk=match.pk)).board


def totals(match: Match) -> list[int | None]:
    return paper.totals(board(match))


def rebuys(match: Match) -> list[int]:
    return paper.rebuys(board(match))


def lines(match: Match) -> list[tuple[int, str]]:
    """The log: line numbers and kinds."""
    return [(row.seq, row.kind) for row in match.entries.all()]


# Reading pages


@dataclass
class Button:
    text: str = ""
    name: str = ""
    value: str = ""


@dataclass
class Form:
    """A form of a page, with what a browser would send of it as it stands."""

    id: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.button: Button | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = Form(given.get("id", ""), given.get("action", ""))
            self.forms.append(self.open)
        elif self.open is not None:
            self._inside(tag, given, self.open)

    def _inside(self, tag: str, given: dict[str, str], form: Form) -> None:
        if tag == "button" and given.get("type", "submit") == "submit" and "form" not in given:
            self.button = Button("", given.get("name", ""), given.get("value", ""))
            form.buttons.append(self.button)
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and ("selected" in given or self.select not in form.fields):
            form.fields[self.select] = given.get("value", "")
        elif tag == "input" and given.get("name"):
            self._input(given, form)

    def _input(self, given: dict[str, str], form: Form) -> None:
        choice = given.get("type") in ("radio", "checkbox")
        if not choice or "checked" in given:
            form.fields[given["name"]] = given.get("value", "on" if choice else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "button":
            self.button = None

    def handle_data(self, text: str) -> None:
        if self.button is not None:
            self.button.text = " ".join((self.button.text + text).split())


def forms(page: HttpResponse) -> list[Form]:
    parser = _Forms()
    parser.feed(page.content.decode())
    return parser.forms


def form(page: HttpResponse, words: str) -> Form:
    """The first form with a button that says `words`, or with that id."""
    for one in forms(page):
        if one.id == words or any(words == button.text for button in one.buttons):
            return one
    raise AssertionError(f"no form {words!r} on the page: {[_told(one) for one in forms(page)]}")


def tap(phone: Client, page: HttpResponse, words: str, **changed: Any) -> HttpResponse:
    """Press the button that says `words`, after some fields of its form were changed."""
    one = form(page, words)
    pressed = {button.name: button.value for button in one.buttons if button.text == words and button.name}
    address = one.action or page.request["PATH_INFO"]
    return phone.post(address, {**one.fields, **pressed, **{key: str(new) for key, new in changed.items()}})


def buttons(page: HttpResponse) -> list[str]:
    return [button.text for one in forms(page) for button in one.buttons if button.text]


def said(page: HttpResponse) -> str:
    """The words of a page, without its marks."""
    text = re.sub(r"<(svg|script|style|head)\b.*?</\1>", " ", page.content.decode(), flags=re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", text).replace("&nbsp;", " ")
    return " ".join(words.replace("&quot;", '"').replace("&#x27;", "'").split())


def errors(page: HttpResponse) -> list[str]:
    """What is said to be wrong, in the order of the page."""
    return [
        " ".join(found.split()) for found in re.findall(r'class="error"[^>]*>([^<]*)<', page.content.decode())
    ]


def _told(one: Form) -> list[str]:
    return [one.id, *(button.text for button in one.buttons)]
