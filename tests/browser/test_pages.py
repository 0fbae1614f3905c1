"""Every page in every state: axe-core finds nothing, in both themes, and nothing sticks out sideways.

With letters of 200 % no word is cut or broken, and at most one button is the first to tap.

One test for each state, on one visit. From state to state the language and the theme change, so that all four
pairs are met over the pages; `make nightly` sees each state in all four. In Spanish the names are the oddest.
"""

import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from tests.browser.support.board_pages import refused_save
from tests.browser.support.letters import TWICE, cut
from tests.browser.support.pages import PAGES, named_states
from tests.browser.support.phones import SAVES_DATA, listen
from tests.browser.support.visit import Visit
from tests.support import extent

SIZES = extent.all_but(
    "other sizes",
    [(360, 640), (640, 360), (1280, 800)],
    by_night=[(640, 360), (1280, 800)],
)
ODD = (
    "Maximiliano Bartolomé de las Casas y Oca",  # 40 letters
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",  # nowhere to break
    "Ana",
    "Ana",
    "🃏🎉👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🃏🎉",
    "Íñigo Ñuñez",
    "محمد 李小龍",  # from right to left
    "<b>Pepe</b> & Co",
)
PLAYERS = {"es": ODD, "en": ("Ana", "Luis", "Eva", "Paco")}
LOCALES = {"es": "es", "en": "en-gb"}
PAIRS = [("es", "light"), ("en", "dark"), ("es", "dark"), ("en", "light")]
MOST_PAIRS = extent.share("all pairs of pages", nightly=4, here=1)
FIRST = [(address, states[0]) for address, states in PAGES.items()]
OTHERS = [(address, state) for address, states in PAGES.items() for state in states[1:]]
BY_DAY = (("fresh.code",), refused_save)  # of the others
BY_NIGHT = [state for state in OTHERS if state[1] not in BY_DAY]
STATES = named_states(
    [*FIRST, *extent.all_but("all pairs of pages", OTHERS, by_night=BY_NIGHT)]
)
# By axe-core, which takes half of the time; the others have the same parts.
JUDGED = {*extent.spread("all pairs of pages", [*STATES], 0)}
SEEN = [
    (state, *pair)
    for index, state in enumerate(STATES)
    for pair in [*PAIRS[index % 4 :], *PAIRS[: index % 4]][:MOST_PAIRS]
]
# As a file of the site, so that the browser need not parse it anew for every page.
AXE_FOLDER = Path(axe_playwright_python.__file__).parent
LOAD_AXE = """(address) => new Promise((loaded, failed) => {
  const script = document.createElement("script");
  script.onload = loaded;
  script.onerror = () => failed(new Error(`nothing at ${address}`));
  script.src = address;
  document.head.append(script);
}).then(() => document.querySelector(`script[src="${address}"]`).remove())"""
EVERYTHING = {"resultTypes": ["violations"], "selectors": False}
# Only the rule on sound and film needs `preload`, which loads every style sheet of the page again.
VIOLATIONS = """(options) => axe.run({
  ...options,
  preload: Boolean(document.querySelector("audio, video")),
}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 160)}`)))"""
STICKING_OUT = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const all = [...document.body.querySelectorAll("*")];
  const out = all.filter((one) => one.getBoundingClientRect().right > page.clientWidth + .5);
  const named = out.filter((one) => !one.closest(".scroll")).map((one) => one.outerHTML.slice(0, 60));
  return [`${page.scrollWidth} > ${page.clientWidth}`, ...named.slice(0, 9)];
}"""
CUT = """() => [...document.querySelectorAll("main:not(.wide) .row")]
  .filter((row) => row.scrollHeight > row.clientHeight + 1)
  .map((row) => `cut: ${row.innerText.slice(0, 60)}`)"""
TOO_LARGE = f"() => [{STICKING_OUT}, {CUT}].flatMap((check) => check())"
# What is smaller than 44 pixels. In a sentence a link may be (WCAG 2.5.8); of a row all of it can be tapped.
SMALL = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary");
  const label = (one) => one.matches("[type=radio], [type=checkbox]") && one.labels[0];
  return [...all].flatMap((one) => {
    const target = one.closest(".row, label") || label(one) || one;
    const { width, height } = target.getBoundingClientRect();
    const isSeen = target.checkVisibility({ opacityProperty: true }) && !target.closest(".sr, .signal");
    if (!isSeen || width <= 1 || Math.min(width, height) > 43.5) return [];
    const isInText = one.parentElement.innerText.trim() !== one.innerText.trim();
    if (isInText && getComputedStyle(one).display === "inline") return [];
    return [`${Math.round(width)}×${Math.round(height)}: ${one.outerHTML.slice(0, 90)}`];
  });
}"""
# Filled buttons that say different things: a page is for one of them. Of two hands that clash each may count.
FIRST_OF_SEVERAL = """() => {
  const others = ".second, .quiet, .bad, .version, label, [data-needs-signal]";
  const all = document.querySelectorAll(`.button:not(${others})`);
  const said = new Set([...all].filter((one) => one.checkVisibility()).map((one) => one.innerText));
  return said.size > 1 ? [`several first buttons: ${[...said].join(", ")}`] : [];
}"""
# An iPhone zooms into a field with smaller letters, and stays there.
ZOOMS_IN = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => !one.matches("[type=radio], [type=checkbox], [type=hidden], [type=file], [type=submit]"))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => `${getComputedStyle(one).fontSize}: ${one.outerHTML.slice(0, 90)}`)"""
# Names that no sentence of ours has: each is isolated and not translated wherever it stands.
TYPED = [name for name in dict.fromkeys(ODD) if name != "Ana"]
NAKED = """(names) => {
  const runsLeft = (name) => /\\p{Script=Arabic}/u.test(name);
  const isBare = (text, name) => text.split(name).slice(0, -1).some((before) => !before.endsWith("\\u2068"));
  const found = [];
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    for (const name of parent.closest("textarea, script, style") ? [] : names) {
      if (!data.includes(name)) continue;
      if (!parent.closest("[translate=no]")) found.push(`translated: ${data.trim()}`);
      if (parent.closest("bdi, #spoken") || !runsLeft(name)) continue; // that is heard only
      if (isBare(data, name)) found.push(`bare: ${data}`);
    }
  }
  for (const part of document.querySelectorAll("*")) {
    for (const { name: attribute, value } of part.attributes) {
      const isRead = !["value", "href", "action"].includes(attribute);
      if (!isRead && /\\u2068|%E2%81%A8/.test(value)) found.push(`marked: ${value}`);
      if (isRead && names.some((name) => runsLeft(name) && isBare(value, name))) {
        found.push(`${attribute}: ${value}`);
      }
    }
  }
  for (const { parentElement: parent } of document.querySelectorAll("bdi")) { // not one item among several
    const hasWords = [...parent.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    const isBox = /flex|grid/.test(getComputedStyle(parent).display);
    if (isBox && hasWords) found.push(`apart: ${parent.outerHTML.slice(0, 160)}`);
  }
  return found;
}"""
CHECKS = f"(names) => [{SMALL}, {ZOOMS_IN}, {NAKED}, {FIRST_OF_SEVERAL}].flatMap((check) => check(names))"
OF_LETTERS = [(320, 640, TWICE), (390, 844, TWICE)]
# By day test_layout.py enlarges the letters of a board.
LARGE = extent.all_but("other sizes", OF_LETTERS, by_night=OF_LETTERS)
EVERY_MS = 50
SETTLES = 1.0  # seconds in which a page takes its place in a new size


@dataclass
class Walker:
    """A phone that is kept from state to state: a new one would cost more than what is asked of it."""

    page: Page
    # scripts that failed, and what the content security policy stopped
    complaints: list[str]


@pytest.fixture(scope="session")
def walkers(browser, live_server):
    """One for each language."""
    with ExitStack() as open_pages:
        yield {
            language: open_pages.enter_context(
                _walking(browser, live_server.url, language)
            )
            for language in LOCALES
        }


@contextmanager
def _walking(browser, site, language):
    options = {
        "is_mobile": True,
        "has_touch": True,
        "service_workers": "block",
        "reduced_motion": "reduce",
    }
    with browser.new_context(base_url=site, locale=language, **options) as context:
        context.add_init_script(SAVES_DATA)  # each board would load the engine
        walker = Walker(context.new_page(), [])
        listen(walker.page, walker.complaints)
        yield walker


@pytest.fixture
def site(live_server, settings):
    """The address of the test server, which has axe-core among its static files."""
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, AXE_FOLDER]
    return live_server.url


def test_the_names_are_as_odd_as_they_may_be():
    assert (max(map(len, ODD)), len(set(ODD)), len(ODD)) == (40, 7, 8)


@pytest.mark.parametrize(("state", "language", "theme"), SEEN)
def test_a_page_is_accessible_and_fits(
    walkers, site, pytestconfig, state, language, theme
):
    folder = pytestconfig.getoption("--pictures")
    picture = folder and folder / f"{state} {language} {theme}.png"
    assert wrong_with(state, walkers[language], site, language, theme, picture) == []


def wrong_with(
    state,
    walker,
    site,
    language,
    theme,
    picture,
):
    page = walker.page
    visit = Visit(walker.page, site, PLAYERS[language])
    walker.complaints.clear()
    _resize(page, *SIZES[0])
    try:
        visit.sees(STATES[state])
        assert page.locator("html").get_attribute("lang") == LOCALES[language]
        wrong = page.evaluate(CHECKS, TYPED)
        if state in JUDGED:
            wrong += violations(page, site, theme)
        if picture:
            page.screenshot(path=picture, full_page=True)
        return [
            *wrong,
            *sticking_out(page),
            *(cut(page, LARGE) if LARGE else ()),
            *walker.complaints,
        ]
    finally:
        visit.leaves()


def violations(page, site, theme):
    """What axe-core finds in a theme."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(LOAD_AXE, f"{site}/static/axe.min.js")
    return page.evaluate(VIOLATIONS, EVERYTHING)


