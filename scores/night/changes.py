"""What the results of now say of the last round otherwise than when it was seated."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from rules.night.counting import Results
from rules.night.events import Moved, Seated, SeatsKept
from rules.night.proposals import final_cut, still_in
from rules.night.seating.values import Entrant
from rules.night.seats import refusal_of_crowd
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from rules.night.standings import standings


class RankChange(NamedTuple):
    """The rank that somebody should have had when the round was seated, and the one that they had. A rank
    is shared as in the standings."""

    now: int
    entrant: Entrant
    before: int


class Changes(NamedTuple):
    """`back`: who should play the round and does not, though nobody let them wait; `out`: who plays it and
    should not. `may_return`: whether those who are back play the next round, because missing one puts nobody
    out."""

    ranks: tuple[RankChange, ...] = ()
    back: tuple[Entrant, ...] = ()
    out: tuple[Entrant, ...] = ()
    may_return: bool = False

    @property
    def key(self) -> str:
        """Tells apart what the organiser was asked; empty where they are asked nothing."""
        parts = [*self.out, 0, *self.back]
        return "-".join(map(str, parts)) if len(parts) > 1 else ""


NOTHING = Changes()


def changes_since_seated(
    seated: Seated, before: NightSheet, results: Results, sheet: NightSheet
) -> Changes:
    """The round, published in the night `before`, against the standings that it was made from; who sits or
    rests in it now, after somebody was moved by hand, is in `sheet`."""
    was_seated = seated.made.everybody
    playing = sheet.rounds[-1].everybody
    due, may_play = _entitled_entrants(before, results)
    changes = Changes(
        ranks=_ranks(seated, before, results),
        back=tuple(sorted(due - was_seated - playing - {*seated.waiting})),
        out=tuple(sorted(playing & was_seated - may_play)),
        may_return=before.last_stage.plays is Plays.LIVES,
    )
    # as the organiser leaves the seats
    kept = SeatsKept(sheet.last_round, changes.out, changes.back)
    return NOTHING if kept == sheet.seats_kept else changes


def exchange_of_seats(
    sheet: NightSheet, changes: Changes, started: Collection[int]
) -> Moved | None:
    """The event by which those who should play sit down in place of those who should not, at tables that have
    not `started`, and have a chair for a pair. None where nobody can."""
    coming = [entrant for entrant in changes.back if sheet.badges[entrant].is_here]
    gone = []
    moved = []
    for table in sheet.rounds[-1].tables:
        made = table
        leaving = [entrant for entrant in table.seats if entrant in changes.out]
        for entrant in leaving if table.number not in started else ():
            for other in coming:
                seats = (other if each == entrant else each for each in made.seats)
                swapped = made._replace(seats=tuple(seats))
                if not refusal_of_crowd(sheet, sheet.last_round, [swapped]):
                    made = swapped
                    coming.remove(other)
                    gone.append(entrant)
                    break
        if made != table:
            moved.append(made)
    return Moved(sheet.last_round, tuple(moved), tuple(gone)) if moved else None


def _ranks(
    seated: Seated, before: NightSheet, results: Results
) -> tuple[RankChange, ...]:
    """Rounds of 1.0.0 have only the order, in which nobody shares a rank."""
    ranks = seated.places or range(1, len(seated.standings) + 1)
    then = dict(zip(seated.standings, ranks, strict=False))
    lines = standings(before, results)
    now = {line.entrant: line.rank for line in lines if line.entrant in then}
    if not seated.places:
        now = {entrant: rank for rank, entrant in enumerate(now, 1)}
    moved = (
        RankChange(now[entrant], entrant, rank)
        for entrant, rank in then.items()
        if now.get(entrant, rank) != rank
    )
    return tuple(sorted(moved))


def _entitled_entrants(
    before: NightSheet, results: Results
) -> tuple[set[Entrant], set[Entrant]]:
    """Who has to play the round, and who may. Of those who are level for the seats of a final some may, and
    the organiser decided before the correction."""
    *earlier, begun = before.stages
    if begun.stage.plays is not Plays.FINAL or before.rounds_of_last_stage:
        entitled = {*still_in(before, results)}
        return entitled, entitled
    cut = final_cut(replace(before, stages=tuple(earlier)), results, begun.stage)
    return {*cut.through}, {*cut.through, *cut.level}
