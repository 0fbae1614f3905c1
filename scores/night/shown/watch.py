"""Taking a link of a night; and who says "that is me"."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules.numbers import whole_number
from scores.circle.circles.forms import NameForm
from scores.core.access import phone_cookie, rate_limits
from scores.models import Phone, Role
from scores.night import access, links
from scores.night.log import sheet_of


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, code: str, role: str, token: str) -> HttpResponse:
    """Opening it changes nothing; a POST gives the phone the role, and the typed name if it has none."""
    night = links.night_of_link(code, role, token)
    if request.method == "GET":
        phone = phone_cookie.phone_if_known(request)
        context = {
            "night": night,
            "role": role,
            "asks_name": night.role > Role.WATCH and not (phone and phone.name),
        }
        return render(request, "scores/night/sharing/link.html", context)
    if rate_limits.wait_to_take_link(request):
        return rate_limits.too_many(request)
    with transaction.atomic():
        night = links.night_of_link(code, role, token, to_take=True)
        phone = phone_cookie.phone_that_writes(request)
        links.take(night, phone, night.role)
        _name(request, phone)
    return redirect(
        "night-standings" if night.role is Role.WATCH else "night-desk", code
    )


def _name(request: HttpRequest, phone: Phone) -> None:
    form = NameForm(request.POST)
    if form.is_valid() and not phone.name:
        phone.name = form.cleaned_data["name"]
        phone.save(update_fields=["name"])


@require_POST
def me(request: HttpRequest, code: str) -> HttpResponse:
    """The phone is that of this entrant; without one it is nobody's any more."""
    night = access.night_to_watch(request, code)
    entrant = whole_number(request.POST.get("entrant", ""))
    if entrant is not None and entrant not in sheet_of(night).badges:
        raise Http404
    links.hold(night, phone_cookie.phone_of(request), entrant)
    return redirect("night-standings", code)
