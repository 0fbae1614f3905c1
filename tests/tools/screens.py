"""Take the screenshots of the README, of the web app manifest, of the guide and of the help for organisers:
`python -m tests.tools.screens`, or with `--help` those of guide and help alone.

They show the served app with an empty data directory and a match played by tapping.
"""

import sys
from base64 import b64decode
from itertools import product

from tests.browser.support.night_by_screens import PEOPLE, Organiser
from tests.browser.support.pocket import IS_STORED, OPTIONS, comes_true
from tests.browser.support.table import (
    Table,
    fill_new_match,
    show_all_rules,
    start,
    start_button,
)
from tests.support import ROOT, chromium
from tests.support.servers import serving

SCREENS = ROOT / "docs" / "screens"
HELP = ROOT / "static" / "help"
INSTALLED = ROOT / "static" / "icons"
SIZES = {  # of the README, and what is taken in each
    (360, 640): {"record", "correct", "chinchon", "claim", "layoff", "offline"},
    (390, 844): {"board", "sheet"},
}
CHECKS = {
    "chinchon": "/check/?c=1o&c=2o&c=3o&c=4o&c=5o&c=6o&c=7o",
    "claim": "/check/?c=1o&c=2o&c=4o&c=4c&c=4e&c=4b&c=3b&g=1o:1&g=2o:1&g=4o:1&g=4c:2&g=4e:2&g=4b:2",
    "layoff": "check/?closer=0&at=1&c0=1o&c0=2o&c0=3o&c0=4c&c0=4e&c0=4b&c0=3b"
    "&c1=4o&c1=5o&c1=12c&c1=12e&c1=12b&c1=7e&c1=1c",
}
HANDS = [  # closer, chip, the others' points
    (0, "clean", {1: 23, 2: 7, 3: 45}),
    (3, "knock-3", {0: 12, 1: 40, 2: 18}),
    (1, "clean", {0: 30, 2: 38, 3: 27}),
    (2, "knock-4", {0: 9, 1: 52, 3: 11}),
]
NEXT = (1, "clean", {0: 23, 2: 7, 3: 45})
NAMES = ("Ana", "Luis", "Eva", "Paco")
LOCALES = {"es": "es-ES", "en": "en-GB"}
WINNERS = (0, 2, 0, 1)  # of the matches that make a league, each won by a chinchón
IN_HELP = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 1.5}


def main():
    SCREENS.mkdir(parents=True, exist_ok=True)
    HELP.mkdir(parents=True, exist_ok=True)
    with chromium.opened() as browser, serving() as app:
        _take_night(browser, app)
        for locale in LOCALES.values():
            _take_guide(browser, app, locale)
        if "--help" in sys.argv:
            return
        for scheme, size in product(("light", "dark"), SIZES):
            _take(browser, app, size, scheme)


def _take(browser, app, size, scheme):
    width, height = size
    look = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    table = _table(browser, base_url=app.url, device_scale_factor=1.5, **look)
    page = table.page

    def shoot(what):
        if what in SIZES[size]:
            page.wait_for_timeout(400)  # until the line to read aloud is shown
            page.screenshot(path=SCREENS / f"{what}-{width}x{height}-{scheme}.png")

    shoot("board")
    table.fills(*NEXT)
    table.line.locator("p").first.wait_for()
    shoot("record")
    page.evaluate("document.querySelector('.below').scrollIntoView()")
    shoot("sheet")
    if (width, scheme) == (390, "light"):
        _shoot_to_install(page)
    match = page.url.split("?")[0]
    _correct(page, match)
    shoot("correct")
    for what, address in CHECKS.items():
        page.goto(address if address.startswith("/") else match + address)
        shoot(what)
    _lose_signal(table, app, match)
    shoot("offline")
    page.context.close()


def _table(browser, **options):
    page = browser.new_context(**{**OPTIONS, **options}).new_page()
    table = start(page, *NAMES)
    for hand in HANDS:
        table.scores(*hand)
    return table


def _lose_signal(table, app, match):
    """Save a hand on a phone that has the engine and no signal."""
    page = table.page
    page.goto(match)
    page.evaluate(
        "url => import(url).then(({ prepare }) => prepare())",
        app.static("js/phone/engine.js"),
    )
    comes_true(page, IS_STORED, len(HANDS))
    page.context.set_offline(True)
    table.save_button.tap()  # the hand that was typed before is still there
    page.locator("#waiting b", has_text="1").wait_for()


def _correct(page, match):
    page.goto(f"{match}correct/0/")
    page.locator(".row[data-seat='3']").tap()
    for key in ("erase", "erase", "5", "4"):
        page.locator(f".keys [data-key='{key}']").tap()
    page.locator(".save").tap()
    page.locator(".changes").wait_for()


