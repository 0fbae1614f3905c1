"""A draft of the next round, and publishing it. The form carries what was tried; nothing is stored before."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS
from scores.core.access import grants
from scores.group.circles import people as circle_people
from scores.night import access, people, refusals
from scores.night.log import night_of, results_of, seated_in
from scores.night.models import Tournament
from scores.night.now import now_of
from scores.night.plan import Plan
from scores.night.seating import costs
from scores.night.seating.publishing import Draft, draft, fingerprint, publish, swapped

BETTER, MOST_STEPS = 4, 16 * STEPS  # times as many steps
MOST_SWAPS = 40
MOST_NUMBER = 999


class DraftForm(forms.Form):
    """What the page of a draft sends back; `shown` is the fingerprint of the tables that it showed."""

    seed = forms.IntegerField(min_value=0, max_value=999_999)
    steps = forms.IntegerField(min_value=1, max_value=MOST_STEPS)
    round = forms.IntegerField(min_value=1, max_value=MOST_NUMBER)
    shown = forms.CharField(max_length=64)
    picked = forms.IntegerField(required=False, min_value=1)
    swaps = forms.RegexField(r"^(\d{1,3}-\d{1,3}(,|$))*$", required=False, max_length=MOST_SWAPS * 8)
    do = forms.CharField(max_length=20)

    def pairs(self) -> list[tuple[int, int]]:
        pairs = [pair.split("-") for pair in self.cleaned_data["swaps"].split(",") if pair]
        return [(int(one), int(other)) for one, other in pairs]


@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """GET draws the first draft. POST draws another (`again`, `better`), swaps two, or publishes."""
    tournament = access.night_to_organise(request, code)
    form = DraftForm(request.POST)
    if request.method == "GET" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return _show(request, tournament, _Try(seed=len(night_of(tournament).rounds) + 1), status=status)
    tried = _Try(form.cleaned_data["seed"], form.cleaned_data["steps"], form.pairs())
    act, _space, entrant = form.cleaned_data["do"].partition(" ")
    if act == "again":
        return _show(request, tournament, _Try(tried.seed + 1, tried.steps))
    if act == "better":
        return _show(request, tournament, _Try(tried.seed, min(MOST_STEPS, tried.steps * BETTER)))
    if act == "pick" and entrant.isdecimal() and len(entrant) < 4:
        tried.pick(form.cleaned_data["picked"], int(entrant))
        return _show(request, tournament, tried)
    if act != "publish":
        return _show(request, tournament, tried, status=422)
    return _publish(request, tournament, tried, form)


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


def _drawn(tournament: Tournament, tried: _Try) -> Draft:
    night, plan = night_of(tournament), Plan.load(tournament.plan)
    evenings = people.evenings_of_league(tournament.circle) if plan.preset == "league" else []
    earlier = [now_of(one).night for one in evenings if one.pk != tournament.pk]
    results = results_of(tournament, night)
    drawn = draft(plan, night, results, seed=tried.seed, steps=tried.steps, earlier=earlier)
    return swapped(drawn, night, tried.swaps)


def _publish(request: HttpRequest, tournament: Tournament, tried: _Try, form: DraftForm) -> HttpResponse:
    """Exactly what was shown, or nothing: who came, left or scored meanwhile may have changed the draft."""
    number, shown = form.cleaned_data["round"], form.cleaned_data["shown"]
    published = seated_in(tournament, number)
    if published is not None:
        if fingerprint(published) == shown:
            return redirect(tournament)  # by a first tap
        next_one = NightRefusal("not-the-next-round", round=len(night_of(tournament).rounds) + 1)
        return _refused(request, tournament, number, next_one)
    try:
        drawn = _drawn(tournament, tried)
        if fingerprint(drawn.seated) != shown:
            refusal = _("Algo ha cambiado mientras tanto: mira el borrador otra vez.")
            return _show(request, tournament, _Try(tried.seed, tried.steps), refusal, 409)
        publish(tournament, grants.phone_of(request), drawn)
    except NightRefusal as refused:
        return _refused(request, tournament, number, refused)
    except circle_people.GroupFull:
        return _show(request, tournament, tried, str(circle_people.FULL), 422)
    return redirect(tournament)


def _refused(
    request: HttpRequest, tournament: Tournament, number: int, refused: NightRefusal
) -> HttpResponse:
    """The round cannot be published, and no other draft of it."""
    night = night_of(tournament)
    refusal = refusals.phrase(refused, people.names_of(night, people.known(night)))
    context = {"tournament": tournament, "round": number, "refusal": refusal}
    return render(request, "scores/night/seating/seat.html", context, status=409)


def _show(
    request: HttpRequest, tournament: Tournament, tried: _Try, refusal: str = "", status: int = 200
) -> HttpResponse:
    night = night_of(tournament)
    names, number = people.names_of(night, people.known(night)), len(night.rounds) + 1
    try:
        drawn = _drawn(tournament, tried)
    except NightRefusal as refused:
        return _refused(request, tournament, number, refused)
    seated = drawn.seated
    context = {
        "tournament": tournament,
        "round": number,
        "draft": drawn,
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
    return render(request, "scores/night/seating/seat.html", context, status=status)