def sticking_out(page):
    """What is wider than the screen, and the rows of players that are lower than their text, in each size."""
    found = []
    for width, height in SIZES:
        _resize(page, width, height)
        found += [f"{width}×{height}: {wrong}" for wrong in _settled(page)]
    return found


def _resize(page, width, height):
    page.set_viewport_size({"width": width, "height": height})


def _settled(page):
    """What is wrong once the page has settled into its new size."""
    deadline = time.monotonic() + SETTLES
    while (wrong := page.evaluate(TOO_LARGE)) and time.monotonic() < deadline:
        page.wait_for_timeout(EVERY_MS)
    return wrong


def test_what_is_wrong_by_day_or_by_night_is_found(phone, site):
    blank = phone()
    blank.set_content(
        "<!doctype html><html lang=es><title>x</title><style>"
        "@media (prefers-color-scheme: dark) { p { color: #444; background: #333; } }</style>"
        "<main><h1>Chinchón</h1><p>Ana gana</p><input></main></html>"
    )
    assert violations(blank, site, "light") == ["label <input>"]
    assert violations(blank, site, "dark") == [
        "color-contrast <p>Ana gana</p>",
        "label <input>",
    ]


def test_what_sticks_out_is_found(phone):
    blank = phone()
    blank.set_content(
        "<!doctype html><meta name=viewport content='width=device-width'><p class=wide>x"
    )
    blank.add_style_tag(content=".wide { width: 400px; }")
    assert {wrong.partition(":")[0] for wrong in sticking_out(blank)} == {"360×640"}
