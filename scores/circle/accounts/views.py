"""The account of a circle: for who may see it what each owes, for who keeps score what was paid."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scores.circle.accounts import log, page
from scores.circle.accounts.account import AccountRefusal
from scores.core.access import phone_cookie, rights
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches.dates import zone_of
from scores.models import Circle, Player, Role, distinct_names


@require_GET_or_POST
def account(request: HttpRequest, code: str) -> HttpResponse:
    circle = circle_of(request, code)
    refused = write(request, circle)
    if request.method == "POST" and refused is None:
        return redirect("account", circle.code)
    if not log.has_money(circle):
        raise Http404
    reader = reader_of(circle, refused)
    number = request.GET.get("page", "")
    shown = page.account_context(log.account_of(circle), reader, number, timezone.now())
    context = {"circle": circle, **shown}
    status = 422 if refused else 200
    return render(request, "scores/accounts/account.html", context, status=status)


def circle_of(request: HttpRequest, code: str) -> Circle:
    """The circle, for who may read its account; of a POST for who may write in it."""
    is_post = request.method == "POST"
    load = rights.circle_to_score if is_post else rights.circle_to_watch
    return load(request, code)


def write(request: HttpRequest, circle: Circle, day: str = "") -> AccountRefusal | None:
    """Do what a POST says. What was refused, if it was."""
    if request.method != "POST":
        return None
    phone = phone_cookie.phone_of(request)
    try:
        log.write(circle, phone, request.POST.dict(), day)
    except AccountRefusal as refusal:
        return refusal
    return None


def reader_of(circle: Circle, refused: AccountRefusal | None) -> page.Reader:
    timezone.activate(zone_of(circle))
    return page.Reader(
        key=str(uuid4()),
        may_pay=circle.role >= Role.SCORE,
        refused=refused,
        names_of=lambda persons: distinct_names(Player.objects.filter(pk__in=persons)),
        local=lambda at: at,
    )
