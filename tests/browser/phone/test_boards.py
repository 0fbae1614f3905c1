"""The engine in the worker draws, judges and writes as the phone's modules do in CPython, in two languages.

That those do as the server does: tests/scores/phone/.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser

from rules.match.corrections import ref_text
from rules.presets import RULESETS
from scores.core.matches.scoresheet import Sheet
from scores.table.table_events.forms import FORMS
from tests.scores.phone.test_same_checker import SITE, STATIC, practice_fields
from tests.scores.support.drawn_boards import payload_of, random_sheets
from tests.scores.support.phone_process import PhoneProcess, write_modules
from tests.scores.support.random_acts import random_act
from tests.scores.support.waiting import first_of_phone, waiting_from
from tests.support import extent, phone_engine
from tests.support.phone_questions import answer_of, asked
from tests.support.servers import Served

Payloads = Iterator[tuple[str, dict[str, Any]]]


def about_boards(sheets: list[Sheet], dice: Random) -> Payloads:
    """Each board, a random form, a correction of a random line, the log, one event, and what waits."""
    kinds = list(FORMS)
    for place, sheet in enumerate(sheets):
        yield "draw", payload_of(sheet)
        yield from what_waits(sheet, dice)
        action, fields, more = random_act(dice, sheet)
        payload = {**payload_of(sheet), "now": 1_800_000_000_000}
        yield "post", {**payload, "action": action, "fields": [*map(list, fields.items())], **more}
        if sheet.steps:
            path = reverse("correct", args=[sheet.match.code, ref_text(dice.choice(sheet.steps).line.ref)])
            yield "page", {**payload, "path": path}
            removed = {"seq": str(sheet.seq), "client_key": "k", "act": "remove"}
            yield "page", {**payload, "path": path, "fields": [*map(list, removed.items())]}
        yield "page", {**payload, "path": reverse("log", args=[sheet.match.code])}
        path = reverse("happen", args=[sheet.match.code, kinds[place % len(kinds)]])
        yield "page", {**payload, "path": path}
        chosen = {"seq": str(sheet.seq), "client_key": "k", "player": "0", "points": "5", "name": "Inés"}
        turned = {"position": "1", "limit": "90", "close_limit": "x", "place_0": "2", "place_1": "1"}
        yield "page", {**payload, "path": path, "fields": [*map(list, {**chosen, **turned}.items())]}


def what_waits(sheet: Sheet, dice: Random) -> Payloads:
    """A board with the end of its log waiting; what goes with its first line; and the question about that."""
    payload, whole = waiting_from(sheet, first_of_phone(dice, sheet)), payload_of(sheet)
    yield "draw", {**payload, "is_brief": True}
    for mutation in payload["mutations"][:1]:
        yield "dropped", {**payload, "key": mutation["key"]}
        typed = {**payload, **whole, "mutations": [{**mutation, "key": "typed"}], "key": "typed"}
        since = [{"key": mutation["key"], "kind": mutation["entry"][0], "told": "-", "by": ""}]
        yield "conflict", {**typed, "since": since}


def about_cards(dice: Random, count: int) -> Payloads:
    for preset in RULESETS:
        for _hand in range(count):
            fields = [*map(list, practice_fields(dice, preset))]
            yield "check_page", {"fields": fields, "path": "/check/", "site": SITE, "static": STATIC}


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("language", ["es", "en-gb"])
def test_the_worker_draws_judges_and_writes_as_its_modules_do_in_cpython(
    browser: Browser, app: Served, tmp_path: Path, language: str
) -> None:
    boards = extent.share("boards drawn by the phone", nightly=100, here=10)
    hands = extent.share("boards drawn by the phone", nightly=5, here=1)
    with translation.override(language):
        sheets = random_sheets(boards, seed=language)
        payloads = [*about_boards(sheets, Random(f"{language} 0")), *about_cards(Random(language), hands)]
    write_modules(tmp_path)
    with (
        PhoneProcess(tmp_path, language) as phone,
        phone_engine.in_chromium(browser, app, locale=language) as engine,
    ):
        in_worker = [answer_of(given) for given in engine.answers([asked(*one) for one in payloads])]
        in_cpython = [phone.call(*payload) for payload in payloads]
    assert [pair for pair in zip(in_worker, in_cpython, strict=True) if pair[0] != pair[1]] == []
    assert {answer.get("status") for answer in in_worker} >= {200, 409, 422}
