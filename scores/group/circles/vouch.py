"""The page on which the table vouches for a phone that should own the group."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scores.core.access import devices, grants, vouching
from scores.core.access.vouching import State
from scores.core.notation.shown_names import marked
from scores.models import Circle, Grant, Role, Vouching


@require_http_methods(["GET", "POST"])
def vouch(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the table may decide; a POST opens, seconds, refuses, finishes or takes back a request."""
    circle = grants.circle_to_score(request, code)
    if request.method == "GET":
        return _show(request, circle, 200)
    try:
        is_known = _decide(request, circle)
    except vouching.CannotVouch:
        return _show(request, circle, 409)
    return redirect("vouch", circle.code) if is_known else _show(request, circle, 422)


def _decide(request: HttpRequest, circle: Circle) -> bool:
    """False if the form says nothing that can be done."""
    phone, do = grants.phone_of(request), request.POST.get("do")
    if do == "open":
        typed = request.POST.get("phone", "")
        chosen = next((grant for grant in _candidates(circle) if str(grant.pk) == typed), None)
        if chosen is None:
            return False
        vouching.open_request(circle, phone, chosen)
    elif do == "finish":
        vouching.finish(circle)
    elif do in ("second", "refuse", "take-back"):
        acts = {"second": vouching.second, "refuse": vouching.refuse, "take-back": vouching.take_back}
        acts[do](circle, phone)
    else:
        return False
    return True


def _candidates(circle: Circle) -> list[Grant]:
    """The phones that could own the circle: all that have a lower right there."""
    return list(devices.holders(circle).filter(role__lt=Role.OWN))


def _show(request: HttpRequest, circle: Circle, status: int) -> HttpResponse:
    ours = vouching.vouchers(circle)
    context = {
        "circle": circle,
        "is_owner": circle.role >= Role.OWN,
        "is_lost": vouching.is_lost(circle),
        "vouches": ours.filter(phone__uid=request.phone_uid).exists(),
        "enough": ours.count() > 1,
        "candidates": [(grant, marked(devices.device_name(grant))) for grant in _candidates(circle)],
        "request_of": notice(request, circle),
        "status": status,
    }
    return render(request, "scores/circles/vouch.html", context, status=status)


def notice(request: HttpRequest, circle: Circle) -> dict[str, object] | None:
    """What the phones of a circle are told of the request that goes on; None without one."""
    request_of = vouching.current(circle)
    if request_of is None:
        return None
    phones = [request_of.phone, request_of.opened_by, request_of.seconded_by]
    names = devices.device_names(circle, {phone.uid for phone in phones if phone})
    acts = _acts(request_of, circle, request.phone_uid)
    if request_of.state is State.PASSED and "take-back" not in acts:
        return None
    return {
        "acts": acts,
        "state": request_of.state.value,
        "names": [marked(names.get(phone.uid, "")) if phone else "" for phone in phones],
        "passes_at": vouching.passes_at(request_of) if request_of.seconded_at else None,
        "back_until": request_of.passed_at + devices.TAKEN_BACK if request_of.passed_at else None,
    }


def _acts(request_of: Vouching, circle: Circle, phone: UUID | None) -> list[str]:
    """What a phone may do about the request, the likeliest first."""
    goes_on, is_owner = request_of.state is not State.PASSED, circle.role >= Role.OWN
    may = {
        "take-back": vouching.may_take_back(request_of, phone),
        "second": vouching.may_second(request_of, phone),
        "finish": request_of.state is State.RIPE and circle.role == Role.SCORE,
        "refuse": goes_on and (is_owner or request_of.opened_by.uid == phone),
    }
    return [act for act, is_allowed in may.items() if is_allowed]
