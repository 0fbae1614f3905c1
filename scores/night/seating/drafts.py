"""Searching for a draft of the next round.

A process searches for one draft at a time, and one request may wait for it a moment. So nobody who asks for
many drafts, and leaves, holds up who scores at a table. Publishing searches for nothing: the draft is stored.
"""

from __future__ import annotations

from threading import BoundedSemaphore, Lock

from rules.night.league import met_before
from rules.night.seating.plan import STEPS
from rules.night.seating.values import Pair
from rules.night.sheet import NightSheet
from scores.night.models import Night
from scores.night.now import now_of
from scores.night.people import evenings_of_league, persons_now
from scores.night.plan import Plan
from scores.night.seating.publishing import Draft, draft

FEW_STEPS = STEPS // 40  # of a draft that must cost next to nothing
PATIENCE = 1.0  # seconds to wait for the search of somebody else


_searching = Lock()
_waiting = BoundedSemaphore(1)


def new_draft(night: Night, seed: int, *, is_hasty: bool = False) -> tuple[Draft, bool]:
    """A draft, and whether it is one of few steps: asked for, or because others search for seats. Raises
    NightRefusal."""
    if is_hasty or not _takes_place():
        return _draft_of_steps(night, seed, FEW_STEPS), True
    try:
        return _draft_of_steps(night, seed, STEPS), False
    finally:
        _searching.release()


def _takes_place() -> bool:
    """Whether nobody else searches, after a moment for the first who waits."""
    if _searching.acquire(blocking=False):
        return True
    if not _waiting.acquire(blocking=False):
        return False
    try:
        return _searching.acquire(timeout=PATIENCE)
    finally:
        _waiting.release()


def _draft_of_steps(night: Night, seed: int, steps: int) -> Draft:
    plan = Plan.load(night.plan)
    now = now_of(night)
    past = _meetings_before(night, now.sheet) if plan.is_league else {}
    return draft(plan, now.sheet, now.results, seed=seed, steps=steps, past=past)


def _meetings_before(night: Night, sheet: NightSheet) -> dict[Pair, int]:
    """Of the earlier evenings of the league."""
    circle = night.circle
    earlier = [
        now_of(other_night).sheet
        for other_night in evenings_of_league(circle)
        if other_night.pk != night.pk
    ]
    return met_before(sheet, earlier, persons_now(circle))
