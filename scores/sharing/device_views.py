"""The phones that hold a right to a circle or match, for who owns it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scores.access import devices, grants
from scores.circles.forms import RIGHTS, HolderForm
from scores.models import Circle, Grant, Match, Role


@require_GET
def holders(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    thing = grants.target_to_own(request, kind, code)
    context = {**_about(thing), "holders": [_told(request, grant) for grant in devices.holders(thing)]}
    return render(request, "scores/sharing/phones.html", context)


@require_http_methods(["GET", "POST"])
def holder(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """One phone: what it is called here and what it may do; a POST with `do=remove` takes its right."""
    thing = grants.target_to_own(request, kind, code)
    is_removing = request.POST.get("do") == "remove"
    grant = devices.holders(thing).filter(pk=pk).first()
    if grant is None:
        return _gone(kind, thing, is_removing)
    initial = {"name": devices.device_name(grant), "role": grant.role}
    form = HolderForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "GET" or (not is_removing and not form.is_valid()):
        return _show(request, thing, grant, form, 422 if form.errors else 200)
    try:
        if is_removing:
            devices.remove(grant)
        else:
            _save(request, grant, form)
    except devices.LastOwner:
        return _refused(request, thing, grant)
    return _after(request, kind, thing, grant)


def _gone(kind: str, thing: Circle | Match, is_removing: bool) -> HttpResponse:
    """A second tap finds it removed; anything else asks for a right that nobody holds here."""
    if not is_removing:
        raise Http404
    return redirect(f"{kind}-phones", thing.code)


def _save(request: HttpRequest, grant: Grant, form: HolderForm) -> None:
    devices.change_role(grant, form.cleaned_data["role"])
    devices.rename_device(grant, form.cleaned_data["name"], by=request.phone_uid)


def _refused(request: HttpRequest, thing: Circle | Match, grant: Grant) -> HttpResponse:
    form = HolderForm(initial={"name": devices.device_name(grant), "role": grant.role})
    return _show(request, thing, grant, form, 422)


def _after(request: HttpRequest, kind: str, thing: Circle | Match, grant: Grant) -> HttpResponse:
    """Back to the list, unless this phone just took its own right."""
    role = grants.role_in_circle(request, thing) if kind == "circle" else grants.role_in(request, thing)
    return redirect(f"{kind}-phones", thing.code) if role >= Role.OWN else redirect("home")


def _show(
    request: HttpRequest, thing: Circle | Match, grant: Grant, form: HolderForm, status: int
) -> HttpResponse:
    context = {
        **_about(thing),
        "form": form,
        "is_last_owner": devices.is_last_owner(thing, grant),
        **_told(request, grant),
    }
    return render(request, "scores/sharing/phone.html", context, status=status)


def _about(thing: Circle | Match) -> dict[str, object]:
    kind = grants.kind_of(thing)
    return {"thing": thing, "kind": kind, "phones_url": f"{kind}-phones", "phone_url": f"{kind}-phone"}


def _told(request: HttpRequest, grant: Grant) -> dict[str, object]:
    return {
        "grant": grant,
        "name": devices.device_name(grant) or _("Teléfono sin nombre"),
        "right": RIGHTS[Role(grant.role)],
        "is_this": grant.phone.uid == request.phone_uid,
    }
