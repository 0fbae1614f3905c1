"""The pages of the checker in every state with a different look; for `pages`."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from django.urls import reverse
from playwright.sync_api import expect

from rules.presets import RULESETS
from tests.browser.support.table import Table
from tests.browser.support.visit import Visit
from tests.scores.support import factories

KNOCK = ("1o", "2o", "3o", "4c", "4e", "4b", "3b")
LACKS = ("5c", "6c", "7c", "11o", "11e", "12e", "2b")  # any of five cards closes
LAID_OFF = ("4o", "5o", "12c", "12e", "12b", "7e", "1c")  # 4 and 5 of oros are laid off
TABLE = {  # then 6 and 7
    "closer": 0,
    "at": "table",
    "c0": KNOCK,
    "c1": LAID_OFF,
    "c2": ("1e", "2e", "3e", "7o", "7b", "11c", "6o"),
    "c3": ("12o", "11o", "10o", "5b", "6b", "2c", "3c"),
}
WRONG = {
    "c": ("1o", "2o", "4o", "4c", "4e", "4b", "3b"),
    "g": ("1o:1", "2o:1", "4o:1", "4c:2", "4e:2", "4b:2"),
}
SPLIT = {"c": [f"{rank}o" for rank in range(1, 8)], "g": [f"{rank}o:{1 + rank // 4}" for rank in range(1, 8)]}
GIN = ("4h", "5h", "6h", "9d", "9c", "9s", "Js", "Qs", "Ks", "2c", "Kd")
UNDERCUT = ("3h", "7h", "9h", "Ts", "As", "2s", "3s", "Kd", "Kh", "Kc")
CHINASO = ("4h", "5h", "6h", "*", "8h", "9h", "Th", "Jh", "Qs", "Qd", "Qc", "Qh")
GOING_DOWN = {
    **{"rules": "chinaso", "hand": 2, "down": "on", "c": ("5s", "6s", "7s", "8s", *CHINASO[8:])},
    "g": ("5s:1", "6s:1", "7s:1", "8s:1", "Qs:2", "Qd:2", "Qc:2", "Qh:2"),
}
RUM_500 = ("As", "2s", "3s", "Qd", "Kd", "Ad", "5c", "7h", "7c", "7d", "8h", "Th")
TABLES = {"t0": ("As", "2s", "3s"), "t1": ("4s", "7h", "7c", "7d", "9c"), "c1": ("Kc", "9s")}


def check(visit: Visit, asked: dict[str, object]) -> None:
    visit.page.goto(f"{reverse('check')}?{urlencode(asked, doseq=True)}")


def check_folded_out(visit: Visit, asked: dict[str, object]) -> None:
    check(visit, asked)
    for details in visit.page.locator("details.more").all():
        if details.get_attribute("open") is None:
            details.locator("summary").tap()


def check_as_tapped(visit: Visit) -> None:
    page = visit.opens("check")
    for card in KNOCK:
        page.locator(f"label:has(#b{card}-0)").tap()
    expect(page.locator(".verdict.yes")).to_be_visible()


def at_table(visit: Visit, asked: dict[str, object], preset: str = "chinchon") -> None:
    """At a table of that game, with as many as there are, or as it takes."""
    names = visit.names[: RULESETS[preset].players[1]]
    match = visit.fresh if preset == "chinchon" else factories.start(visit.owner, *names, preset=preset)
    visit.page.goto(f"{reverse('check-in-match', args=[match.code])}?{urlencode(asked, doseq=True)}")


def table_folded_out(visit: Visit, asked: dict[str, object]) -> None:
    at_table(visit, {**TABLE, **asked})
    details = visit.page.locator("details.otherwise:not([open]) summary")
    if details.count():
        details.tap()


def table_that_others_see(visit: Visit) -> None:
    at_table(visit, TABLE)
    visit.page.goto(visit.page.locator(".address input").input_value())
    expect(visit.page.locator(".added")).to_have_count(4)


def board_with_a_hand_brought_from_the_checker(visit: Visit) -> None:
    left = {f"deadwood_{seat}": 8 for seat in range(1, len(visit.names))}
    address = visit.fresh.get_absolute_url()
    visit.page.goto(f"{address}?{urlencode({'closer': 0, 'close': 'knock-3', **left})}")
    expect(Table(visit.page).line).to_contain_text("+8")


ALONE = (
    {},
    {"c": KNOCK[:3]},
    {"c": LACKS, "s": ("11c", "*"), "mark": "seen"},
    {"c": (*LACKS, "3o"), "s": ("11c", "*")},
    {"c": ("5c", "1c", "7c", "11o", "2e", "12e", "4b", "3o")},
    {"rules": "gin", "c": ("4h", "5h", "6h", "7h", "Js", "Jd", "2s", "3s", "4s", "Kd")},
    WRONG,
    SPLIT,
    {"c": ("1o", "1o")},
    {"c": ("x" * 5000,)},
    {"rules": "chinchon-fournier", "players": 6, "c": ("1o", "1o", "2o", "12c", "12c")},
    {"rules": "chinaso"},
    {"rules": "chinaso", "hand": 7, "c": (*CHINASO, "2c", "2c", "3d", "Ts", "Td", "5s")},
    GOING_DOWN,
    {"rules": "queen-city", "c": ("4h", "5h", "6h", "Js", "Jd", "Jc", "Jh")},
)
FOLDED_OUT = (
    {"c": KNOCK},
    {"c": ("*", "*", *KNOCK[:6])},
    {"c": ("1o", "2o", "3o", "4c", "4e", "7b", "6b")},
    {"rules": "chinchon-french", "players": 3, "c": ("As", "2s", "3s", "Th", "Td", "Kc", "*")},
    {"rules": "gin", "c": GIN},
    {"rules": "chinaso", "hand": 2, "c": CHINASO},
    {"rules": "rum-500", "c": RUM_500},
)
AT_TABLE = (
    ("chinchon", {}),
    ("chinchon", {"closer": 0, "c0": KNOCK[:2]}),
    ("chinchon", {"closer": 0, "c0": KNOCK}),
    ("chinchon", {"closer": 0, "c0": LACKS, "s": "11c"}),
    ("chinchon", {"closer": 0, "c0": LACKS, "s": "11c", "mark": "seen"}),
    ("chinchon", {"closer": 0, "c0": KNOCK, "at": 1, "c1": LAID_OFF}),
    ("chinchon", {"closer": "nobody", "at": 1, "c1": LAID_OFF}),
    ("chinchon-french", {"closer": 0, "c0": ("As", "2s", "Td")}),
    ("gin", {"closer": 0, "at": 1, "c0": GIN[:10], "c1": UNDERCUT}),
    ("chinaso", {"closer": 0, "c0": CHINASO}),
    ("rummy", {"closer": 0, "at": 1, "c1": ("7s", "7h", "7d", "Ks")}),
    ("rum-500", {"closer": 0, "at": 1, **TABLES}),
    ("rum-500", {"closer": 0, "at": "1-hand", **TABLES}),
    ("rum-500", {"closer": 0, "at": "0", "t0": ("4h", "5h", "6h", "7h", "Js", "Jd", "2c"), "s": "Jc"}),
)
PAGES = {
    "check": [
        *(partial(check, asked=asked) for asked in ALONE),
        *(partial(check_folded_out, asked=asked) for asked in FOLDED_OUT),
        check_as_tapped,
    ],
    "check-in-match": [
        *(partial(at_table, preset=preset, asked=asked) for preset, asked in AT_TABLE),
        *(
            partial(table_folded_out, asked=asked)
            for asked in ({}, {"c2": ()}, {"l1": "5o:keep", "l2": "7o:1"})
        ),
        board_with_a_hand_brought_from_the_checker,
    ],
    "table-in-match": [table_that_others_see, ("fresh.code",)],
}
