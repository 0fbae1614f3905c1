"""Measure the pages about all matches of a phone without a server, run by hand:
`python -m tests.tools.bench.phone_history`.

A phone in Chromium takes a file with 1,000 matches of 20 hands (`--matches` for another number) on its page
of copies, so that the app itself judges and stores them. Then it opens each page several times, first as if
it never had, then again. Prints the least of each: how long until the page stands again, as it was drawn
last, and the processor time of the browser's process in which the page and its engine draw it anew. What else
the machine does lengthens the first, not the second.

A phone is thought to be SLOWER times slower. The switch of Chromium for that slows the page and not its
engine, so the figures are multiplied. Exits 1 where one is more than docs/STATIC.md promises.
"""

import argparse
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from rules.events import Close, HandScored
from rules.match.log_json import dump
from rules.presets import CHINCHON
from tests.support.chromium import opened
from tests.support.circle_file import circle_file, match_with, persons_named
from tests.support.static_site import PATH, host_of, write_site

SLOWER = 4
STANDS_AGAIN = 0.3  # seconds
DRAWN = 3.0
HANDS = 20
RULES = CHINCHON.with_options(
    {"ends": "hands", "limit": HANDS, "rebuys": 0, "stake": 2}
)
NAMES = ("Ana", "Luis", "Eva", "Paco", "Íñigo", "Zoe", "Marta", "Bruno")
FIRST_DAY = datetime(2020, 1, 3, 18, tzinfo=UTC)
OF_AN_EVENING = 4  # matches
TIMES = 5
IMPORT_MS = 900_000
DAY = (FIRST_DAY + timedelta(weeks=1)).date()
ANA = "".join(f"{byte}-" for byte in b"ana")
PAGES = {  # each with what shows that it stands
    "the first page": ("", ".matches li"),
    "the list": ("history/", "#found li"),
    "players, league, days": ("c/phone/", ".league li"),
    "a player": (f"c/phone/people/{ANA}/", ".figures"),
    "a day": (f"c/phone/evenings/{DAY}/", ".matches li"),
}
FORGET = """() => caches.delete("lists")"""
WATCH = """
    new MutationObserver((_changes, observer) => {
        const wanted = decodeURIComponent(location.hash.slice(1));
        if (!wanted || !document.querySelector(wanted)) return;
        observer.disconnect();
        window.stoodAt = performance.now();
    }).observe(document, {childList: true, subtree: true});
"""
"""Notes when what the address names behind its # is there."""


def file_of(matches):
    """The file of a circle with so many matches."""
    dice = random.Random(52)
    persons = persons_named(NAMES)
    return circle_file(
        persons, [_match(dice, persons, number) for number in range(matches)]
    )


def _match(dice, persons, number):
    evening, index = divmod(number, OF_AN_EVENING)
    seats = dice.sample(persons, dice.randrange(2, 5))
    hands = [_hand(dice, len(seats)) for _hand_number in range(HANDS)]
    began = FIRST_DAY + timedelta(weeks=evening, hours=index)
    return match_with(seats, RULES.dump(), hands, began) | {"currency": "€"}


def _hand(dice, players):
    closer = dice.randrange(players)
    left = {seat: dice.randrange(1, 60) for seat in range(players) if seat != closer}
    hand = HandScored(left, closer, Close.CLEAN)
    return dump(hand)


class Renderers:
    """The processor time of all pages of a browser."""

    def __init__(self, browser):
        self.line = browser.new_browser_cdp_session()

    def seconds(self):
        processes = self.line.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(one["cpuTime"] for one in processes if one["type"] == "renderer")


def take(page, file):
    page.goto(PATH)
    page.locator("#ready.yes").wait_for(state="attached", timeout=60_000)
    page.goto(f"{PATH}import/")
    page.locator("#bring").set_input_files(file)
    page.locator("#copied:not(:empty)").wait_for(timeout=IMPORT_MS)
    print(page.locator("#copied").text_content())


def measure(page, renderers, address, shown):
    """Seconds from the address to the page, and of the processor meanwhile."""
    page.goto("about:blank")
    before = renderers.seconds()
    page.goto(f"{PATH}{address}#{quote(shown)}")
    page.locator(shown).first.wait_for()
    milliseconds = page.evaluate("window.stoodAt")
    return milliseconds / 1000, renderers.seconds() - before


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1000)
    matches = parser.parse_args().matches
    is_kept = True
    with TemporaryDirectory() as folder, opened() as browser:
        site = write_site(Path(folder))
        file = Path(folder) / "matches.jsonl"
        file.write_text(file_of(matches))
        with (
            host_of(site.parent) as (host, _asked),
            browser.new_context(base_url=host, locale="es-ES") as context,
        ):
            page = context.new_page()
            page.add_init_script(WATCH)
            renderers = Renderers(browser)
            take(page, file)
            print(f"the import took {renderers.seconds():.1f} s of the processor")
            for name, (address, shown) in PAGES.items():
                drawn = []
                again = []
                for _time in range(TIMES):
                    page.goto(f"{PATH}privacy/")
                    page.evaluate(FORGET)
                    drawn.append(measure(page, renderers, address, shown)[1] * SLOWER)
                    again.append(measure(page, renderers, address, shown)[0] * SLOWER)
                print(
                    f"{name}: again after {min(again):.2f} s; anew {min(drawn):.2f} s of the processor"
                )
                is_kept &= min(again) <= STANDS_AGAIN and min(drawn) <= DRAWN
    return not is_kept


if __name__ == "__main__":
    sys.exit(main())
