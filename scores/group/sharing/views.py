"""Share links. Opening a link changes nothing; a POST accepts its role."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scores.core.access import devices, grants, rate_limits, rights_log
from scores.core.matches.scoresheet import Sheet
from scores.fields import NAME_AT_MOST
from scores.group.archive import listing
from scores.group.circles.forms import NameForm
from scores.group.sharing import claims, share_links, typed_codes
from scores.models import Match, Role

ROLES = {"own": Role.OWN, "score": Role.SCORE, "watch": Role.WATCH}
MOST_TYPED = 40  # letters and spaces of a code
SHARE = {"match": "share", "circle": "circle-share"}


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, kind: str, code: str, role: str, token: str) -> HttpResponse:
    """Show what the link offers; a POST accepts it and redirects to an address without the token."""
    target = grants.link_target(kind, code, _role(role), token)
    if request.method == "POST":
        request.wait = rate_limits.wait_to_take_link(request)
        if request.wait:
            return rate_limits.too_many(request)
        return _accept(request, kind, code, _role(role), token)
    phone = grants.phone_if_known(request)
    is_match = isinstance(target, Match)
    current = grants.role_in(request, target)
    seats = Sheet(target).names if is_match else {}
    context = {
        "target": target,
        "kind": kind,
        "role": role,
        # Who plays there, so that the user recognises the circle or match
        "names": list(seats.values()) if is_match else [who.display_name for who in target.people[:12]],
        "seats": seats,
        "match": listing.match_items(request, [target.pk])[0] if is_match else None,
        "image": share_links.absolute_url(request, reverse("demo-picture")),
        "asks_name": _role(role) > Role.WATCH and not (phone and phone.name),
        "current_role": current.name.lower(),
        "is_enough": current >= _role(role),
    }
    return render(request, "scores/sharing/link.html", context)


@require_GET
def share_match(request: HttpRequest, code: str) -> HttpResponse:
    """The links of a match with QR codes, as far as this phone may share them."""
    match = grants.match_to_watch(request, code)
    shared = share_links.all_of_match(request, match)
    owns = {link["kind"] for link in shared if link["role"] == "own"}
    context = {
        "target": match,
        "kind": "match",
        "links": shared,
        "owns": owns,
        "codes": typed_codes.of_match(match, match.role),
        "join_url": share_links.absolute_url(request, reverse("join")).partition("://")[2],
    }
    return render(request, "scores/sharing/share.html", context)


@require_POST
def give_code(request: HttpRequest, code: str, role: str) -> HttpResponse:
    """Make a code of six letters that leads to the link for this role, which this phone may share."""
    match = grants.match_to_watch(request, code)
    wanted = _role(role)
    if wanted not in typed_codes.ROLES or match.role < wanted:
        raise Http404
    typed_codes.give(match, wanted, extends=match.role >= Role.SCORE)
    return redirect("share", match.code)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the six letters that somebody reads aloud, and lead to the page of their link."""
    typed = request.POST.get("code", "")[:MOST_TYPED]
    if request.method == "GET":
        return render(request, "scores/sharing/join.html", {"typed": ""})
    request.wait = rate_limits.wait_to_try_code(request)
    if request.wait:
        return rate_limits.too_many(request)
    code = typed_codes.find(typed)
    rate_limits.count_code(request, is_right=code is not None)
    if code is None:
        rights_log.refused_code()
        return render(request, "scores/sharing/join.html", {"typed": typed, "is_wrong": True}, status=422)
    phone = grants.phone_if_known(request)
    if phone and code.used_by.contains(phone):
        rights_log.refused(code.match, code.role)
        context = {"typed": typed, "used_for": code.match}
        return render(request, "scores/sharing/join.html", context, status=422)
    return redirect(grants.link_path(code.match, Role(code.role)))


@require_GET
def share_circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_own(request, code)
    links = share_links.all_of_circle(request, circle)
    context = {"target": circle, "kind": "circle", "links": links, "owns": ["circle"]}
    return render(request, "scores/sharing/share.html", context)


@require_http_methods(["GET", "POST"])
def revoke(request: HttpRequest, kind: str, code: str, role: str) -> HttpResponse:
    """Revoke a link. The page first asks whether to remove the grants that it gave."""
    target = grants.target_to_own(request, kind, code)
    if request.method == "POST":
        and_take = "take" in request.POST
        devices.revoke(target, _role(role), request.phone_uid, and_take=and_take)
        return redirect(SHARE[kind], code)
    holders = devices.grants_by_link(target, _role(role), request.phone_uid)
    context = {"target": target, "kind": kind, "role": role, "holders": list(holders), "back": SHARE[kind]}
    return render(request, "scores/sharing/revoke.html", context)


def _role(name: str) -> Role:
    if name not in ROLES:
        raise Http404
    return ROLES[name]


@transaction.atomic
def _accept(request: HttpRequest, kind: str, code: str, role: Role, token: str) -> HttpResponse:
    target = grants.link_target(kind, code, role, token, to_take=True)
    phone = grants.phone_that_writes(request)
    grants.accept_link(phone, target, role)
    player = ""
    if isinstance(target, Match):
        typed_codes.use(target, role, phone)
        player = _claim(request, target)
    form = NameForm(request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else player
    if name and not phone.name:
        phone.name = name[:NAME_AT_MOST]
        phone.save(update_fields=["name"])
    return redirect(target)


def _claim(request: HttpRequest, match: Match) -> str:
    """Who joins a match may say which player he is. The name of that player; empty if he said nothing."""
    names = Sheet(match).names
    seat = claims.read_seat(request.POST.get("seat", ""), names)
    if seat is None:
        return ""
    claims.claim(request, match, seat)
    return names[seat]
