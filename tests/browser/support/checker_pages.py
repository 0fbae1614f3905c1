"""The pages of the checker in every state with a different look; for `pages`."""

from functools import partial

from rules.presets import RULESETS
from tests.browser.support.steps import expect_count, tap
from tests.scores.support import checked, factories
from tests.scores.support.checked import claim, practice

KNOCK = "1o 2o 3o 4c 4e 4b 3b"
LACKS = "5c 6c 7c 11o 11e 12e 2b"  # any of five cards closes
LAID_OFF = "4o 5o 12c 12e 12b 7e 1c"  # 4 and 5 of oros are laid off
TABLE = {  # then 6 and 7
    "closer": 0,
    "at": "table",
    "c0": KNOCK,
    "c1": LAID_OFF,
    "c2": "1e 2e 3e 7o 7b 11c 6o",
    "c3": "12o 11o 10o 5b 6b 2c 3c",
}
WRONG = {"c": "1o 2o 4o 4c 4e 4b 3b", "g": claim("1o 2o 4o", "4c 4e 4b")}
CHINASO = "4h 5h 6h * 8h 9h Th Jh Qs Qd Qc Qh 2c 2c 3d Ts Td 5s"
RUM_500 = "As 2s 3s Qd Kd Ad 5c 7h 7c 7d 8h Th"
TABLES = {"t0": "As 2s 3s", "t1": "4s 7h 7c 7d 9c", "c1": "Kc 9s"}


def check(visit, asked):
    visit.page.goto(practice(asked))


def check_folded_out(visit, asked):
    check(visit, asked)
    for details in visit.page.locator("#more details").all():
        if details.get_attribute("open") is None:
            tap(details, "summary")


def at_table(visit, asked, preset="chinchon"):
    """At a table of that game, with as many as there are, or as it takes."""
    names = visit.names[: RULESETS[preset].players[1]]
    match = factories.start(visit.owner, *names, preset=preset)
    visit.page.goto(checked.at_table(match, **asked))


def table_that_others_see(visit):
    at_table(visit, TABLE)
    visit.page.goto(visit.page.locator(".address input").input_value())
    expect_count(visit.page, ".added", 4)


ALONE = (
    {},
    {"c": LACKS, "s": "11c *", "mark": "seen"},
    WRONG,
    {"sort": "rank", "c": KNOCK},
    {"rules": "chinaso", "hand": 7, "c": CHINASO},
)
FOLDED_OUT = (
    {"c": KNOCK},
    {"rules": "rum-500", "c": RUM_500},
)
AT_TABLE = (
    ("chinchon", {"closer": 0, "c0": KNOCK, "at": 1, "c1": LAID_OFF}),
    ("rum-500", {"closer": 0, "at": 1, **TABLES}),
)
PAGES = {
    "check": [
        *(partial(check, asked=asked) for asked in ALONE),
        *(partial(check_folded_out, asked=asked) for asked in FOLDED_OUT),
    ],
    "check-in-match": [
        *(partial(at_table, preset=preset, asked=asked) for preset, asked in AT_TABLE),
        partial(at_table, asked=TABLE),
    ],
    "table-in-match": [table_that_others_see, ("fresh.code",)],
}
