"""Who is who, for who owns the circle: two names that are one person, and a name taken away on request."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scores.access import grants
from scores.archive import listing
from scores.circles import merging, player_identity
from scores.circles.forms import EraseForm
from scores.models import Match, Player, PlayerMerge


@require_http_methods(["GET", "POST"])
def merge_persons(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Two steps by GET (who else, what will happen), and a POST that does it."""
    kept = grants.person_to_own(request, code, uid)
    asked = request.POST if request.method == "POST" else request.GET
    if "with" not in asked:
        return _which(request, kept)
    other = next((one for one in _others(kept) if one.uid.hex == asked["with"]), None)
    if other is None:
        return _not_another(kept, asked["with"])
    return _what(request, kept, other) if request.method == "GET" else _merged(request, kept, other)


def _others(kept: Player) -> QuerySet[Player]:
    """Whom he could be: nobody, once his name was taken away."""
    return merging.named_players(kept.circle).exclude(pk=kept.pk) if kept.name else Player.objects.none()


def _which(request: HttpRequest, kept: Player) -> HttpResponse:
    often = listing.match_counts(kept.circle)
    others = [(other, often.get(other.pk, 0)) for other in _others(kept)]
    context = {"circle": kept.circle, "player": kept, "others": others}
    status = 422 if request.method == "POST" else 200
    return render(request, "scores/circles/person_merge_which.html", context, status=status)


def _not_another(kept: Player, uid: str) -> HttpResponse:
    """A second tap finds that it is done; anything else is nobody here."""
    if any(one.emptied.uid.hex == uid for one in kept.merges_in_force):
        return redirect("person-edit", kept.circle.code, kept.uid)
    raise Http404


def _what(request: HttpRequest, kept: Player, other: Player, status: int = 200) -> HttpResponse:
    try:
        merging.verify({other: kept})
        together = None
    except merging.SatTogether as refusal:
        together = refusal.match
    context = {
        "circle": kept.circle,
        "player": kept,
        "other": other,
        "together": together,
        "matches": Match.objects.not_deleted().filter(seats__player=other).count(),
    }
    return render(request, "scores/circles/person_merge_what.html", context, status=status)


def _merged(request: HttpRequest, kept: Player, other: Player) -> HttpResponse:
    try:
        player_identity.merge_players(kept, other, grants.phone_of(request))
    except (merging.SatTogether, merging.MergeConflict):
        return _what(request, kept, other, 409)
    return redirect("person-edit", kept.circle.code, kept.uid)


@require_http_methods(["GET", "POST"])
def undo_person_merge(request: HttpRequest, code: str, uid: UUID, emptied: UUID) -> HttpResponse:
    kept = grants.person_to_own(request, code, uid)
    done = kept.merges.select_related("emptied").filter(emptied__uid=emptied).first()
    if done is None:
        raise Http404
    if done.undone_at:
        return redirect("person-edit", code, uid)
    if request.method == "POST":
        return _parted(kept, done)
    matches = Match.objects.not_deleted().filter(seats__in=player_identity.seats_to_go_back(done)).count()
    context = {"circle": kept.circle, "player": kept, "other": done.emptied, "matches": matches}
    return render(request, "scores/circles/undo_person_merge.html", context)


def _parted(kept: Player, done: PlayerMerge) -> HttpResponse:
    """A second tap that comes at once finds that it is done."""
    try:
        player_identity.undo_player_merge(done)
    except merging.MergeConflict as refusal:
        done.refresh_from_db()
        if not done.undone_at:
            raise Http404 from refusal
    return redirect("person-edit", kept.circle.code, kept.uid)


@require_http_methods(["GET", "POST"])
def erase_name(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """A second tap finds that the name is gone."""
    player = grants.person_to_own(request, code, uid)
    if not player.name:
        where = ("circle", code) if request.method == "POST" else ("person-edit", code, player.uid)
        return redirect(*where)
    form = EraseForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        return _erased(player)
    others = [one.emptied.display_name for one in player.merges_in_force]
    context = {"circle": player.circle, "player": player, "form": form, "others": others}
    return render(request, "scores/circles/person_erase.html", context, status=422 if form.errors else 200)


def _erased(player: Player) -> HttpResponse:
    try:
        player_identity.erase_name(player)
    except merging.MergeConflict as refusal:  # the circle has just become part of another
        raise Http404 from refusal
    return redirect(player.circle)
