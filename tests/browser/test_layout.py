"""Nothing sticks out sideways, on any page, whatever the players are called."""

import pytest
from playwright.sync_api import Page

from tests.browser.pages import PAGES, Visit, called

SIZES = [(360, 640), (390, 844), (640, 360), (1280, 800)]
NAMES = (
    "Maximiliano Bartolomé de las Casas y Oca",  # 40 letters
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",  # nowhere to break
    "Ana",
    "Ana",
    "🃏🎉👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🃏🎉",
    "Íñigo Ñuñez",
    "李小龍",
    "<b>Pepe</b> & Co",
)
STATES = [(name, state) for name in PAGES for state in PAGES[name]]
STICKING_OUT = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const all = [...document.body.querySelectorAll("*")];
  const out = all.filter((one) => one.getBoundingClientRect().right > page.clientWidth + .5);
  const named = out.filter((one) => !one.closest(".scroll")).map((one) => one.outerHTML.slice(0, 60));
  return [`${page.scrollWidth} > ${page.clientWidth}`, ...named.slice(0, 9)];
}"""


def test_the_names_are_as_odd_as_they_may_be():
    assert (max(map(len, NAMES)), len(set(NAMES)), len(NAMES)) == (40, 7, 8)


@pytest.mark.parametrize("part", range(2))
def test_nothing_sticks_out_sideways(phone, live_server, part):
    visit = Visit(phone(), live_server.url, NAMES)
    found = []
    for name, state in STATES[part::2]:
        visit.page.set_viewport_size({"width": 360, "height": 640})
        visit.sees(state)
        for width, height in SIZES:
            visit.page.set_viewport_size({"width": width, "height": height})
            wrong = _measured(visit.page)
            found += [f"{name}, {called(state)}, {width}×{height}: {wrong}"] if wrong else []
    assert not found, "\n".join(found)


def _measured(page: Page) -> list[str]:
    """What sticks out once the page has settled into its new size."""
    wrong = page.evaluate(STICKING_OUT)
    for _time in range(20):
        if not wrong:
            break
        page.wait_for_timeout(50)
        wrong = page.evaluate(STICKING_OUT)
    return wrong
