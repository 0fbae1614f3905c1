"""The draft of the next round, and what it costs. It is stored: a reload and every phone of the organisers
show the same.

Who came or left since is proposed, never moved silently. A process searches for one draft at a time, and one
request may wait for it a moment. So nobody who asks for many drafts, and leaves, holds up who scores at a
table.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from django.utils import timezone

from rules.night.counting import results_of_round
from rules.night.events import KINDS, Event, Seated, StageBegun
from rules.night.league import met_before
from rules.night.play import play
from rules.night.presets import Format
from rules.night.proposals import as_of_now, entrants_of, next_round, still_in
from rules.night.refusals import NightRefusal
from rules.night.seating.plan import STEPS
from rules.night.seating.values import Entrant, Pair, Round
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from rules.night.stored.log_json import event_of, kind_and_payload
from scores.core.access.turns import Busy, Turns
from scores.core.merges import persons_now
from scores.models import Phone
from scores.night.log import now_of
from scores.night.models import RoundDraft
from scores.night.people import nights_of_league
from scores.night.seen import SeenNight

FEW_STEPS = STEPS // 40  # of a draft that must cost next to nothing
MOST_SWAPS = 40
_searches = Turns(patience=1.0)


class Draft(NamedTuple):
    """What publishing would add: the next stage, if one begins, and the round. `sheet` is the night with that
    stage."""

    begun: StageBegun | None
    seated: Seated
    sheet: NightSheet

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.begun, self.seated) if self.begun else (self.seated,)


class Proposal(NamedTuple):
    """The draft with those who `came` and without those who `left`; of the others who moves, and how many
    `stay`."""

    seated: Seated
    came: list[Entrant]
    left: list[Entrant]
    moved: list[Entrant]
    stay: int


class StoredDraft(NamedTuple):
    """What the row says of the night as it is now."""

    row: RoundDraft
    draft: Draft
    proposal: Proposal | None


# A new one


def next_draft(seen: SeenNight, *, seed: int = 0, steps: int) -> Draft:
    """The next round, which is stored nowhere. Raises NightRefusal."""
    if seen.sheet.is_over:
        raise NightRefusal("night-is-over")
    begun, sheet = _next_stage(seen, seed)
    seated = next_round(
        sheet,
        seen.now.results,
        tables=seen.plan.tables,
        seed=seed,
        steps=steps,
        past=_meetings_before(seen),
    )
    return Draft(begun, seated, sheet)


def _next_stage(seen: SeenNight, seed: int) -> tuple[StageBegun | None, NightSheet]:
    """The stage that begins with the next round, if one does, and the night with it. Raises NightRefusal."""
    stage = seen.next_stage
    if stage is None:
        return None, seen.sheet
    begun = StageBegun(stage, entrants_of(seen.sheet, seen.now.results, stage), seed)
    return begun, play(seen.sheet, begun)


def _meetings_before(seen: SeenNight) -> dict[Pair, int]:
    """How often two met on the earlier nights of a league."""
    if seen.plan.format is not Format.LEAGUE:
        return {}
    circle = seen.night.circle
    nights = nights_of_league(circle)
    earlier = [now_of(each).sheet for each in nights if each != seen.night]
    return met_before(seen.sheet, earlier, persons_now(circle))


def new_draft(
    seen: SeenNight, seed: int, *, is_hasty: bool = False
) -> tuple[Draft, bool]:
    """A draft, and whether it is one of few steps: asked for, or because others search for seats. Raises
    NightRefusal."""
    if not is_hasty:
        with suppress(Busy), _searches.turn():
            return next_draft(seen, seed=seed, steps=STEPS), False
    return next_draft(seen, seed=seed, steps=FEW_STEPS), True


def store_new_draft(
    seen: SeenNight, phone: Phone, seed: int, *, is_hasty: bool = False
) -> StoredDraft:
    """Store a new draft in place of the one before. Raises NightRefusal."""
    made, is_hasty = new_draft(seen, seed, is_hasty=is_hasty)
    row, _is_new = RoundDraft.objects.update_or_create(
        night=seen.night,
        defaults={
            "round": made.seated.round,
            "seated": _payload(made.seated),
            "is_hasty": is_hasty,
            "swaps": [],
            "later": [],
            "by": phone,
            "at": timezone.now(),
        },
    )
    return StoredDraft(row, made, None)


# The one that is stored


def stored_draft(seen: SeenNight) -> StoredDraft | None:
    """The draft of the next round; None if there is none yet, or it has somebody who was entered by mistake
    and removed since. Raises NightRefusal."""
    number = seen.sheet.last_round + 1
    row = RoundDraft.objects.filter(night=seen.night, round=number).first()
    if row is None:
        return None
    seated: Any = event_of(KINDS[Seated], row.seated)
    if not seated.made.everybody <= seen.sheet.badges.keys():
        return None
    begun, sheet = _next_stage(seen, seated.seed)
    made = Draft(begun, as_of_now(seated, sheet, seen.now.results), sheet)
    return StoredDraft(row, made, _proposal(seen, made, row.later))


def _proposal(
    seen: SeenNight, made: Draft, waiting: Collection[Entrant]
) -> Proposal | None:
    results = seen.now.results
    before = made.seated.made
    people = {*still_in(made.sheet, results)} - {*waiting}
    if people == before.everybody:
        return None
    after = next_round(
        made.sheet,
        results,
        tables=seen.plan.tables,
        seed=made.seated.seed,
        steps=FEW_STEPS,
        before=before,
        waiting=waiting,
    )
    was_at = before.table_of
    is_at = after.made.table_of
    others = sorted(before.everybody & people)
    moved = [each for each in others if was_at.get(each) != is_at.get(each)]
    return Proposal(
        seated=after,
        came=sorted(people - before.everybody),
        left=sorted(before.everybody - people),
        moved=moved,
        stay=len(others) - len(moved),
    )


def _payload(seated: Seated) -> dict[str, object]:
    return kind_and_payload(seated)[1]


def _change(stored: StoredDraft, **columns: object) -> None:
    """Write these columns of the draft, unless it was changed since it was read."""
    unchanged = RoundDraft.objects.filter(pk=stored.row.pk, at=stored.row.at)
    unchanged.update(at=timezone.now(), **columns)


def swap_seats(
    stored: StoredDraft, phone: Phone, entrant: Entrant, other: Entrant
) -> None:
    """Let two change seats, if both are in the draft; one of them may rest."""
    seated = stored.draft.seated
    if {entrant, other} <= seated.made.everybody:
        swaps = [*stored.row.swaps, [entrant, other, phone.pk]][-MOST_SWAPS:]
        swapped = _payload(_with_swap(seated, entrant, other))
        _change(stored, seated=swapped, swaps=swaps)


def undo_swap(stored: StoredDraft) -> None:
    """Take the last swap back, if one is left."""
    if stored.row.swaps:
        *swaps, (entrant, other, _phone) = stored.row.swaps
        swapped = _payload(_with_swap(stored.draft.seated, entrant, other))
        _change(stored, seated=swapped, swaps=swaps)


def accept_proposal(stored: StoredDraft) -> None:
    """Seat those who came, and take out those who left, as it was proposed for the draft of now."""
    if stored.proposal:
        # swaps name seats that are others' now
        _change(stored, seated=_payload(stored.proposal.seated), swaps=[])


def let_newcomers_wait(stored: StoredDraft) -> None:
    """Let those who came play from the round after this one."""
    came = stored.proposal.came if stored.proposal else []
    _change(stored, later=sorted({*stored.row.later, *came}))


def _with_swap(seated: Seated, entrant: Entrant, other: Entrant) -> Seated:
    in_place_of = {entrant: other, other: entrant}

    def with_swap(seats: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
        return tuple(in_place_of.get(each, each) for each in seats)

    return replace(
        seated,
        tables=tuple(
            table._replace(seats=with_swap(table.seats)) for table in seated.tables
        ),
        resting=tuple(sorted(with_swap(seated.resting))),
    )


# What it costs, before it is published


class Costs(NamedTuple):
    """Who meets again, and who sits together because it was asked for; `new` play this round and not the one
    before, and `won` their table there and do not play it."""

    again: Sequence[Pair]
    together: Sequence[Pair]
    new: Sequence[Entrant]
    won: Sequence[Entrant]


def pairs_of(rounds: Iterable[Round]) -> set[Pair]:
    """Who met in them."""
    return {
        pair
        for each in rounds
        for table in each.tables
        for pair in combinations(sorted(table.seats), 2)
    }


def costs(seen: SeenNight, draft: Seated) -> Costs:
    """What `_costs.html` says of a round, besides who rests in it and what it breaks."""
    met = pairs_of([draft.made])
    new, won = _unexpected_seats(seen, draft.made)
    return Costs(
        again=sorted(met & pairs_of(seen.sheet.rounds)),
        together=sorted(met & seen.sheet.together),
        new=sorted(new),
        won=sorted(won),
    )


def _unexpected_seats(
    seen: SeenNight, made: Round
) -> tuple[set[Entrant], set[Entrant]]:
    """With lives, and in a knockout, nobody plays or misses a round without a word."""
    sheet = seen.sheet
    if not sheet.rounds or sheet.last_stage.plays not in (Plays.LIVES, Plays.KNOCKOUT):
        return set(), set()
    winners = {
        entrant
        for _at, result in results_of_round(sheet, seen.now.results, sheet.last_round)
        for entrant, rank in result.places.items()
        if rank == 1
    }
    playing = made.everybody
    return playing - sheet.seated_now.everybody, winners - playing
