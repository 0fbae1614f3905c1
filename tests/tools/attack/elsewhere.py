"""Posts of another site to a phone whose server does not answer: none is judged, stored or sent later."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from playwright.sync_api import sync_playwright

from tests.support import chromium
from tests.support.line import line_to
from tests.support.servers import Served
from tests.tools.attack.measuring import Measured, by_name

BOUND = "nothing is judged, stored or sent later"


def posts_of_another_site_to_a_phone(server: Served) -> Measured:
    """Every address of which a phone makes the page gets a form with all fields that it could want."""
    program = chromium.find()
    if program is None:
        return {"held": None, "bound": BOUND, "browser": "none"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    from tests.browser.support.elsewhere import (
        STORED,
        addresses,
        another_site,
        is_asked_about,
        posts,
    )
    from tests.browser.support.pocket import Pocket, waiting, with_a_hand

    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=program, args=chromium.ALONE
        ) as browser,
        line_to(server.port) as line,
        TemporaryDirectory() as folder,
        another_site(Path(folder)) as elsewhere,
    ):
        phone = Pocket(browser, program, None, line)
        _wire, board, table = with_a_hand(phone, server, "Ana", "Luis", "Eva")
        page = table.page
        before = page.evaluate(STORED)
        line.cut()
        made = [path for path, is_made in addresses(board.split("/")[-2]) if is_made]
        for path in made:
            posts(page, elsewhere, f"{line.url}/{path}")
            is_asked_about(page)
        after = page.evaluate(STORED)
        line.mend()
        page.goto(board)
        left = waiting(page)
    is_held = after == before and left == 0
    return {"held": is_held, "bound": BOUND, "addresses": len(made), "waiting": left}


ATTACKS = by_name(posts_of_another_site_to_a_phone)
