"""The board that the engine in the phone draws is the server's, in both languages, and so is the checker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page

from rules.match.corrections import ref_text
from rules.presets import RULESETS
from scores.core.matches.scoresheet import Sheet
from scores.table.table_events.forms import FORMS
from tests.scores.phone.test_same_checker import SITE, STATIC, practice_fields
from tests.scores.support.drawn_boards import differences, payload_of, random_sheets
from tests.scores.support.phone_process import PhoneProcess, write_modules
from tests.scores.support.random_acts import random_act
from tests.scores.support.waiting import first_of_phone, waiting_from
from tests.support import extent
from tests.support.phone_engine import PAGE, PhoneEngine
from tests.support.phone_questions import answer_of, asked
from tests.support.servers import Served

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@contextmanager
def engine_in(language: str, browser: Browser, app: Served) -> Iterator[PhoneEngine]:
    with browser.new_context(locale=language) as context:
        page: Page = context.new_page()
        page.goto(app.url + PAGE)
        yield PhoneEngine(page.evaluate, app.static("js/phone/engine.js"))


@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_the_phone_draws_the_board_of_any_match_as_the_server_does(
    browser: Browser, app: Served, language: str
) -> None:
    count = extent.share("boards drawn by the phone", nightly=150, here=20)
    with translation.override(language), engine_in(language, browser, app) as engine:
        sheets = random_sheets(count, seed=language)
        questions = [asked("draw", payload_of(sheet)) for sheet in sheets]
        drawn = map(answer_of, engine.answers(questions))
        wrong = [line for pair in zip(sheets, drawn, strict=True) for line in differences(*pair)]

    assert wrong == []


def random_payloads(sheets: list[Sheet], dice: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """A random form for each board, a correction of a random line, the log, one event, and what waits."""
    kinds = list(FORMS)
    for place, sheet in enumerate(sheets):
        yield from what_waits(sheet, dice)
        action, fields, more = random_act(dice, sheet)
        payload = {**payload_of(sheet), "now": 1_800_000_000_000}
        yield "post", {**payload, "action": action, "fields": [*map(list, fields.items())], **more}
        if sheet.steps:
            line = dice.choice(sheet.steps).line
            path = reverse("correct", args=[sheet.match.code, ref_text(line.ref)])
            yield "page", {**payload, "path": path}
            removed = {"seq": str(sheet.seq), "client_key": "k", "act": "remove"}
            yield "page", {**payload, "path": path, "fields": [*map(list, removed.items())]}
        yield "page", {**payload, "path": reverse("log", args=[sheet.match.code])}
        path = reverse("happen", args=[sheet.match.code, kinds[place % len(kinds)]])
        yield "page", {**payload, "path": path}
        chosen = {"seq": str(sheet.seq), "client_key": "k", "player": "0", "points": "5", "name": "Inés"}
        filled = {
            **chosen,
            "position": "1",
            "limit": "90",
            "close_limit": "x",
            "place_0": "2",
            "place_1": "1",
        }
        yield "page", {**payload, "path": path, "fields": [*map(list, filled.items())]}


def what_waits(sheet: Sheet, dice: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """A board with the end of its log waiting; what goes with its first line; and the question about that."""
    payload, whole = waiting_from(sheet, first_of_phone(dice, sheet)), payload_of(sheet)
    yield "draw", {**payload, "is_brief": True}
    for mutation in payload["mutations"][:1]:
        yield "dropped", {**payload, "key": mutation["key"]}
        typed = {**payload, **whole, "mutations": [{**mutation, "key": "typed"}], "key": "typed"}
        since = [{"key": mutation["key"], "kind": mutation["entry"][0], "told": "-", "by": ""}]
        yield "conflict", {**typed, "since": since}


def test_the_phone_writes_and_shows_pages_in_the_worker_as_its_modules_do_in_cpython(
    browser: Browser, app: Served, tmp_path: Path
) -> None:
    count = extent.share("boards drawn by the phone", nightly=100, here=35)
    with translation.override("en-gb"):
        payloads = list(random_payloads(random_sheets(count, seed="acts"), Random("acts")))
    write_modules(tmp_path)
    with PhoneProcess(tmp_path, "en-gb") as phone, engine_in("en-gb", browser, app) as engine:
        answers = engine.answers([asked(*payload) for payload in payloads])
        in_worker = list(map(answer_of, answers))
        in_cpython = [phone.call(*payload) for payload in payloads]
    assert [pair for pair in zip(in_worker, in_cpython, strict=True) if pair[0] != pair[1]] == []
    assert {answer.get("status") for answer in in_worker} >= {200, 409, 422}


def test_cards_of_all_games_are_judged_alike(browser: Browser, app: Served, tmp_path: Path) -> None:
    dice = Random("checker")
    payloads = [
        {
            "fields": [*map(list, practice_fields(dice, preset))],
            "path": "/check/",
            "site": SITE,
            "static": STATIC,
        }
        for preset in RULESETS
        for _hand in range(extent.share("checks by the phone", nightly=10, here=3))
    ]
    write_modules(tmp_path)
    with engine_in("es", browser, app) as engine, PhoneProcess(tmp_path, "es") as python:
        answers = engine.answers([asked("check_page", payload) for payload in payloads])
        in_phone = [answer_of(answer)["blocks"]["main"] for answer in answers]
        expected = [python.call("check_page", payload)["blocks"]["main"] for payload in payloads]

    assert in_phone == expected
