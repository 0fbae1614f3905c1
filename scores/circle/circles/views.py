"""A circle: its matches for all who may see it, house rules and faces for those who keep score; for owners
settings, names of players, and pages that merge circles or players and undo that."""

from uuid import UUID

from django.db.models import Count, Q
from django.forms import Form, model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scores.circle.accounts.log import has_money
from scores.circle.archive import listing
from scores.circle.circles import forms, merging, people, photos
from scores.circle.recap import evening as recap
from scores.circle.statistics import league, persons, records as circle_records
from scores.core.access import phone_cookie, rights
from scores.core.form_pages import form_page, posted_data, require_GET_or_POST
from scores.core.house_rules.labels import name_of, turned_knobs
from scores.core.matches import ratings
from scores.core.matches.dates import evening
from scores.core.notation.names import same_name
from scores.models import (
    Circle,
    Match,
    Merge,
    Player,
    PlayerPhoto,
    Role,
    by_name,
    photo_address,
)

EVENINGS_LISTED = 2
LINES_LISTED = 6


@require_GET
def circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = rights.circle_to_watch(request, code)
    is_owner = circle.role >= Role.OWN
    may_score = circle.role >= Role.SCORE
    today = evening(circle)
    evenings = recap.latest(circle, EVENINGS_LISTED + 1)
    games = persons.games(circle)
    records = (
        circle_records.records(circle, games[0].key if len(games) == 1 else "")
        if games
        else []
    )
    front = league.league(circle).first(LINES_LISTED) if games else None
    context = {
        **listing.going_on(request, circle),
        "circle": circle,
        "today": today,
        "tonight": next((each for each in evenings if each.day == today), None),
        "usual": people.usual_table(circle) if may_score else None,
        "evenings": [each for each in evenings if each.day != today][:EVENINGS_LISTED],
        "league": front,
        "records": [
            record for record in records if record.name in circle_records.ON_FRONT
        ],
        "is_empty": not games and not circle.matches.not_deleted().opened().exists(),
        "is_owner": is_owner,
        "has_photos": any(player.photo_digest for player in circle.current_players),
        "has_money": has_money(circle),
        "may_score": may_score,
        "room_used": int(people.used_percent(circle)) if is_owner else 0,  # percent
        "warned_from": people.WARNED_FROM,
        "full": people.FULL,
    }
    return render(request, "scores/circles/circle.html", context)


@require_GET_or_POST
def settings(request: HttpRequest, code: str) -> HttpResponse:
    circle = rights.circle_to_own(request, code)
    form = forms.CircleForm(posted_data(request), circle=circle)
    if not form.is_valid():
        return form_page(request, "scores/circles/settings.html", form, circle=circle)
    Circle.objects.filter(pk=circle.pk).update(**form.cleaned_data)
    if "counts_nights" in form.changed_data:
        ratings.invalidate(circle.pk)
    return redirect(circle)


