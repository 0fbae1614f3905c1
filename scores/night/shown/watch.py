"""The link that lets a phone watch a night: taking it, showing it; and who says "that is me"."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules.numbers import whole_number
from scores.core.access import grants, rate_limits, share_links
from scores.night import access, watching
from scores.night.log import sheet_of


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Opening it changes nothing; a POST lets the phone watch."""
    night = watching.night_of_link(code, token)
    if request.method == "GET":
        return render(request, "scores/night/shown/link.html", {"night": night})
    request.wait = rate_limits.wait_to_take_link(request)
    if request.wait:
        return rate_limits.too_many(request)
    with transaction.atomic():
        watching.take(
            watching.night_of_link(code, token, to_take=True),
            grants.phone_that_writes(request),
        )
    return redirect("night-standings", code)


@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The link with its QR code, for who organises; a POST renews it."""
    night = access.night_to_organise(request, code)
    if request.method == "POST":
        watching.renew(night)
        return redirect("night-share", code)
    url = share_links.absolute_url(request, watching.link_path(night))
    context = {"night": night, "url": url, "qr": share_links.qr_code(url)}
    context["watching"] = night.grants.filter(may_watch=True).count()
    return render(request, "scores/night/shown/share.html", context)


@require_POST
def me(request: HttpRequest, code: str) -> HttpResponse:
    """The phone is that of this entrant; without one it is nobody's any more."""
    night = access.night_to_watch(request, code)
    entrant = whole_number(request.POST.get("entrant", ""))
    if entrant is not None and entrant not in sheet_of(night).badges:
        raise Http404
    watching.hold(night, grants.phone_of(request), entrant)
    return redirect("night-standings", code)
