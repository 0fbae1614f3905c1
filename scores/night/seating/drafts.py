"""Drafts that this process has drawn: the same night, seed and steps need no second search.

A process searches for one draft at a time, and one request may wait for it a moment. So nobody who asks for
many drafts, and leaves, holds up who scores at a table. Publishing waits for no draft of others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import NamedTuple

from rules.tournament.league import met_before
from rules.tournament.night import Night
from rules.tournament.seating.plan import STEPS
from scores.night.models import Tournament
from scores.night.now import State, remembered, state_of
from scores.night.people import evenings_of_league, persons_now
from scores.night.plan import Plan
from scores.night.seating.publishing import Draft, draft

DRAFTS = 16  # that a process remembers
FEW_STEPS = STEPS // 40  # of a draft that must cost next to nothing
PATIENCE = 1.0  # seconds to wait for the search of somebody else


class SearchIsBusy(Exception):
    """Others search for seats; a draft of `FEW_STEPS` needs no place among them."""


class Basis(NamedTuple):
    """What is known for a round: the night, its plan as JSON, the earlier evenings of its league, and who is
    another person since."""

    state: State
    plan: str
    earlier: tuple[State, ...] = ()
    same: tuple[tuple[int, int], ...] = ()

    @property
    def night(self) -> Night:
        return remembered(self.state).night


class Asked(NamedTuple):
    """Equal only if the drafts are."""

    basis: Basis
    seed: int
    steps: int


def basis_of(tournament: Tournament) -> Basis:
    basis, circle = Basis(state_of(tournament), json.dumps(tournament.plan)), tournament.circle
    if not Plan.load(tournament.plan).is_league:
        return basis
    earlier = tuple(state_of(one) for one in evenings_of_league(circle) if one.pk != tournament.pk)
    return basis._replace(earlier=earlier, same=tuple(sorted(persons_now(circle).items())))


_drawn: dict[Asked, Draft] = {}
_lock = Lock()
_searching, _publishing = Lock(), Lock()
_waiting = BoundedSemaphore(1)


def is_drawn(wanted: Asked) -> bool:
    """Whether `drawn` would need no search."""
    return wanted in _drawn


def drawn(wanted: Asked) -> Draft:
    """Raises NightRefusal and SearchIsBusy."""
    if is_drawn(wanted) or wanted.steps <= FEW_STEPS:
        return _found(wanted)
    with _place_to_search():
        return _found(wanted)


def drawn_to_publish(wanted: Asked) -> Draft:
    """The same in a place of its own. Raises NightRefusal."""
    if is_drawn(wanted):
        return _found(wanted)
    has_place = _publishing.acquire(timeout=PATIENCE)
    try:
        return _found(wanted)
    finally:
        if has_place:
            _publishing.release()


@contextmanager
def _place_to_search() -> Iterator[None]:
    if not _searching.acquire(blocking=False):
        _wait_for_place()
    try:
        yield
    finally:
        _searching.release()


def _wait_for_place() -> None:
    if not _waiting.acquire(blocking=False):
        raise SearchIsBusy
    try:
        if not _searching.acquire(timeout=PATIENCE):
            raise SearchIsBusy
    finally:
        _waiting.release()


def _found(wanted: Asked) -> Draft:
    """Remembered, perhaps since somebody else searched for it; else it is searched now."""
    made = _drawn.get(wanted)
    if made is None:
        basis = wanted.basis
        plan, now = Plan.load(json.loads(basis.plan)), remembered(basis.state)
        past = met_before(now.night, [remembered(one).night for one in basis.earlier], dict(basis.same))
        made = draft(plan, now.night, now.results, seed=wanted.seed, steps=wanted.steps, past=past)
        with _lock:
            _drawn[wanted] = made
            while len(_drawn) > DRAFTS:
                del _drawn[next(iter(_drawn))]
    return made
