"""axe-core finds nothing on any page, in both languages and by day and night.

What depends on the colours is looked at again in the dark.
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.support.pages import PAGES, Visit, called
from tests.support.addresses import names

BY_DAY = {"resultTypes": ["violations"]}
BY_NIGHT = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
VIOLATIONS = """(options) => axe.run(options).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 160)}`)))"""


def test_every_address_has_its_pages_in_the_table():
    assert sorted(names()) == sorted(PAGES)
    assert [name for name, states in PAGES.items() if not states] == []


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("language", ["es", "en"])
def test_axe_finds_nothing(phone, live_server, language, half):
    page = phone(360, 640, locale=language, reduced_motion="reduce")
    visit = Visit(page, live_server.url)
    states = [(name, state) for name in PAGES for state in PAGES[name]]
    found = []
    for name, state in states[half::2]:
        visit.sees(state)
        assert page.locator("html").get_attribute("lang") == language
        found += [f"{name}, {called(state)}: {wrong}" for wrong in violations(page)]
    assert not found, "\n".join(found)


def test_what_is_wrong_by_day_or_by_night_is_found(phone):
    page = phone(color_scheme="light")
    page.set_content(
        "<!doctype html><html lang=es><title>x</title><style>"
        "@media (prefers-color-scheme: dark) { p { color: #444; background: #333; } }</style>"
        "<main><h1>Chinchón</h1><p>Ana gana</p><input></main></html>"
    )
    assert violations(page) == ["light label <input>", "dark color-contrast <p>Ana gana</p>"]


def violations(page: Page) -> list[str]:
    found = []
    page.evaluate(AXE_SCRIPT)
    for scheme, options in (("light", BY_DAY), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {wrong}" for wrong in page.evaluate(VIOLATIONS, options)]
    page.emulate_media(color_scheme="light")
    return found
