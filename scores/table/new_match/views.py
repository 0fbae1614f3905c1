"""The pages of a new match and a rematch."""

from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.ruleset import Ruleset
from scores.circle.circles import people
from scores.circle.circles.people import usual_table
from scores.core import error_pages
from scores.core.access import rate_limits, rights
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches.scoresheet import Sheet
from scores.core.template_context import context_of
from scores.models import Match
from scores.table.board.document import document_answer
from scores.table.new_match import page, setup
from scores.table.new_match.circles import StoredCircles
from scores.table.new_match.five_questions import questions_page
from scores.table.new_match.forms import NewMatchForm, RematchForm
from scores.table.new_match.setup import facts_of_circles

PREPARE = "prepare"  # the id of the element that shows the preparation


@require_GET_or_POST
def new_match(request: HttpRequest) -> HttpResponse:
    """The form. Its small buttons (`do`: up-2, down-1, more, name-Ana, look, next-1) only render it again."""
    circles = StoredCircles(request)
    if request.method == "GET":
        circle = page.chosen_circle(circles, request.GET.get("circle", ""))
        usual = usual_table(circle) if "usual" in request.GET else None
        sheet = Sheet(usual.match) if usual else None
        return _show(
            request, circles, page.empty_form(circles, request.GET, uuid4(), sheet)
        )
    if "do" in request.POST:
        form = page.after_button(request.POST, circles)
        if request.htmx.target == PREPARE:  # while names are typed
            return render(
                request,
                "scores/new_match/_preparation.html",
                context_of(page.preparation_part(form)),
            )
        return _show(request, circles, form)
    form = page.bound_form(request.POST, circles)
    page.refuse_gone_circle(form, circles)
    if form.is_valid() and rate_limits.limits_of(request).wait:
        form.add_error(None, rate_limits.wait_message(request))
    if not form.is_valid() or form.ruleset is None:
        return _refuse(request, circles, form)
    try:
        match = _start(request, circles, form, form.ruleset)
    except people.CircleFull:
        form.add_error(None, str(people.FULL))
        return _refuse(request, circles, form)
    return (
        redirect("paper", match.code) if form.cleaned_data["sheet"] else redirect(match)
    )


@require_GET
def five_questions(request: HttpRequest) -> HttpResponse:
    """The questions; once they are answered also the nearest text, and a button that fills in a new match."""
    context = context_of(questions_page(request.GET, uuid4()))
    return render(request, "scores/new_match/five_questions.html", context)


@require_GET
def circles_document(request: HttpRequest) -> HttpResponse:
    """What this phone needs to start a match with no signal: its circles, without any for a stranger."""
    return document_answer(request, facts_of_circles(request))


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Start the rematch. A second tap leads to the match that the first one started."""
    match = rights.visit_to_continue(request, code).match
    form = RematchForm(request.POST)
    form.full_clean()  # what cannot be read is left out
    try:
        again = setup.rematch(
            match, form.cleaned_data.get("uid"), form.cleaned_data["happened_at"]
        )
    except people.CircleFull:
        return error_pages.error_page(request, "refused", 422, str(people.FULL))
    return redirect(again)


def _start(
    request: HttpRequest, circles: StoredCircles, form: NewMatchForm, ruleset: Ruleset
) -> Match:
    with transaction.atomic():
        key = form.cleaned_data["uid"]
        when = form.cleaned_data["happened_at"]
        circle = setup.circle_to_start_in(
            request, circles, form.cleaned_data["circle"], key
        )
        match = setup.start_match(
            circle, key, form.facts(ruleset), form.names(), happened_at=when
        )
        setup.remember_rules(match, form.cleaned_data["save_as"])
        return match


def _refuse(
    request: HttpRequest, circles: StoredCircles, form: NewMatchForm
) -> HttpResponse:
    status = 429 if rate_limits.limits_of(request).wait else 422
    if error_pages.wants_json(request):
        return error_pages.json_refusal(status, form.reasons())
    return _show(request, circles, form, status)


def _show(
    request: HttpRequest, circles: StoredCircles, form: NewMatchForm, status: int = 200
) -> HttpResponse:
    context = context_of(page.new_match_page(circles, form))
    return render(request, "scores/new_match/new_match.html", context, status=status)
