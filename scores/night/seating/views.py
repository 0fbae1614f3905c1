"""The draft of the next round, which is stored, and publishing it.

Searches have a limit. Past it the first draft of a round is drawn with few steps. So is every draft while
others search for seats; publishing waits for none of them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from rules.night.bounds import ROUNDS, SEEDS
from rules.night.events import Seated
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import refusal_of_crowd
from rules.night.stages import Plays
from rules.numbers import whole_number
from scores.circle.circles.people import CircleFull
from scores.core.access import phone_cookie, rate_limits
from scores.core.form_pages import posted_data, require_GET_or_POST
from scores.fields import WholeField
from scores.models import Phone
from scores.night import access, refusals
from scores.night.log import published_rounds
from scores.night.seating import drafts
from scores.night.seating.drafts import StoredDraft, costs, pairs_of
from scores.night.seating.matches import publish
from scores.night.seen import SeenNight

TEMPLATE = "scores/night/seating/seat.html"


class DraftForm(forms.Form):
    """What the page of a draft sends back; `shown` says which tables it showed, and who is not in them."""

    round = WholeField(min_value=1, max_value=ROUNDS.high + 1)
    shown = forms.CharField(max_length=1_000)
    picked = WholeField(required=False, min_value=1)
    do = forms.CharField(max_length=20)


@dataclass(frozen=True, kw_only=True)
class _Page(SeenNight):
    """A request for the draft of a night as it was at that moment."""

    request: HttpRequest

    @property
    def phone(self) -> Phone:
        return phone_cookie.phone_of(self.request)

    @property
    def number(self) -> int:
        return self.sheet.last_round + 1

    @property
    def tables_to_report(self) -> Sequence[SeatedTable]:
        """The tables of the round before that have no result."""
        missing = self.missing_tables
        return [table for table in self.seated_tables if table.number in missing]


@require_GET_or_POST
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """GET shows the draft, and stores the first one. POST changes it for every phone, or publishes it."""
    night = access.night_to_organise(request, code)
    page = _Page.of(night, request=request)
    form = DraftForm(posted_data(request))
    try:
        if form.is_valid() and form.cleaned_data["round"] != page.number:
            told = form.cleaned_data
            return _published_already(page, told["round"], told["shown"])
        # without a draft nothing can be published: past the limit it is one of few steps
        draft = drafts.stored_draft(page) or drafts.store_new_draft(
            page,
            page.phone,
            page.number,
            is_hasty=rate_limits.wait_to_search(request) > 0,
        )
        if request.method == "GET" or not form.is_valid():
            return _show(page, draft, status=422 if request.method == "POST" else 200)
        return _act(page, draft, form)
    except NightRefusal as refused:
        return _render(page, 409, refusal=refusals.phrase(refused, page.names))


def _act(page: _Page, draft: StoredDraft, form: DraftForm) -> HttpResponse:
    """A swap, its undoing and publishing are of exactly what was shown, or nothing: it was tapped twice,
    another phone has changed the draft, or somebody came."""
    act, _space, word = form.cleaned_data["do"].partition(" ")
    picked = form.cleaned_data["picked"]
    if act == "again":
        return _another(page, draft, is_sure=word == "sure")
    is_of_shown = act in ("publish", "undo") or (act == "pick" and picked)
    if is_of_shown and _shown(draft) != form.cleaned_data["shown"]:
        refusal = _("Algo ha cambiado mientras tanto: mira el borrador otra vez.")
        return _show(page, draft, refusal, 409)
    if act == "publish":
        return _publish(page, draft, is_sure=word == "anyway")
    if act == "pick":
        return _pick(page, draft, picked, whole_number(word))
    change = CHANGES.get(act)
    if change is None:
        return _show(page, draft, status=422)
    change(draft)
    return _show_again(page, draft)


def _show_again(page: _Page, draft: StoredDraft) -> HttpResponse:
    """The draft with its changes; as it was, if another phone has published it meanwhile."""
    return _show(page, drafts.stored_draft(page) or draft)


CHANGES = {
    "undo": drafts.undo_swap,
    "accept": drafts.accept_proposal,
    "wait": drafts.let_newcomers_wait,
}


def _another(page: _Page, draft: StoredDraft, *, is_sure: bool) -> HttpResponse:
    """Swaps that were made by hand would be lost: that is asked first."""
    if draft.row.swaps and not is_sure:
        return _show(page, draft, asks_again=True)
    if rate_limits.wait_to_search(page.request):
        return rate_limits.too_many(page.request)
    seed = (draft.draft.seated.seed + 1) % SEEDS.high
    return _show(page, drafts.store_new_draft(page, page.phone, seed))


def _pick(
    page: _Page, draft: StoredDraft, first: int | None, other: int | None
) -> HttpResponse:
    """The first of two is picked, or changes seats with the other; once more takes the pick back."""
    if other is None or other not in page.names:
        return _show(page, draft, status=422)
    if not first:
        return _show(page, draft, picked=other)
    if first != other:
        drafts.swap_seats(draft, page.phone, first, other)
    return _show_again(page, draft)


def _publish(page: _Page, draft: StoredDraft, *, is_sure: bool) -> HttpResponse:
    if page.missing_tables and not is_sure:
        return _show(page, draft, status=409)
    try:
        publish(page.night, page.phone, draft.draft)
    except (NightRefusal, CircleFull) as refused:
        if getattr(refused, "code", "") == "not-the-next-round":
            return _published_already(page, page.number, _shown(draft))
        return _show(page, draft, refusals.phrase(refused, page.names), 422)
    return redirect(page.night)


def _shown(draft: StoredDraft) -> str:
    """The fingerprint of who sits where, and who came or left since: what a page shows."""
    proposal = draft.proposal
    changes = f"{proposal.came}{proposal.left}" if proposal else ""
    return _fingerprint(draft.row.seated) + changes


def _fingerprint(seated: Mapping[str, Any]) -> str:
    """A hash of who sits where in a round as it is stored."""
    seats = repr([seated.get(key) for key in ("round", "tables", "resting")])
    return sha256(seats.encode()).hexdigest()[:16]


def _published_already(page: _Page, number: int, shown: str) -> HttpResponse:
    """The answer where a first tap, or another phone, has published the round. Raises NightRefusal if it is
    not published any more."""
    entry = published_rounds([page.night], number).first()
    if entry is None:
        raise NightRefusal("not-the-next-round", round=page.number)
    if shown.startswith(_fingerprint(entry.payload)):
        return redirect(page.night)
    return _render(page, 409, round=number, published_at=entry.at)


def _show(
    page: _Page,
    draft: StoredDraft,
    refusal: str = "",
    status: int = 200,
    *,
    picked: Entrant = 0,
    asks_again: bool = False,
) -> HttpResponse:
    seated = draft.draft.seated
    sheet = draft.draft.sheet
    if too_many := refusal_of_crowd(sheet, page.number, seated.tables):
        crowd = refusals.phrase(too_many, page.names)
        refusal = " ".join(filter(None, [refusal, crowd]))
    swaps = draft.row.swaps
    mine = page.phone.pk
    return _render(
        page,
        status,
        is_final=sheet.last_stage.plays is Plays.FINAL,
        draft=draft,
        swaps=swaps,
        are_mine=all(phone == mine for _one, _other, phone in swaps),
        shown=_shown(draft),
        picked=picked,
        repeats=_repeated_meetings(page, seated, picked),
        **costs(page, seated)._asdict(),
        names=page.names,
        seated=seated,
        proposal=draft.proposal,
        missing=page.tables_to_report,
        asks_again=asks_again,
        refusal=refusal,
    )


def _render(page: _Page, status: int, **facts: object) -> HttpResponse:
    """The page, of which a draft adds its facts to those of the night."""
    context = {"night": page.night, "round": page.number, **facts}
    return render(page.request, TEMPLATE, context, status=status)


def _repeated_meetings(
    page: _Page, seated: Seated, picked: Entrant
) -> dict[Entrant, int]:
    """For everybody at another table the meetings that changing with `picked` would repeat."""
    if not picked:
        return {}
    met: dict[Entrant, set[Entrant]] = defaultdict(set)
    for one, other in pairs_of(page.sheet.rounds):
        met[one].add(other)
        met[other].add(one)
    seats = [{*table.seats} for table in seated.tables]
    seats += [{resting} for resting in seated.resting]
    here = next((table for table in seats if picked in table), set())
    return {
        other: len(met[picked] & there - {other}) + len(met[other] & here - {picked})
        for there in seats
        for other in there - here
    }
