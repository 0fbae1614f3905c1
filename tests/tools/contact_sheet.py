"""Every screen on one page, to look at: `python -m tests.tools.screens --all`.

It walks the states of `tests.browser.support.pages`, and some more, on a phone with each language. Each state
is prepared once; its pictures are taken in both themes and in every size, down to two screens of a long page.
The directory of `--into`, or a new temporary one, then has the pictures and `index.html`, a row for each
state. A state that cannot be reached is written there too, and the others go on. `--sizes 320,768` and
`--only board` take less.
"""

from __future__ import annotations

import logging
import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

import django
from playwright.sync_api import Browser, Error, Page

from tests.support import chromium
from tests.support.servers import OURS, UNLIMITED, serving

if TYPE_CHECKING:
    from tests.browser.support.visit import Visit

PHONE = (360, 640)
SIZES = {
    "320": (320, 568),
    "360x640": PHONE,
    "390x844": (390, 844),
    "768": (768, 1024),
    "1024x768": (1024, 768),
    "1440": (1440, 900),
    "1920x1080": (1920, 1080),
    "large": (320, 640),  # with letters of 200 %
}
LARGE = "size => { document.documentElement.style.fontSize = size; }"
NAMES = ("Paco", "Loli", "Curro", "Mari Ángeles")
EIGHT = (*NAMES, "José Ramón", "Begoña", "Íñigo", "Tío Paco")
LOCALES = {"es": "es-ES", "en": "en-GB"}
THEMES = ("light", "dark")
DRAWN = """({ body_class, heading, home_link, main }) => {
  document.body.className = body_class;
  document.querySelector(".bar").innerHTML = `${home_link}<h1>${heading}</h1>`;
  document.querySelector("main").innerHTML = main;
}"""
SETTLES_MS = 80
NOT_IN_A_NAME = re.compile(r"[^\w -]|(?<= )-(?= )")
STYLE = """
body { margin: 8px; font: 14px sans-serif; background: #6f6a5f; color: #fff; }
h2 { margin: 16px 0 4px; font-size: 15px; }
div { display: flex; flex-wrap: wrap; gap: 6px; }
figure { margin: 0; font-size: 11px; }
img { display: block; height: 300px; }
"""


def main() -> None:
    asked = _asked()
    place = Path(asked.into or mkdtemp(prefix="screens-"))
    place.mkdir(parents=True, exist_ok=True)
    sizes = {name: SIZES[name] for name in asked.sizes.split(",")}
    with (
        TemporaryDirectory() as data,
        chromium.opened() as browser,
        serving(Path(data), **UNLIMITED) as app,
    ):
        states = _states(data)
        wanted = {
            name: state for name, state in states.items() if re.search(asked.only, name)
        }
        for language in LOCALES:
            for name, wrong in _walk(browser, app.url, language, wanted, sizes, place):
                print(f"{language} {name}{f': {wrong}' if wrong else ''}", flush=True)
    (place / "index.html").write_text(_sheet(place))
    print(place / "index.html")