@require_GET_or_POST
def house_rules(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show, rename or remove house rules. Matches keep the rules they started with."""
    circle = rights.circle_to_score(request, code)
    if request.method == "POST" and request.POST.get("do") == "remove":
        # a repeated POST finds nothing to remove
        circle.house_rules.filter(pk=pk).delete()
        return redirect(circle)
    saved = get_object_or_404(circle.house_rules, pk=pk)
    form = forms.NameForm(posted_data(request), initial={"name": saved.name})
    if not form.is_valid():
        rules = saved.rules
        context = {
            "circle": circle,
            "saved": saved,
            "turned": turned_knobs(rules, rules.players[0]),
            "variant": name_of(rules),
        }
        return form_page(
            request, "scores/house_rules/house_rules.html", form, **context
        )
    saved.name = form.cleaned_data["name"]
    saved.save(update_fields=["name"])
    return redirect(circle)


# One player


@require_GET_or_POST
def person_edit(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Rename a player in all matches: no log entry holds a name."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    data = posted_data(request) if player.name else None
    form = forms.NameForm(data, initial={"name": player.name})
    return _edit(request, player, form, "person_edit")


@require_GET_or_POST
def person_face(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Choose an emoji and a colour for a player, in all matches; for phones that may keep score."""
    player = rights.person_of(rights.circle_to_score(request, code), uid)
    if not player.name:
        raise Http404
    form = forms.FaceForm(posted_data(request), initial=model_to_dict(player))
    return _edit(request, player, form, "person_face")


def _edit(request: HttpRequest, player: Player, form: Form, page: str) -> HttpResponse:
    if not form.is_valid():
        return form_page(request, f"scores/circles/{page}.html", form, player=player)
    people.change_player(player, **form.cleaned_data)
    return redirect("person", player.circle.code, player.uid)


@require_GET_or_POST
def person_photo(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Give a player a photo, another one, or none; for who may rename them."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    if not player.name:
        raise Http404
    form = forms.PhotoForm(posted_data(request))
    if request.POST.get("do") == "delete":
        photos.delete_photo(player)
    elif form.is_valid():
        photos.store_photo(player, form.cleaned_data["photo"])
    else:
        context = {
            "player": player,
            "photo": photo_address(player.circle, player),
            "has_photo": photos.has_photo(player),
        }
        return form_page(request, "scores/circles/person_photo.html", form, **context)
    return redirect("person", player.circle.code, player.uid)


@require_GET
def photo(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """A photo, for who may see the group. The address names the content, so the phone may cache it; for a
    week, because nobody can take it out of there when it is deleted."""
    circle = rights.circle_to_watch(request, code)
    row = PlayerPhoto.objects.filter(
        player__circle=circle, player__photo_digest=digest
    ).first()
    if row is None:
        raise Http404
    return HttpResponse(
        bytes(row.image),
        content_type=photos.CONTENT_TYPE,
        headers={"Cache-Control": "private, max-age=604800, immutable"},
    )


@require_GET_or_POST
def erase_name(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Ask for the name and erase it. A repeated POST redirects."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    if not player.name:
        return redirect(player.circle)
    form = forms.NameForm(posted_data(request))
    if form.is_valid() and not same_name(form.cleaned_data["name"], player.name):
        form.add_error("name", _("No es el mismo nombre."))
    if not form.is_valid():
        others = [merge.emptied.display_name for merge in player.merges_in_force]
        context = {"player": player, "others": others}
        return form_page(request, "scores/circles/person_erase.html", form, **context)
    merging.erase_name(player)
    return redirect(player.circle)


# Merging two players


@require_GET_or_POST
def merge_persons(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """GET asks which other player, then shows what will happen; POST merges. A repeated POST redirects."""
    target = rights.person_of(rights.circle_to_own(request, code), uid)
    others = merging.named_players(target.circle).exclude(pk=target.pk)
    if not target.name:  # a player whose name is erased can be merged with nobody
        others = others.none()
    query = request.POST if request.method == "POST" else request.GET
    if "with" not in query:
        times = Count("seats", filter=Q(seats__match__deleted_at=None))
        shown = by_name(others.annotate(times=times))
        context = {"player": target, "others": shown}
        status = 422 if request.method == "POST" else 200
        return render(
            request, "scores/circles/person_merge_which.html", context, status=status
        )
    other = next((player for player in others if player.uid.hex == query["with"]), None)
    if other:
        return _merge_persons(request, target, other)
    if query["with"] not in [merge.emptied.uid.hex for merge in target.merges_in_force]:
        raise Http404
    return redirect("person-edit", target.circle.code, target.uid)


def _merge_persons(request: HttpRequest, target: Player, other: Player) -> HttpResponse:
    refusal = None
    try:
        if request.method == "POST":
            merging.merge_players(target, other, phone_cookie.phone_of(request))
            return redirect("person-edit", target.circle.code, target.uid)
        merging.verify_one_person(target, other)
    except merging.NotOnePerson as refused:
        refusal = refused
    except merging.MergeConflict:
        pass  # what is true now is shown
    context = {
        "player": target,
        "other": other,
        "refusal": refusal,
        "matches": Match.objects.not_deleted().filter(seats__player=other).count(),
    }
    status = 409 if request.method == "POST" else 200
    return render(
        request, "scores/circles/person_merge_what.html", context, status=status
    )


@require_GET_or_POST
def undo_person_merge(
    request: HttpRequest, code: str, uid: UUID, emptied: UUID
) -> HttpResponse:
    """GET shows what will happen; POST undoes the merge. A repeated POST redirects."""
    target = rights.person_of(rights.circle_to_own(request, code), uid)
    merge = target.merges.select_related("emptied").filter(emptied__uid=emptied).first()
    if merge is None:
        raise Http404
    if request.method == "POST":
        merging.undo_player_merge(merge)
    if merge.undone_at:
        return redirect("person-edit", target.circle.code, target.uid)
    seats = merging.seats_to_return(merge)
    context = {
        "player": target,
        "other": merge.emptied,
        "matches": Match.objects.not_deleted().filter(seats__in=seats).count(),
    }
    return render(request, "scores/circles/undo_person_merge.html", context)


# Merging two circles


@require_GET_or_POST
def merge(request: HttpRequest, code: str) -> HttpResponse:
    """GET asks which circle, then who is who, then shows what will happen; POST merges."""
    target = rights.circle_to_own(request, code)
    query = request.POST if request.method == "POST" else request.GET
    others = rights.circles_with(request, Role.OWN).exclude(pk=target.pk)
    if "with" not in query:
        context = {"circle": target, "others": others}
        status = 422 if request.method == "POST" else 200
        return render(
            request, "scores/circles/merge_which.html", context, status=status
        )
    # PostgreSQL rejects NUL bytes in text
    other = query["with"] if query["with"].isalnum() else ""
    is_merged = target.merges_in_force.filter(emptied__code=other)
    emptied = others.filter(code=other).first()
    if emptied is None:
        if not is_merged.exists():
            raise Http404
        return redirect(target)
    form = forms.MergeForm(
        query if "look" in query else None, target=target, emptied=emptied
    )
    is_looking = form.is_valid() and request.method == "GET"
    if form.is_valid() and not is_looking:
        try:
            merging.merge(target, emptied, form.same(), phone_cookie.phone_of(request))
        except merging.SatTogether as refusal:
            form.add_error(None, refusal)
        except merging.MergeConflict:
            form.add_error(None, _("Uno de los dos grupos se acaba de unir a otro."))
        if form.is_valid() or is_merged.exists():
            return redirect(target)
    page = "merge_what" if is_looking else "merge_who"
    context = {"circle": target, "other": emptied}
    return form_page(request, f"scores/circles/{page}.html", form, **context)


@require_GET_or_POST
def undo_merge(request: HttpRequest, code: str, emptied: str) -> HttpResponse:
    record = Merge.objects.filter(kept__code=code, emptied__code=emptied).first()
    if record is None:
        raise Http404
    if not record.undone_at:
        record.kept = rights.circle_to_own(request, code)
        if request.method == "GET":
            return _undo_page(request, record)
        try:
            merging.undo(record, phone_cookie.phone_of(request))
        except merging.MergeConflict:
            record.refresh_from_db(fields=["undone_at"])
            if not record.undone_at:
                return _undo_page(request, record, 409)
    # The phone may have owned one of the two only through the merge. A repeated POST ends here too.
    for circle in (record.kept, record.emptied):
        if rights.role_in(request, circle) >= Role.OWN:
            return redirect(circle)
    raise Http404


def _undo_page(request: HttpRequest, record: Merge, status: int = 200) -> HttpResponse:
    context = {
        "circle": record.kept,
        "merge": record,
        "matches": merging.matches_to_return(record).count(),
        "staying": merging.matches_to_stay(record).count(),
        "conflicts": merging.conflicting_player_merges(record),
        "is_newest": record == record.kept.merges_in_force.first(),
    }
    return render(request, "scores/circles/undo_merge.html", context, status=status)
