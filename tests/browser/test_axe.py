"""axe-core finds nothing on any page, in both languages and by day and night.

What depends on the colours is looked at again in the dark.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.addresses import names
from tests.browser.pages import PAGES, Visit, called

BY_DAY = {"resultTypes": ["violations"]}
BY_NIGHT = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}


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


def violations(page: Page) -> list[str]:
    found = []
    for scheme, options in (("light", BY_DAY), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=scheme)
        for violation in Axe().run(page, options=options).response["violations"]:
            found += [f"{scheme} {violation['id']} {node['html'][:160]}" for node in violation["nodes"]]
    page.emulate_media(color_scheme="light")
    return found
