"""Every page in every state that looks different, by the name of its address."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tests.browser.support import board_pages, checker_pages, group_pages, night_pages
from tests.browser.support.visit import State, Visit, shows

OF_TABLE_AND_GROUP = {**board_pages.PAGES, **checker_pages.PAGES, **group_pages.PAGES}
PAGES: dict[str, list[State]] = {**OF_TABLE_AND_GROUP, **night_pages.PAGES}
# Addresses without a page of their own. That they answer is proven by tests/scores/test_urls.py, what files
# hold by the tests of their packages; how a board looks after what is sent is a state of "match".
FILES = {
    "check-picture",
    "demo-picture",
    "evening-picture",
    "export",
    "link-league-csv",
    "link-nights",
    "link-picture",
    "photo",
    "picture",
    "record",
    "night-calendar",
    "night-csv",
    "night-league-csv",
    "night-me",
    "night-version",
    "rights-csv",
    "season-picture",
    "sheet-csv",
}
FOR_SCRIPTS = {
    *("document", "circles-document", "link-board", "manifest", "robots", "worker"),
    "asset-links",
}
PARTS = {"big-pulse", "differs", "forecast-now", "forecast-story", "preview", "pulse"}
SENT = {
    "answer",
    "archive",
    "circle-claim",
    "forecast-show",
    "give-code",
    "match-claim",
    "push",
    "redo",
}
SENT |= {
    "match-missing",
    "match-call",
    "night-call",
    "night-clock",
    "night-cut",
    "night-reopen",
    "night-seats",
    "recover-passkey",
    "repair",
    "rematch",
    "restore-match",
    "restore-night",
    "score-hand",
    "set_language",
    "unarchive",
    "undo",
}
WITHOUT_PAGE = FILES | FOR_SCRIPTS | PARTS | SENT


def named_states(
    states: Iterable[tuple[str, State]],
) -> dict[str, Callable[[Visit], object]]:
    """States of addresses by names of their own: the address, and what tells it from others of it."""
    named: dict[str, Callable[[Visit], object]] = {}
    for address, state in states:
        name = f"{address} {_called(state)}"[:90]
        named[name if name not in named else f"{name} {len(named)}"] = _act(
            address, state
        )
    return named


def _called(state: State) -> str:
    if isinstance(state, tuple):
        return " ".join(state)
    if isinstance(state, partial):
        return f"{state.func.__name__} {' '.join(str(value) for value in state.keywords.values())}"
    return state.__name__


def _act(address: str, state: State) -> Callable[[Visit], object]:
    if isinstance(state, tuple):
        return partial(shows, name=address, args=state)
    return state
