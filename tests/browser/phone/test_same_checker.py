"""The checker that the engine in the phone shows is that of its modules in CPython, which is the server's."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from rules.presets import RULESETS
from tests.browser.phone.test_boards import engine_in
from tests.scores.phone.test_same_checker import SITE, STATIC, practice_fields
from tests.scores.support.phone_process import PhoneProcess, write_modules
from tests.support import extent
from tests.support.phone_questions import answer_of, asked
from tests.support.servers import Served

pytestmark = pytest.mark.long


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
