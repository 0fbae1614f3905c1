"""Pages of phones: «¿Quién eres?», and for owners the phones with a grant for a circle or match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scores.core.access import devices, grants
from scores.core.matches.scoresheet import Sheet
from scores.group.circles.forms import RIGHTS, HolderForm
from scores.group.sharing import claims
from scores.models import Circle, Grant, Match, Role


@require_http_methods(["GET", "POST"])
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Ask which player holds this phone; what is no seat of the match says that it is none of them."""
    match = grants.match_to_watch(request, code)
    sheet = Sheet(match)
    if request.method == "POST":
        claims.claim(request, match, claims.read_seat(request.POST.get("seat", ""), sheet.names))
        return redirect(match)
    context = {"match": match, "names": sheet.names, "mine": match.me}
    return render(request, "scores/sharing/me.html", context)


@require_POST
def take_back(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """Let an owner take a claim back for another phone."""
    target = grants.target_to_own(request, kind, code)
    claims.take_back(target, pk)
    return redirect(f"{kind}-phones", target.code)


@require_GET
def holders(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    target = grants.target_to_own(request, kind, code)
    context = {
        **_target_context(target),
        "holders": [_device_context(request, grant) for grant in devices.holders(target)],
        "claims": claims.of_target(target, request.phone_uid),
    }
    return render(request, "scores/sharing/phones.html", context)


@require_http_methods(["GET", "POST"])
def holder(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """Rename one phone or change its role here; a POST with `do=remove` removes its grant."""
    target = grants.target_to_own(request, kind, code)
    is_removing = request.POST.get("do") == "remove"
    grant = devices.holders(target).filter(pk=pk).first()
    if grant is None and is_removing:  # a repeated removal
        return redirect(f"{kind}-phones", code)
    if grant is None:
        raise Http404
    initial = {"name": devices.device_name(grant), "role": grant.role}
    form = HolderForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "GET" or (not is_removing and not form.is_valid()):
        return _show(request, target, grant, form, 422 if form.errors else 200)
    try:
        if is_removing:
            devices.remove(grant)
        else:
            devices.change_role(grant, form.cleaned_data["role"])
            devices.rename_device(grant, form.cleaned_data["name"], by=request.phone_uid)
    except devices.LastOwner:
        form = HolderForm(initial={"name": devices.device_name(grant), "role": grant.role})
        return _show(request, target, grant, form, 422)
    # To the list of phones, or to the home page if this phone removed its own right to see it
    role = grants.role_in(request, target)
    return redirect(f"{kind}-phones", target.code) if role >= Role.OWN else redirect("home")


def _show(
    request: HttpRequest, target: Circle | Match, grant: Grant, form: HolderForm, status: int
) -> HttpResponse:
    context = {
        **_target_context(target),
        "form": form,
        "role": Role(grant.role).name.lower(),
        "is_last_owner": devices.is_last_owner(target, grant),
        "is_in_circle": devices.is_in_circle(target, grant),
        **_device_context(request, grant),
    }
    return render(request, "scores/sharing/phone.html", context, status=status)


def _target_context(target: Circle | Match) -> dict[str, object]:
    kind = grants.kind_of(target)
    return {
        "target": target,
        "kind": kind,
        "phones_url": f"{kind}-phones",
        "phone_url": f"{kind}-phone",
        "claim_url": f"{kind}-claim",
    }


def _device_context(request: HttpRequest, grant: Grant) -> dict[str, object]:
    return {
        "grant": grant,
        "name": devices.device_name(grant) or _("Teléfono sin nombre"),
        "right": RIGHTS[Role(grant.role)],
        "is_this": grant.phone.uid == request.phone_uid,
    }