def _take_guide(browser, app, locale):
    """The pages of the guide, in one language, on the phone of a new group."""
    table = _table(browser, base_url=app.url, locale=locale, **IN_HELP)
    page = table.page
    match = page.url
    table.fills(*NEXT)
    table.line.locator("p").first.wait_for()
    _shoot_guide(page, "hand")
    page.goto(f"{match}share/")
    _shoot_guide(page, "share")
    _correct(page, match)
    _shoot_guide(page, "correct")
    page.goto("/phone/#keys")
    _shoot_guide(page, "keys")
    _take_group(page)
    _lose_signal(table, app, match)
    _shoot_guide(page, "no-signal")
    page.context.close()


def _take_group(page):
    """The league of some matches more, the menu of their group, and the rules of the next match."""
    page.goto("/")
    group = page.locator("a[href^='/c/']").first.get_attribute("href") or ""
    for winner in WINNERS:
        page.goto(f"/new/?circle={group.split('/')[2]}&usual=on")
        start_button(page).tap()
        page.wait_for_url("**/m/*/")
        page.wait_for_load_state()
        Table(page).scores(winner, "chinchon", {})
    page.goto(f"{group}league/")
    _shoot_guide(page, "league")
    page.goto(group)
    page.locator("a[href$='/share/']").evaluate("link => link.scrollIntoView()")
    _shoot_guide(page, "data")
    page.goto("/new/")
    fill_new_match(page, *NAMES)
    show_all_rules(page)
    page.locator("#house").evaluate("fold => fold.scrollIntoView()")
    _shoot_guide(page, "rules")


def _take_night(browser, app):
    """The pages of a night as the help goes through them."""
    options = {**OPTIONS, **IN_HELP, "base_url": app.url}
    page = browser.new_context(**options).new_page()
    organiser = Organiser(page)
    page.goto("/nights/")
    organiser.sets_up(rounds=3)
    organiser.pastes("\n".join(PEOPLE))
    page.locator(".summary").wait_for()
    page.get_by_text("Ya están aquí").scroll_into_view_if_needed()
    _shoot_help(page, "night-list")
    organiser.writes_list()
    organiser.drafts()
    _shoot_help(page, "night-draft")
    organiser.publishes("Publicar la ronda 1")
    page.locator("[name=do][value=start]").tap()
    page.locator(".clock").wait_for()
    _take_table(page, organiser.desk)
    for table in (2, 4):
        names = organiser.people_at(1, table)
        organiser.reports(1, table, {name: at for at, name in enumerate(names, 1)})
    organiser.opens("")
    _shoot_help(page, "night-desk")
    organiser.opens("").goto(organiser.desk.replace("organise/", ""))
    page.locator(".standings").evaluate("table => table.scrollIntoView()")
    _shoot_help(page, "night-standings")
    page.set_viewport_size({"width": 960, "height": 540})
    page.goto(organiser.desk.replace("organise/", "hall/"))
    _shoot_help(page, "night-hall")
    page.context.close()


def _take_table(page, desk):
    """The board of a table of a night in each language, at last in Spanish."""
    page.goto(desk.replace("organise/", "rounds/1/1/"))
    page.locator("a[href^='/m/']").first.tap()
    page.wait_for_url("**/m/*/")
    for language in reversed(LOCALES):
        cookie = {"name": "django_language", "value": language}
        page.context.add_cookies([{**cookie, "url": page.url}])
        page.reload()
        page.locator("#night").wait_for()
        _shoot_guide(page, "night")


def _shoot_guide(page, what):
    language = page.locator("html").get_attribute("lang") or ""
    _shoot_help(page, f"guide-{what}-{language[:2]}")


def _shoot_help(page, what):
    """A WebP: with as few bytes as a phone should load for a page to read. Playwright itself takes none."""
    page.wait_for_timeout(400)
    page.locator("#explained").wait_for(state="detached")  # what a sign means
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": 40})
    (HELP / f"{what}.webp").write_bytes(b64decode(taken["data"]))


def _shoot_to_install(page):
    """Take the two screenshots that browsers show before they install the app."""
    shown = page.context.new_page()
    board = page.url.split("?")[0]
    for form, address in (("narrow", board), ("wide", f"{board}big/")):
        if form == "wide":
            shown.set_viewport_size({"width": 1280, "height": 800})
        shown.goto(address)
        shown.locator(".total").first.wait_for()
        shown.screenshot(path=INSTALLED / f"screenshot-{form}.png")
    shown.close()


if __name__ == "__main__":
    main()
