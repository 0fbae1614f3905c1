"""The table of a match: a strip above its board, a page for who has no scripts, who is missing, and calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.night.events import At, TableResult
from rules.night.proposals import rounds_in_all
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from scores.core.access import phone_cookie, rights
from scores.models import Match, Role
from scores.night import people, refusals
from scores.night.at_table import calls
from scores.night.at_table.sitting import read_report, store_report
from scores.night.cards import places
from scores.night.log import Now, now_of
from scores.night.models import Place, Sitting
from scores.night.shown.standings import ResultAtTable, results_of_seats


@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page; for the script of the board the strip alone."""
    match = rights.match_to_watch(request, code)
    part = "_strip" if request.htmx else "table"
    context = {"here": table_at_night(request, match, _sitting_of(match))}
    answer = render(request, f"scores/night/at_table/{part}.html", context)
    answer["Cache-Control"] = "private, no-store"  # it has the link of the card
    return answer


@require_POST
def missing(request: HttpRequest, code: str) -> HttpResponse:
    """`do` is `missing 17` or `here 17`: what is true of entrant 17."""
    match = rights.match_to_score(request, code)
    report = read_report(request.POST.get("do", ""))
    if report is None:
        raise Http404
    store = partial(store_report, match, report.entrant, is_missing=report.is_missing)
    return _answer(request, match, store)


@require_POST
def call(request: HttpRequest, code: str) -> HttpResponse:
    """With `do=enough` nobody needs to come any more."""
    match = rights.match_to_score(request, code)
    is_needed = request.POST.get("do") != "enough"
    return _answer(request, match, partial(calls.call, match, is_needed=is_needed))


def _answer(
    request: HttpRequest, match: Match, write: Callable[[], None]
) -> HttpResponse:
    """The page of the table after `write`, with the sentence if the night refuses it."""
    sitting = _sitting_of(match)
    try:
        write()
    except NightRefusal as refused:
        here = table_at_night(request, match, sitting)
        context = {"here": here, "refusal": refusals.phrase(refused, here.names)}
        return render(request, "scores/night/at_table/table.html", context, status=409)
    return redirect("match-night", match.code)


def _sitting_of(match: Match) -> Sitting:
    """404 for a match that is no table of a night."""
    sitting = (
        Sitting.objects.filter(match=match)
        .select_related("place__night__circle", "coming")
        .first()
    )
    if sitting is None:
        raise Http404
    return sitting


# What a table of the night is told: its round, the clock, its places, and where it plays on


@dataclass(frozen=True)
class TableAtNight:
    """What the strip of the match and its page show. `rounds` is how many there are, where nobody's lives
    decide it; `next_match` is played here now, if this phone may see it; `card` is the link of its card."""

    match: Match
    sitting: Sitting
    now: Now
    names: Mapping[Entrant, str]
    rounds: int | None
    next_match: Match | None
    card: str

    @property
    def at(self) -> At:
        return At(self.sitting.round, self.sitting.place.number)

    @cached_property
    def result(self) -> TableResult | None:
        return self.now.result_at(self.at)

    @property
    def is_night_over(self) -> bool:
        return self.now.sheet.is_over

    @property
    def is_final(self) -> bool:
        return self.now.sheet.is_final(self.at.round)

    @property
    def is_last(self) -> bool:
        return self.at.round == self.rounds

    @property
    def later_round(self) -> int | None:
        """The one that is played now, if it is another."""
        last = self.now.sheet.last_round
        return last if last > self.at.round else None

    @property
    def has_ended(self) -> bool:
        return self.result is not None or self.match.finished_at is not None

    @property
    def awaited_round(self) -> int | None:
        """The next one, for a table that has ended."""
        waits = self.has_ended and not self.later_round and not self.is_night_over
        return self.at.round + 1 if waits else None

    @cached_property
    def seconds_left(self) -> int | None:
        """Until the end of the round at this table; None without a clock."""
        is_over = self.has_ended or self.later_round
        return None if is_over else self.sitting.seconds_left

    @property
    def minutes(self) -> int:
        """Begun ones too."""
        return ceil((self.seconds_left or 0) / 60)

    @property
    def places(self) -> list[ResultAtTable]:
        return results_of_seats(self.result, self.names)

    @property
    def places_by_phone(self) -> list[ResultAtTable]:
        """Where the organiser entered other ones."""
        if not self.now.has_two_results(self.at):
            return []
        return results_of_seats(self.now.results[self.at], self.names)

    @property
    def reason(self) -> str:
        """Why the organiser entered the result; empty where nobody did, or said why."""
        report = self.now.sheet.reported.get(self.at)
        return report.reason if report else ""

    @property
    def seats(self) -> list[tuple[Entrant, str, bool]]:
        """Who sits there, with whether they are missing."""
        return [
            (entrant, self.names[entrant], entrant in self.sitting.missing)
            for entrant in self.now.sheet.seats_at(self.at)
        ]

    @property
    def may_say_who_is_missing(self) -> bool:
        return self.may_call and not (self.has_ended or self.match.hands)

    @property
    def may_call(self) -> bool:
        is_of_now = not (self.later_round or self.is_night_over)
        return self.match.role >= Role.SCORE and is_of_now

    @property
    def is_called(self) -> bool:
        return self.sitting.called_at is not None and not self.later_round

    @property
    def who_comes(self) -> str:
        return calls.who_comes(self.sitting)


def table_at_night(
    request: HttpRequest, match: Match, sitting: Sitting
) -> TableAtNight:
    place = sitting.place
    now = now_of(place.night)
    has_later = now.sheet.last_round > sitting.round
    return TableAtNight(
        match=match,
        sitting=sitting,
        now=now,
        names=people.names_of(now.sheet),
        rounds=rounds_in_all(place.night.planned.stages, now.sheet),
        next_match=_match_of_now(request, place) if has_later else None,
        card=_card(request, place),
    )


def _match_of_now(request: HttpRequest, place: Place) -> Match | None:
    match = places.match_now(place)
    return match if match is not None and rights.role_in(request, match) else None


def _card(request: HttpRequest, place: Place) -> str:
    """The link of the card, for a phone that has scanned it: it leads to what is played here, also after the
    match of now was begun anew."""
    phone = phone_cookie.phone_if_known(request)
    is_taken = phone is not None and place.grants.filter(phone=phone).exists()
    return places.link_path(place) if is_taken else ""
