"""The table of a match: a strip above its board, a page for who has no scripts, who is missing, and calls."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.night.events import At
from rules.night.proposals import rounds_in_all
from rules.night.refusals import NightRefusal
from scores.core.access import rights
from scores.core.access.rights import Visit
from scores.models import Match
from scores.night import refusals
from scores.night.at_table.sitting import store_call, store_report
from scores.night.at_table.table import SeenTable
from scores.night.cards import table_cards
from scores.night.fields import act_and_number
from scores.night.models import Sitting
from scores.night.seen import SeenNight


@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page; for the script of the board the strip alone."""
    visit = rights.visit_to_watch(request, code)
    part = "_strip" if request.htmx else "table"
    context = {"here": _table_at_night(request, visit)}
    answer = render(request, f"scores/night/at_table/{part}.html", context)
    answer["Cache-Control"] = "private, no-store"  # it has the link of the card
    return answer


@require_POST
def missing(request: HttpRequest, code: str) -> HttpResponse:
    """`do` is `missing 17` or `here 17`: what is true of entrant 17."""
    visit = rights.visit_to_score(request, code)
    act, entrant = act_and_number(request)
    if act not in ("missing", "here") or not entrant:
        raise Http404
    is_missing = act == "missing"
    store = partial(store_report, visit.match, entrant, is_missing=is_missing)
    return _answer(request, visit, store)


@require_POST
def call(request: HttpRequest, code: str) -> HttpResponse:
    """With `do=enough` nobody needs to come any more."""
    visit = rights.visit_to_score(request, code)
    is_needed = request.POST.get("do") != "enough"
    store = partial(store_call, visit.match, is_needed=is_needed)
    return _answer(request, visit, store)


def _answer(
    request: HttpRequest, visit: Visit, write: Callable[[], None]
) -> HttpResponse:
    """The page of the table after `write`, with the sentence if the night refuses it."""
    try:
        write()
    except NightRefusal as refused:
        here = _table_at_night(request, visit)
        context = {"here": here, "refusal": refusals.phrase(refused, here.seen.names)}
        return render(request, "scores/night/at_table/table.html", context, status=409)
    return redirect("match-night", visit.match.code)


# What a table of the night is told: its round, the clock, its ranks, and where it plays on


@dataclass(frozen=True, kw_only=True)
class TableAtNight(SeenTable):
    """What the strip of the match and its page show."""

    request: HttpRequest
    may_score: bool

    @property
    def rounds(self) -> int | None:
        """How many there are; None where nobody knows yet."""
        return rounds_in_all(self.seen.plan.stages, self.seen.sheet)

    @property
    def is_final(self) -> bool:
        return self.seen.sheet.is_final(self.at.round)

    @cached_property
    def seconds_left(self) -> int | None:
        """Until the end of the round at this table; None without a clock."""
        is_over = self.has_ended or self.is_earlier
        return None if is_over else self.sitting.seconds_left

    @property
    def minutes(self) -> int:
        """Begun ones too."""
        return ceil((self.seconds_left or 0) / 60)

    @property
    def may_call(self) -> bool:
        return self.may_score and not (self.is_earlier or self.seen.sheet.is_over)

    @property
    def is_called(self) -> bool:
        return self.sitting.called_at is not None and not self.is_earlier

    @cached_property
    def next_match(self) -> Match | None:
        """What is played here now, after this one, if this phone may see it."""
        match = table_cards.match_now(self.sitting.table) if self.is_earlier else None
        return match if match and rights.role_in(self.request, match) else None

    @cached_property
    def card(self) -> str:
        """The link of the card, for a phone that has scanned it: it leads to what is played here, also after
        the match of now was begun anew."""
        table = self.sitting.table
        taken = table.grants.filter(phone__uid=self.request.phone_uid)
        return table_cards.link_path(table) if taken.exists() else ""


def _table_at_night(request: HttpRequest, visit: Visit) -> TableAtNight:
    """Raises Http404 for a match that is no table of a night."""
    sittings = Sitting.objects.select_related("table__night__circle", "coming")
    sitting = get_object_or_404(sittings, match=visit.match)
    sitting.match = visit.match
    return TableAtNight(
        SeenNight.of(sitting.table.night),
        At(sitting.round, sitting.table.number),
        sitting,
        request=request,
        may_score=visit.may_score,
    )