def _asked() -> Namespace:
    parser = ArgumentParser(prog="tests.tools.screens", description=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--into", metavar="DIR", default="")
    parser.add_argument(
        "--sizes", default=",".join(SIZES), help=f"some of {', '.join(SIZES)}"
    )
    parser.add_argument(
        "--only",
        default="",
        help="a regular expression: the states whose names have it",
    )
    return parser.parse_args()


def _states(data: str) -> dict[str, Callable[[Visit], object]]:
    """Those of the browser tests, and some more. From here on this process writes to the app's database."""
    for name in filter(OURS.match, [*os.environ]):
        del os.environ[name]
    os.environ |= {
        "REENGANCHE_DATA": data,
        "DJANGO_SETTINGS_MODULE": "chinchon_site.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }
    django.setup()
    logging.disable(logging.WARNING)
    from tests.browser.support.pages import named_states

    return {
        **named_states(),
        **{f"match {act.__name__.strip('_')}": act for act in MORE},
    }


def _walk(
    browser: Browser,
    site: str,
    language: str,
    states: dict,
    sizes: dict[str, tuple[int, int]],
    place: Path,
) -> Iterator[tuple[str, str]]:
    """Take the pictures of each state; give its name, and why it was not reached."""
    from tests.browser.support.visit import Visit

    options = {
        "has_touch": True,
        "service_workers": "block",
        "reduced_motion": "reduce",
    }
    look = {
        "viewport": {"width": PHONE[0], "height": PHONE[1]},
        "locale": LOCALES[language],
    }
    for number, (name, state) in enumerate(states.items()):
        with browser.new_context(base_url=site, **look, **options) as context:
            page = context.new_page()
            called = f"{number:03} {re.sub(NOT_IN_A_NAME, '', name)} {language}"
            wrong = ""
            try:
                visit = Visit(page, site, EIGHT if state is _eight else NAMES)
                visit.sees(state)
                _shoot(page, place, called, sizes)
            except (AssertionError, Error) as error:
                wrong = str(error).strip().splitlines()[0]
                (place / f"{called} - not reached.txt").write_text(wrong)
        yield name, wrong


def _shoot(
    page: Page, place: Path, called: str, sizes: dict[str, tuple[int, int]]
) -> None:
    page.evaluate("scrollTo(0, 1e6)")  # what is loaded once it is seen
    page.wait_for_timeout(SETTLES_MS * 2)
    page.evaluate("scrollTo(0, 0)")
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LARGE, "32px" if size == "large" else "")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(SETTLES_MS)
            tall = min(
                page.evaluate("document.documentElement.scrollHeight"), 2 * height
            )
            clip = {"x": 0, "y": 0, "width": width, "height": max(tall, height)}
            picture = place / f"{called} - {size} {theme}.jpg"
            page.screenshot(
                path=picture, full_page=True, clip=clip, type="jpeg", quality=80
            )


def _sheet(place: Path) -> str:
    rows: dict[str, list[str]] = {}
    for file in sorted(place.glob("*.*")):
        state, _space, look = file.stem.partition(" - ")
        name = escape(file.name)
        if file.suffix == ".txt":
            rows.setdefault(state, []).append(f"<p>{escape(file.read_text())}</p>")
        elif file.suffix == ".jpg":
            image = f'<a href="{name}"><img loading="lazy" src="{name}" alt=""></a>'
            rows.setdefault(state, []).append(f"<figure>{image}{look}</figure>")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>All screens</title>'
    sections = (
        f"<h2>{state}</h2><div>{''.join(row)}</div>" for state, row in rows.items()
    )
    return f"{head}<style>{STYLE}</style>" + "\n".join(sections)


# States that no test needs, since others have the same elements


def _how(visit: Visit) -> None:
    visit.board(visit.going).name(0).tap()


def _typing(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.closes(0, "clean")
    table.tap_keys("23")


def _eight(visit: Visit) -> None:
    table = visit.board(visit.going)
    table.closes(1, "clean")
    table.tap_keys("12345")


def _pairs(visit: Visit) -> None:
    visit.board(visit.match(preset="rum-500-pairs")).closes(0)


def _no_signal(visit: Visit) -> None:
    page = visit.board(visit.going).page
    page.context.set_offline(True)
    page.locator("#lost").wait_for()


def _more(visit: Visit) -> None:
    visit.opens("match", visit.going.code)
    visit.page.locator("[popovertarget=mas]").first.tap()


def _printed(visit: Visit) -> None:
    visit.opens("scoresheet", visit.finished.code)
    visit.page.emulate_media(media="print")


def _conflict(visit: Visit) -> None:
    """Two phones wrote the second hand: the modules of a phone make the page."""
    from scores.core.matches.named_entries import mutation_of_entry
    from scores.core.matches.scoresheet import Sheet, kind_and_payload
    from tests.scores.support.factories import write
    from tests.scores.support.phone_process import PhoneProcess

    match = visit.match(visit.hand(0))
    sheet = Sheet(match)
    mine = mutation_of_entry(
        sheet, *kind_and_payload(visit.hand(0, 23, 7)), key="mine", at=1_800_000_000_000
    ).dump()
    write(match, visit.hand(0, 21, 7), phone=visit.owner)
    page = visit.opens("no-signal")
    document = page.request.get(f"{match.get_absolute_url()}document/").json()
    kind, _payload, _at, key = document["entries"][-1]
    since = [{"key": key, "kind": kind, "told": "", "by": "Loli"}]
    asked = {
        "document": document,
        "mutations": [mine],
        "key": "mine",
        "since": since,
        "csrf_token": "",
    }
    language = "es" if page.locator("html").get_attribute("lang") == "es" else "en-gb"
    with PhoneProcess(language) as phone:
        page.evaluate(DRAWN, phone.call("conflict", asked)["blocks"])
    page.locator(".versions").wait_for()


MORE = (_how, _typing, _eight, _pairs, _no_signal, _more, _printed, _conflict)
