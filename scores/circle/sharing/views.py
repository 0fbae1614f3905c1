"""Share links, and phones: «¿Quién eres?», and for owners the phones with a grant for a circle or match.

Opening a link changes nothing; a POST accepts its role."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from scores.circle.archive import listing
from scores.circle.circles import people
from scores.circle.circles.forms import RIGHTS, HolderForm, name_phone
from scores.circle.recap import views as recap
from scores.circle.sharing.rights_in_words import rights_in_words
from scores.core.access import (
    grants,
    phone_cookie,
    phones,
    rate_limits,
    rights,
    share_links,
)
from scores.core.form_pages import posted_data, require_GET_or_POST
from scores.core.matches.dates import zone_of
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Grant, Match, Role

ROLES = {"own": Role.OWN, "score": Role.SCORE, "watch": Role.WATCH}
RIGHTS_SHOWN = 200
SHARE = {"match": "share", "circle": "circle-share"}


@require_GET_or_POST
def link(
    request: HttpRequest, kind: str, code: str, role: str, token: str
) -> HttpResponse:
    """Show what the link offers; a POST accepts it and redirects to an address without the token."""
    wanted = _role(role)
    target = grants.link_target(kind, code, wanted, token)
    if request.method == "POST":
        if rate_limits.wait_to_take_link(request):
            return rate_limits.too_many(request)
        return _accept(request, kind, code, wanted, token)
    phone = phone_cookie.phone_if_known(request)
    current = rights.role_in(request, target)
    # Who plays there, so that the user recognises the circle or match
    if isinstance(target, Match):
        sheet = Sheet(target)
        about = {
            "names": [*sheet.names.values()],
            "seats": sheet.names,
            "item": listing.match_items(request, [target.pk])[0],
            # how it ended, for chats that show the link to watch it
            "result": recap.preview(request, sheet, request.path)
            if wanted is Role.WATCH and target.finished_at
            else None,
        }
    else:
        about = {"names": [who.display_name for who in target.people[:12]]}
    context = {
        **about,
        "target": target,
        "kind": kind,
        "role": role,
        "image": share_links.absolute_url(request, reverse("demo-picture")),
        "asks_name": wanted > Role.WATCH and not (phone and phone.name),
        "current_role": current.name.lower(),
        "is_enough": current >= wanted,
        "writes": wanted > Role.WATCH,
    }
    return render(request, "scores/sharing/link.html", context)


@require_GET
def share_match(request: HttpRequest, code: str) -> HttpResponse:
    """The links of a match with QR codes, as far as this phone may share them."""
    visit = rights.visit_to_watch(request, code)
    match = visit.match
    links = share_links.links_of_match(request, visit)
    if visit.may_own:
        links.append(share_links.share_link(request, match, Role.OWN))
    context = {
        "target": match,
        "kind": "match",
        "links": links,
        "owns": {link["kind"] for link in links if link["role"] == "own"},
        "codes": share_links.codes_of_match(match, visit.role),
        "join_url": share_links.join_address(request),
    }
    return render(request, "scores/sharing/share.html", context)


@require_POST
def give_code(request: HttpRequest, code: str, role: str) -> HttpResponse:
    """Make a code of six letters that leads to the link for this role, which this phone may share."""
    visit = rights.visit_to_watch(request, code)
    wanted = _role(role)
    if wanted not in share_links.CODE_ROLES or visit.role < wanted:
        raise Http404
    share_links.give_code(visit.match, wanted, extends=visit.may_score)
    return redirect("share", visit.match.code)


@require_GET
def share_circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = rights.circle_to_own(request, code)
    links = [
        share_links.share_link(request, circle, role)
        for role in (Role.SCORE, Role.WATCH, Role.OWN)
    ]
    context = {"target": circle, "kind": "circle", "links": links, "owns": ["circle"]}
    return render(request, "scores/sharing/share.html", context)


@require_GET_or_POST
def revoke(request: HttpRequest, kind: str, code: str, role: str) -> HttpResponse:
    """Revoke a link. The page first asks whether to remove the grants that it gave."""
    target = rights.target_to_own(request, kind, code)
    wanted = _role(role)
    if request.method == "POST":
        phones.revoke(
            target, wanted, request.phone_uid, and_take="take" in request.POST
        )
        return redirect(SHARE[kind], code)
    holders = phones.grants_by_link(target, wanted, request.phone_uid)
    context = {
        "target": target,
        "kind": kind,
        "role": role,
        "holders": list(holders),
        "back": SHARE[kind],
    }
    return render(request, "scores/sharing/revoke.html", context)


def _role(name: str) -> Role:
    if name not in ROLES:
        raise Http404
    return ROLES[name]


@transaction.atomic
def _accept(
    request: HttpRequest, kind: str, code: str, role: Role, token: str
) -> HttpResponse:
    target = grants.link_target(kind, code, role, token, to_take=True)
    phone = phone_cookie.phone_that_writes(request)
    grants.accept_link(phone, target, role)
    player = ""
    if isinstance(target, Match):
        share_links.use_code(target, role, phone)
        names = Sheet(target).names
        seat = people.read_seat(request, names)
        if seat is not None:  # who joins a match may say which player they are
            people.claim(request, target, seat)
            player = unmarked_text(names[seat])
    name_phone(phone, request.POST, player)
    return redirect(target)


# Phones


@require_GET_or_POST
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Ask which player holds this phone; what is no seat of the match says that it is none of them."""
    visit = rights.visit_to_watch(request, code)
    match = visit.match
    sheet = visit.sheet
    if request.method == "POST":
        people.claim(request, match, people.read_seat(request, sheet.names))
        return redirect(match)
    context = {
        "match": match,
        "names": sheet.names,
        "mine": visit.me,
        "writes": visit.role > Role.WATCH,
    }
    return render(request, "scores/sharing/me.html", context)


