"""The draft of the next round as it is stored: a reload and every phone of the organisers show the same.

Who came or left since is proposed, never moved silently.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from rules.night.counting import Results
from rules.night.events import Seated
from rules.night.play import play
from rules.night.proposals import as_of_now, next_round, still_in
from rules.night.seating.values import Entrant, broken_wishes
from rules.night.sheet import NightSheet
from rules.night.stored.log_json import KINDS, event_of, kind_and_payload
from scores.models import Phone
from scores.night.log import Now
from scores.night.models import Night, Plan, RoundDraft
from scores.night.seating.publishing import FEW_STEPS, Draft, begun_stage

MOST_SWAPS = 40


@dataclass(frozen=True)
class Proposal:
    """The draft with those who came and without those who left."""

    seated: Seated
    came: tuple[Entrant, ...]
    left: tuple[Entrant, ...]
    moved: tuple[Entrant, ...]


@dataclass(frozen=True)
class StoredDraft:
    """What the row says of the night as it is now."""

    row: RoundDraft
    draft: Draft
    proposal: Proposal | None


def stored_draft(night: Night, now: Now) -> StoredDraft | None:
    """The draft of the next round; None if there is none yet, or it has somebody who was entered by mistake
    and removed since. Raises NightRefusal."""
    row = RoundDraft.objects.select_related("by").filter(night=night).first()
    if row is None or row.round != now.sheet.last_round + 1:
        return None
    plan = night.planned
    seated = _seated_of(row)
    if not seated.made.everybody <= now.sheet.badges.keys():
        return None
    begun = begun_stage(plan, now.sheet, now.results, seated.seed)
    sheet = play(now.sheet, begun) if begun else now.sheet
    seated = as_of_now(seated, sheet, now.results)
    draft = Draft(begun, _with_broken_wishes(sheet, seated), sheet)
    return StoredDraft(row, draft, _proposal(draft, now.results, row.later, plan))


def _proposal(
    draft: Draft, results: Results, waiting: Collection[Entrant], plan: Plan
) -> Proposal | None:
    sheet = draft.sheet
    before = draft.seated.made
    people = set(still_in(sheet, results)) - {*waiting}
    if people == before.everybody:
        return None
    after = next_round(
        sheet,
        results,
        plan.numbers,
        seed=draft.seated.seed,
        steps=FEW_STEPS,
        before=before,
        waiting=waiting,
    )
    tables = after.made.table_of
    moved = [
        entrant
        for entrant in before.everybody & people
        if before.table_of.get(entrant) != tables.get(entrant)
    ]
    return Proposal(
        after,
        tuple(sorted(people - before.everybody)),
        tuple(sorted(before.everybody - people)),
        tuple(sorted(moved)),
    )


def _with_broken_wishes(sheet: NightSheet, seated: Seated) -> Seated:
    return replace(seated, broken=broken_wishes(seated.tables, sheet.wishes))


def _seated_of(row: RoundDraft) -> Seated:
    seated = event_of(KINDS[Seated], row.seated)
    if not isinstance(seated, Seated):
        raise TypeError("a draft is a round")
    return seated


def store(night: Night, phone: Phone | None, draft: Draft, *, is_hasty: bool) -> None:
    """A new draft, which takes the place of the one before."""
    fields = {
        "round": draft.seated.round,
        "seated": _payload(draft.seated),
        "is_hasty": is_hasty,
        "swaps": [],
        "later": [],
        "by": phone,
        "at": timezone.now(),
    }
    RoundDraft.objects.update_or_create(night=night, defaults=fields)


def _payload(seated: Seated) -> dict[str, object]:
    return kind_and_payload(seated)[1]


@contextmanager
def _locked_row(stored: StoredDraft) -> Iterator[RoundDraft]:
    """The row as it is now, to change it. What was changed is stored if it is still that round."""
    with transaction.atomic():
        row = RoundDraft.objects.select_for_update(of=("self",)).get(pk=stored.row.pk)
        yield row
        if row.round == stored.row.round:
            row.at = timezone.now()
            row.save()


def swap(stored: StoredDraft, phone: Phone, entrant: Entrant, other: Entrant) -> None:
    """The two change seats; who rests may be one of them. Nothing where one is not in the draft, or it was
    changed meanwhile."""
    with _locked_row(stored) as row:
        before = _seated_of(row)
        after = _seated_with_swap(before, entrant, other)
        if after != before and row.seated == stored.row.seated:
            row.seated = _payload(after)
            row.swaps = [*row.swaps, [entrant, other, phone.pk]][-MOST_SWAPS:]


def undo_swap(stored: StoredDraft) -> None:
    """Nothing where the draft was changed meanwhile."""
    with _locked_row(stored) as row:
        if row.swaps and row.seated == stored.row.seated:
            entrant, other, _phone = row.swaps.pop()
            row.seated = _payload(_seated_with_swap(_seated_of(row), entrant, other))


def accept(stored: StoredDraft) -> None:
    """Seat those who came, and take out those who left, as it was proposed for the draft of now."""
    if stored.proposal is None:
        return
    with _locked_row(stored) as row:
        if row.seated == stored.row.seated:
            row.seated = _payload(stored.proposal.seated)
            row.swaps = []  # they name seats that are others' now


def wait(stored: StoredDraft) -> None:
    """Those who came play from the round after this one."""
    came = stored.proposal.came if stored.proposal else ()
    with _locked_row(stored) as row:
        row.later = sorted({*row.later, *came})


def _seated_with_swap(seated: Seated, entrant: Entrant, other: Entrant) -> Seated:
    """The round as it is where one of them is not in it."""
    in_place_of = {entrant: other, other: entrant}
    if not in_place_of.keys() <= seated.made.everybody:
        return seated

    def with_swap(seats: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
        return tuple(in_place_of.get(each, each) for each in seats)

    return replace(
        seated,
        tables=tuple(
            table._replace(seats=with_swap(table.seats)) for table in seated.tables
        ),
        resting=tuple(sorted(with_swap(seated.resting))),
    )
