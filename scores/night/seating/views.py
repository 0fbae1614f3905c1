"""A draft of the next round, and publishing it. The form carries what was tried; nothing is stored before.

Searches have a limit. Past it the first draft of a round is drawn with few steps. So is every draft while
others search for seats; publishing waits for none of them.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.numbers import whole_number
from rules.tournament.bounds import ROUNDS, SEEDS
from rules.tournament.night import Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS
from scores.core.access import grants, rate_limits
from scores.fields import WholeField
from scores.group.circles import people as circle_people
from scores.night import access, people, refusals
from scores.night.log import seated_in
from scores.night.models import Tournament
from scores.night.seating import costs
from scores.night.seating.drafts import (
    FEW_STEPS,
    Asked,
    Basis,
    SearchIsBusy,
    basis_of,
    drawn,
    drawn_to_publish,
    is_drawn,
)
from scores.night.seating.publishing import Draft, crowded_table, fingerprint, publish, swapped

MOST_STEPS = 2 * STEPS  # of a better draft
MOST_SWAPS = 40


class DraftForm(forms.Form):
    """What the page of a draft sends back; `shown` is the fingerprint of the tables that it showed."""

    seed = WholeField(min_value=0, max_value=SEEDS.high - 1)
    steps = WholeField(min_value=1, max_value=MOST_STEPS)
    round = WholeField(min_value=1, max_value=ROUNDS.high + 1)
    shown = forms.CharField(max_length=64)
    picked = WholeField(required=False, min_value=1)
    swaps = forms.RegexField(r"^([0-9]{1,3}-[0-9]{1,3}(,|$))*$", required=False, max_length=MOST_SWAPS * 8)
    do = forms.CharField(max_length=20)

    def pairs(self) -> list[tuple[int, int]]:
        pairs = [pair.split("-") for pair in self.cleaned_data["swaps"].split(",") if pair]
        return [(int(one), int(other)) for one, other in pairs]


class _Try:
    """A seed, how many steps, and who was swapped by hand."""

    def __init__(self, seed: int, steps: int = STEPS, swaps: list[tuple[int, int]] | None = None) -> None:
        self.seed, self.steps, self.swaps, self.picked = seed, steps, swaps or [], 0

    def pick(self, first: int | None, other: int) -> None:
        """The first of two is picked, or it is swapped with the other; once more takes the pick back."""
        if not first:
            self.picked = other
        elif first != other:
            self.swaps = [*self.swaps, (first, other)][-MOST_SWAPS:]


class _Page(NamedTuple):
    """A request for the page of a night as it was at that moment."""

    request: HttpRequest
    tournament: Tournament
    basis: Basis

    @property
    def night(self) -> Night:
        return self.basis.night

    def drawn(self, tried: _Try) -> Draft:
        return swapped(drawn(self.asked(tried)), self.night, tried.swaps)

    def drawn_to_publish(self, tried: _Try) -> Draft:
        return swapped(drawn_to_publish(self.asked(tried)), self.night, tried.swaps)

    def asked(self, tried: _Try) -> Asked:
        return Asked(self.basis, tried.seed, tried.steps)

    def now(self) -> _Page:
        return self._replace(basis=basis_of(self.tournament))


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """GET draws the first draft. POST draws another (`again`, `better`), swaps two, or publishes."""
    tournament = access.night_to_organise(request, code)
    page, form = _Page(request, tournament, basis_of(tournament)), DraftForm(request.POST)
    if request.method == "GET" or not form.is_valid():
        return _first(page, 422 if request.method == "POST" else 200)
    tried = _Try(form.cleaned_data["seed"], form.cleaned_data["steps"], form.pairs())
    act, _space, entrant = form.cleaned_data["do"].partition(" ")
    if act == "publish":
        return _publish(page, tried, form)
    if act == "again":
        return _another(page, _Try(tried.seed + 1, tried.steps))
    if act == "better":
        return _another(page, _Try(tried.seed, MOST_STEPS))
    picked = whole_number(entrant)
    if act == "pick" and picked is not None:
        tried.pick(form.cleaned_data["picked"], picked)
        return _another(page, tried)
    return _another(page, tried, status=422)


def _first(page: _Page, status: int) -> HttpResponse:
    """The usual draft; past the limit one of few steps, because without a draft nothing can be published."""
    tried = _Try(seed=len(page.night.rounds) + 1)
    wait = _wait(page, tried)
    if not wait:
        return _show(page, tried, status=status)
    tried.steps = FEW_STEPS
    hasty = _("Muchos borradores seguidos: este está hecho deprisa. Otro mejor, dentro de %(minutes)s min.")
    return _show(page, tried, hasty % {"minutes": ceil(wait / 60)}, status)


def _another(page: _Page, tried: _Try, status: int = 200) -> HttpResponse:
    page.request.wait = wait = _wait(page, tried)
    return rate_limits.too_many(page.request) if wait else _show(page, tried, status=status)


def _wait(page: _Page, tried: _Try) -> int:
    """Seconds until this draft may be drawn; it is counted if it costs a search."""
    return 0 if is_drawn(page.asked(tried)) else rate_limits.wait_to_search(page.request)


def _publish(page: _Page, tried: _Try, form: DraftForm) -> HttpResponse:
    """Exactly what was shown, or nothing: who came, left or scored meanwhile may have changed the draft."""
    number, shown, tournament = form.cleaned_data["round"], form.cleaned_data["shown"], page.tournament
    published = seated_in(tournament, number)
    if published is not None:
        if fingerprint(published) == shown:
            return redirect(tournament)  # by a first tap
        now = page.now()
        next_one = NightRefusal("not-the-next-round", round=len(now.night.rounds) + 1)
        return _refused(now, number, next_one)
    try:
        drafted = page.drawn_to_publish(tried)
        if fingerprint(drafted.seated) != shown:
            refusal = _("Algo ha cambiado mientras tanto: mira el borrador otra vez.")
            return _show(page, _Try(tried.seed, tried.steps), refusal, 409)
        publish(tournament, grants.phone_of(page.request), drafted)
    except NightRefusal as refused:
        if refused.code == "too-many-people":
            return _show(page.now(), tried, status=422)
        return _refused(page.now(), number, refused)
    except circle_people.GroupFull:
        return _show(page, tried, str(circle_people.FULL), 422)
    return redirect(tournament)


def _refused(page: _Page, number: int, refused: NightRefusal) -> HttpResponse:
    """The round cannot be published, and no other draft of it."""
    refusal = refusals.phrase(refused, people.names_of(page.night, people.known(page.night)))
    context = {"tournament": page.tournament, "round": number, "refusal": refusal}
    return render(page.request, "scores/night/seating/seat.html", context, status=409)


def _show(page: _Page, tried: _Try, refusal: str = "", status: int = 200) -> HttpResponse:
    night = page.night
    names, number = people.names_of(night, people.known(night)), len(night.rounds) + 1
    try:
        drafted = page.drawn(tried)
    except NightRefusal as refused:
        return _refused(page, number, refused)
    except SearchIsBusy:
        hasty = _("Se está sentando otra noche: este borrador está hecho deprisa. Otro mejor, en un momento.")
        return _show(page, _Try(tried.seed, FEW_STEPS), " ".join(filter(None, [refusal, hasty])), status)
    seated = drafted.seated
    if too_many := crowded_table(drafted, night):
        refusal = " ".join(filter(None, [refusal, refusals.phrase(too_many, names)]))
    context = {
        "tournament": page.tournament,
        "round": number,
        "draft": drafted,
        "seed": tried.seed,
        "steps": tried.steps,
        "shown": fingerprint(seated),
        "swaps": ",".join(f"{one}-{other}" for one, other in tried.swaps),
        "picked": tried.picked,
        "picked_name": names.get(tried.picked, ""),
        "costs": costs.costs(night, seated, names),
        "tables": [
            {"number": table.number, "seats": [(name, names[name]) for name in table.seats]}
            for table in seated.tables
        ],
        "resting": [(name, names[name]) for name in seated.resting],
        "refusal": refusal,
    }
    return render(page.request, "scores/night/seating/seat.html", context, status=status)