@require_POST
def take_back(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """Let an owner take a claim back for another phone."""
    target = rights.target_to_own(request, kind, code)
    people.take_back(target, pk)
    return redirect(f"{kind}-phones", target.code)


@require_GET
def holders(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    target = rights.target_to_own(request, kind, code)
    context = {
        "target": target,
        "kind": kind,
        "holders": [
            (grant, RIGHTS[Role(grant.role)]) for grant in phones.holders(target)
        ],
        "claims": people.claims_of(target),
    }
    return render(request, "scores/sharing/phones.html", context)


@require_GET
def rights_changes(request: HttpRequest, code: str) -> HttpResponse:
    """Who got or lost which right in the circle and its matches, newest first."""
    circle = rights.circle_to_own(request, code)
    timezone.activate(zone_of(circle))
    listed = rights_in_words(circle, RIGHTS_SHOWN)
    return render(
        request, "scores/sharing/rights.html", {"target": circle, "lines": listed}
    )


@require_GET_or_POST
def holder(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """Rename one phone or change its role here; a POST with `do=remove` removes its grant."""
    target = rights.target_to_own(request, kind, code)
    is_removing = request.POST.get("do") == "remove"
    grant = phones.holders(target).filter(pk=pk).first()
    if grant is None:
        if is_removing:  # a repeated removal
            return redirect(f"{kind}-phones", code)
        raise Http404
    form = HolderForm(
        None if is_removing else posted_data(request),
        initial={"name": phones.phone_name(grant), "role": grant.role},
    )
    try:
        if is_removing:
            phones.remove(grant)
        elif form.is_valid():
            phones.change_role(grant, form.cleaned_data["role"])
            phones.rename_phone(grant, form.cleaned_data["name"], by=request.phone_uid)
        else:
            return _show(request, target, grant, form)
    except phones.LastOwner:
        return _show(request, target, grant, form)
    # To the list of phones, or to the home page if this phone removed its own right to see it
    if rights.role_in(request, target) < Role.OWN:
        return redirect("home")
    return redirect(f"{kind}-phones", target.code)


def _show(
    request: HttpRequest, target: Circle | Match, grant: Grant, form: HolderForm
) -> HttpResponse:
    context = {
        "target": target,
        "kind": grants.kind_of(target),
        "form": form,
        "role": Role(grant.role).name.lower(),
        "is_last_owner": phones.has_all_owners(target, [grant.phone_id]),
        "is_in_circle": phones.is_in_circle(target, grant),
        "grant": grant,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "scores/sharing/phone.html", context, status=status)
