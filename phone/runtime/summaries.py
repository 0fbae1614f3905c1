"""What lists and statistics know of a match: a summary, which phones without a server store with the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import Any

from django.urls import reverse

from phone.runtime.board import sheet_of
from phone.runtime.match_document import SCORE, Payload
from rules.events import Seat
from rules.lookup import Lookup
from rules.match.board import facing_sides
from scores.circle.archive.items import MatchItem, match_item
from scores.core.house_rules import labels
from scores.core.match_facts import ABANDONED_AFTER, TEXTS
from scores.core.matches.scoresheet import Sheet
from scores.core.matches.seat_results import SeatResult, last_row, seat_results
from scores.core.notation.names import name_key, unique_names

ABANDONED_MS = ABANDONED_AFTER.days * 24 * 60 * 60 * 1000


def summary(payload: Payload) -> Payload:
    """The summary of the match of `document`."""
    return summary_of(sheet_of(payload), payload["document"])


def summary_of(sheet: Sheet, document: Payload) -> Payload:
    """The summary of a match; its `length` is that of the log. Phones store it: who changes what it has, or
    what that means, counts SCHEME of static/js/without_server/documents.js on.
    """
    entries = document["entries"]
    row = last_row(sheet)
    return {
        **{fact.key: document.get(fact.key, "") for fact in TEXTS},
        "length": len(entries),
        "code": document["code"],
        "played_on": document["played_on"],
        "created": document["created_at"],
        "written": entries[-1][2] if entries else document["created_at"],
        "finished": None if row is None else entries[row][2],
        "game": document["ruleset"]["key"],
        "hands": sheet.board.hands,
        "names": [[seat.position, seat.player.display_name] for seat in sheet.seats],
        "sides": [*facing_sides(sheet.match.rules, sheet.match.players_at_start)],
        "results": [[*result] for result in seat_results(sheet)],
    }


@lru_cache(1000)
def person_of(name: str) -> str:
    """Who played under a name: its key. Namesakes are one person."""
    return name_key(name)


class PlayedResult:
    """The result of one seat with facts of its match and player: a row of statistics, as of the server."""

    lacks = False

    def __init__(self, match: StoredMatch, result: SeatResult, name: str = "") -> None:
        self.stored = match
        self.match = match.code
        self.code = match.code
        self.game = match.game
        self.currency = match.currency
        self.day = match.played_on
        self.venue = match.place
        self.name = name
        self.player = match.players[result.seat]
        self.result = result

    def __getattr__(self, fact: str) -> Any:
        return getattr(self.result, fact)


class StoredMatch:
    """A match by its summary; beside it `rematch` says whether it has one, `role` what this phone may do."""

    def __init__(self, named_facts: Iterable[tuple[str, Any]], now: int) -> None:
        # not dict(…), which a phone makes of an OrderedDict, whose look-up is linear
        facts: Lookup[str, Any] = {name: fact for name, fact in named_facts}  # noqa: C416
        self.code: str = facts["code"]
        self.game: str = facts["game"]
        self.rules_name: str = facts["rules_name"]
        self.currency: str = facts["currency"]
        self.place: str = facts["place"]
        self.note: str = facts["note"]
        self.created: int = facts["created"]
        self.written: int = facts["written"]
        self.finished: int | None = facts["finished"]
        self.hands: int = facts["hands"]
        self.may_rematch = not facts["rematch"] and facts["role"] >= SCORE
        self.called: list[tuple[Seat, str]] = facts["names"]
        self.is_old = now - self.written >= ABANDONED_MS
        self.facts = facts

    @cached_property
    def played_on(self) -> date:
        return date.fromisoformat(self.facts["played_on"])

    @property
    def variant(self) -> str:
        return self.rules_name or labels.game_name(self.game)

    @cached_property
    def results(self) -> Sequence[SeatResult]:
        """The best rank first; none before the first entry, as on a server."""
        if not self.facts["length"]:
            return []
        results = [SeatResult(*values) for values in self.facts["results"]]
        return sorted(results, key=lambda result: (result.place, result.seat))

    @cached_property
    def players(self) -> dict[Seat, str]:
        """The keys of the names."""
        return {seat: person_of(name) for seat, name in self.called}

    @cached_property
    def rows(self) -> list[PlayedResult]:
        """The best rank first."""
        names = dict(self.called)
        return [
            PlayedResult(self, result, names[result.seat]) for result in self.results
        ]

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    def item(self) -> MatchItem:
        seats = [seat for seat, _name in self.called]
        names = unique_names([name for _seat, name in self.called])
        return match_item(
            self,
            dict(zip(seats, names, strict=True)),
            {result.seat: result for result in self.results},
            variant=self.variant,
            sides=[tuple(side) for side in self.facts["sides"]],
            is_over=self.finished is not None,
            is_old=self.is_old,
            may_rematch=self.finished is not None and self.may_rematch,
        )


def stored_matches(payload: Payload) -> list[StoredMatch]:
    """The matches of a page, at the time `now` in milliseconds. `matches` is a table of their summaries: the
    names of the facts, then the facts of each. MicroPython looks each text up among thousands: with the names
    at every match it reads them half as fast.
    """
    table = payload["matches"]
    now = payload["now"]
    return [StoredMatch(zip(table[0], row, strict=True), now) for row in table[1:]]
