"""Pages of one player: a new name, an emoji and a colour; merge with another, undo that, erase the name."""

from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scores.core import versions
from scores.core.access import grants
from scores.group.archive import listing
from scores.group.circles import merging, player_identity
from scores.group.circles.forms import EraseForm, FaceForm, NameForm
from scores.models import Match, Player, by_name


@require_http_methods(["GET", "POST"])
def person_edit(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Rename a player in all matches: no log entry holds a name."""
    player = grants.person_of(grants.circle_to_own(request, code), uid)
    is_written = request.method == "POST" and player.name
    form = NameForm(request.POST if is_written else None, initial={"name": player.name})
    if not form.is_valid():
        merges = list(player.merges_in_force)
        context = {"circle": player.circle, "player": player, "form": form, "merges": merges}
        return render(request, "scores/circles/person_edit.html", context, status=422 if form.errors else 200)
    return _saved(player, form)


@require_http_methods(["GET", "POST"])
def person_face(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Choose an emoji and a colour for a player, in all matches; for phones that may keep score."""
    player = grants.person_of(grants.circle_to_score(request, code), uid)
    if not player.name:
        raise Http404
    chosen = {"emoji": player.emoji, "chosen_colour": player.chosen_colour}
    form = FaceForm(request.POST if request.method == "POST" else None, initial=chosen)
    if not form.is_valid():
        context = {"circle": player.circle, "player": player, "form": form}
        return render(request, "scores/circles/person_face.html", context, status=422 if form.errors else 200)
    return _saved(player, form)


@transaction.atomic
def _saved(player: Player, form: NameForm | FaceForm) -> HttpResponse:
    versions.bump(Match.objects.filter(seats__player=player))  # locks matches, which come before players
    Player.objects.filter(pk=player.pk, erased_at=None).update(**form.cleaned_data)
    return redirect("person", player.circle.code, player.uid)


# For owners


@require_http_methods(["GET", "POST"])
def merge_persons(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """GET asks which other player, then shows what will happen; POST merges. A repeated POST redirects."""
    target = grants.person_of(grants.circle_to_own(request, code), uid)
    # A player whose name is erased can be merged with nobody.
    others = (
        merging.named_players(target.circle).exclude(pk=target.pk) if target.name else Player.objects.none()
    )
    query = request.POST if request.method == "POST" else request.GET
    if "with" not in query:
        counts = listing.match_counts(target.circle)
        with_counts = [(other, counts.get(other.pk, 0)) for other in by_name(others)]
        context = {"circle": target.circle, "player": target, "others": with_counts}
        status = 422 if request.method == "POST" else 200
        return render(request, "scores/circles/person_merge_which.html", context, status=status)
    other = next((player for player in others if player.uid.hex == query["with"]), None)
    if other is None:
        if not any(merge.emptied.uid.hex == query["with"] for merge in target.merges_in_force):
            raise Http404
    elif request.method == "GET":
        return _show_preview(request, target, other)
    else:
        try:
            player_identity.merge_players(target, other, grants.phone_of(request))
        except (merging.SatTogether, merging.MergeConflict):
            return _show_preview(request, target, other, 409)
    return redirect("person-edit", target.circle.code, target.uid)


def _show_preview(request: HttpRequest, target: Player, other: Player, status: int = 200) -> HttpResponse:
    together = None
    try:
        merging.verify({other: target})
    except merging.SatTogether as refusal:
        together = refusal.match
    matches = Match.objects.not_deleted().filter(seats__player=other).count()
    context = {"circle": target.circle, "player": target, "other": other}
    context |= {"together": together, "matches": matches}
    return render(request, "scores/circles/person_merge_what.html", context, status=status)


@require_http_methods(["GET", "POST"])
def undo_person_merge(request: HttpRequest, code: str, uid: UUID, emptied: UUID) -> HttpResponse:
    """GET shows what will happen; POST undoes the merge. A repeated POST redirects."""
    target = grants.person_of(grants.circle_to_own(request, code), uid)
    merge = target.merges.select_related("emptied").filter(emptied__uid=emptied).first()
    if merge is None:
        raise Http404
    if not merge.undone_at and request.method == "GET":
        matches = Match.objects.not_deleted().filter(seats__in=player_identity.seats_to_return(merge)).count()
        context = {"circle": target.circle, "player": target, "other": merge.emptied, "matches": matches}
        return render(request, "scores/circles/undo_person_merge.html", context)
    if not merge.undone_at:
        try:
            player_identity.undo_player_merge(merge)
        except merging.MergeConflict as refusal:
            merge.refresh_from_db()
            if not merge.undone_at:  # else another request has undone it
                raise Http404 from refusal
    return redirect("person-edit", target.circle.code, target.uid)


@require_http_methods(["GET", "POST"])
def erase_name(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Ask for the name and erase it. A repeated POST redirects."""
    player = grants.person_of(grants.circle_to_own(request, code), uid)
    if not player.name:
        where = ("circle", code) if request.method == "POST" else ("person-edit", code, player.uid)
        return redirect(*where)
    form = EraseForm(request.POST if request.method == "POST" else None, player=player)
    if not form.is_valid():
        others = [merge.emptied.display_name for merge in player.merges_in_force]
        context = {"circle": player.circle, "player": player, "form": form, "others": others}
        status = 422 if form.errors else 200
        return render(request, "scores/circles/person_erase.html", context, status=status)
    try:
        player_identity.erase_name(player)
    except merging.MergeConflict as refusal:  # the circle was merged into another meanwhile
        raise Http404 from refusal
    return redirect(player.circle)
