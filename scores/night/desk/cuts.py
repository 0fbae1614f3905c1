"""Some are level for the last seats of a final, or at a table of a knockout: the organiser decides."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from rules.night.events import CutBy, CutDecided, Event
from rules.night.proposals import BEFORE_FINAL, OpenCut, open_cuts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.numbers import whole_number
from scores.core.access import grants
from scores.night import access, people
from scores.night.log import Now, append, results_of
from scores.night.models import Night, Plan


@dataclass(frozen=True)
class CutView:
    """What is to be decided: who goes on anyway, who is level for how many seats, who is out."""

    key: str
    title: str
    note: str
    through: Sequence[str]
    level: Sequence[tuple[Entrant, str]]
    out: Sequence[str]
    seats: int
    # of the final, or who goes on from the table, if all who are level do
    more_seats: int
    is_final: bool


def view_of(plan: Plan, now: Now, names: Mapping[Entrant, str]) -> CutView | None:
    """The first that is open; None if there is none."""
    undecided = open_cuts(plan.stages, now.sheet, now.results)
    if not undecided:
        return None
    at, cut = undecided[0]
    level = people.listed_names(cut.level, names)
    facts = {"names": level, "count": cut.seats, "table": at.table}
    if at.table == BEFORE_FINAL:
        title = ngettext(
            "%(names)s empatan por la última plaza",
            "%(names)s empatan por %(count)s plazas",
            cut.seats,
        )
    else:
        title = ngettext(
            "Mesa %(table)s: %(names)s empatan por una plaza",
            "Mesa %(table)s: %(names)s empatan por %(count)s plazas",
            cut.seats,
        )
    through = people.listed_names(cut.through, names)
    goes_on = ngettext("Pasa %(names)s.", "Pasan %(names)s.", len(cut.through)) % {
        "names": through
    }
    decides = _("Lo decides tú: el programa no elige.")
    return CutView(
        key=_key(undecided[0]),
        title=title % facts,
        note=f"{goes_on} {decides}" if cut.through else decides,
        through=[names[entrant] for entrant in cut.through],
        level=[(entrant, names[entrant]) for entrant in cut.level],
        out=[names[entrant] for entrant in cut.out],
        seats=cut.seats,
        more_seats=len(cut.through) + len(cut.level),
        is_final=at.table == BEFORE_FINAL,
    )


@require_POST
def decide(request: HttpRequest, code: str) -> HttpResponse:
    """`by` is how; of a playoff `through` has who goes on. What was decided stands: a second tap, also on
    another phone, changes nothing. `cut` says what the page asked, which may not be the next decision."""
    night = access.night_to_organise(request, code)
    by = request.POST.get("by", "")
    key = request.POST.get("cut", "")
    if by not in [*CutBy]:
        raise Http404
    chosen = [whole_number(each) for each in request.POST.getlist("through")]

    def decision(sheet: NightSheet) -> list[Event]:
        cut = _open_cut(night, sheet, key)
        if cut is None:
            return []
        through = _through(CutBy(by), cut, chosen)
        return (
            [CutDecided(cut.at, cut.cut.level, through, CutBy(by))] if through else []
        )

    with suppress(NightRefusal):  # decided on another phone: the desk shows how
        append(night, grants.phone_of(request), decision)
    return redirect(night)


def _open_cut(night: Night, sheet: NightSheet, key: str) -> OpenCut | None:
    plan = night.planned
    undecided = open_cuts(plan.stages, sheet, results_of(night, sheet))
    return next((cut for cut in undecided if _key(cut) == key), None)


def _key(cut: OpenCut) -> str:
    """Tells apart the cuts of a night, and who was level at them before a correction."""
    return "-".join(map(str, (*cut.at, *cut.cut.level)))


def _through(
    by: CutBy, cut: OpenCut, chosen: Sequence[int | None]
) -> tuple[Entrant, ...]:
    """Who of the level ones goes on; nobody for a choice of too few or too many."""
    level = cut.cut.level
    seats = cut.cut.seats
    if by is CutBy.SEATS:
        return level
    if by is CutBy.LOT:
        return tuple(sorted(SystemRandom().sample(level, seats)))
    through = tuple(entrant for entrant in level if entrant in chosen)
    return through if len(through) == seats else ()
