"""Every page in every state that looks different, by the name of its address.

tests/scores/test_urls.py says that no page is missing.
"""

from collections import defaultdict
from functools import partial
from pathlib import Path

from tests.browser.support import board_pages, checker_pages, group_pages, night_pages
from tests.browser.support.visit import shows

PAGES = defaultdict(list)
for line in Path(__file__).with_suffix(".txt").read_text().splitlines():
    if line and not line.startswith("#"):
        where, *steps = line.split(" | ")
        address, _, arguments = where.partition(" ")
        PAGES[address].append((arguments.strip(), *steps))
for module in (board_pages, checker_pages, group_pages, night_pages):
    for address, states in module.PAGES.items():
        PAGES[address] += states


def named_states(states):
    """States of addresses by names of their own: the address, and what tells it from others of it."""
    named = {}
    for address, state in states:
        name = f"{address} {_called(state)}"[:90]
        named[name if name not in named else f"{name} {len(named)}"] = _act(
            address, state
        )
    return named


def _called(state):
    if isinstance(state, tuple):
        return " ".join(state)
    if isinstance(state, partial):
        return f"{state.func.__name__} {' '.join(str(value) for value in state.keywords.values())}"
    return state.__name__


def _act(address, state):
    if isinstance(state, tuple):
        return lambda visit: shows(visit, address, *state)
    return state
