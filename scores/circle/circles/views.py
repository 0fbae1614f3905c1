"""A circle: its matches for all who may see it, house rules and faces for those who keep score; for owners
settings, names of players, and pages that merge circles or players and undo that."""

from contextlib import suppress
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scores.circle.accounts.log import has_money
from scores.circle.archive import listing
from scores.circle.circles import forms, merging, people, photos
from scores.circle.recap import evening as recap
from scores.circle.statistics import league, persons, records as circle_records
from scores.core.access import phone_cookie, rights
from scores.core.form_pages import form_page, posted_data
from scores.core.house_rules.labels import name_of, turned_knobs
from scores.core.matches import ratings
from scores.core.matches.dates import evening
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
    going_on = listing.going_on(request, circle)
    now = listing.to_go_on_with(going_on)
    games = persons.games(circle)
    records = (
        circle_records.records(circle, games[0].key if len(games) == 1 else "")
        if games
        else []
    )
    front = league.league(circle).first(LINES_LISTED) if games else None
    context = {
        "circle": circle,
        "now": now,
        "going_on": going_on[len(now) :],
        "today": today,
        "tonight": dict(evenings).get(today),
        "usual": people.usual_table(circle) if may_score else None,
        "evenings": [
            (day, evening_of_day) for day, evening_of_day in evenings if day != today
        ][:EVENINGS_LISTED],
        "league": front,
        "records": [
            record for record in records if record.name in circle_records.ON_FRONT
        ],
        "is_empty": not games and not circle.matches.not_deleted().opened().exists(),
        "is_owner": is_owner,
        "has_photos": any(player.photo_digest for player in circle.current_players),
        "has_nights": is_owner or circle.has_nights,
        "has_money": has_money(circle),
        "may_score": may_score,
        "house_rules": list(circle.house_rules.all()) if may_score else [],
        "room_warning": people.room_warning(circle) if is_owner else "",
        "merges": list(circle.merges.filter(undone_at=None)) if is_owner else [],
    }
    return render(request, "scores/circles/circle.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    circle = rights.circle_to_own(request, code)
    form = forms.CircleForm(posted_data(request), circle=circle)
    if not form.is_valid():
        return form_page(request, "scores/circles/settings.html", form, circle=circle)
    Circle.objects.filter(pk=circle.pk).update(**form.cleaned_data)
    if "counts_nights" in form.changed_data:
        ratings.invalidate(circle.pk)
    return redirect(circle)


@require_http_methods(["GET", "POST"])
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
        details = {
            "turned": turned_knobs(rules, rules.players[0]),
            "variant": name_of(rules),
        }
        return form_page(
            request,
            "scores/house_rules/house_rules.html",
            form,
            circle=circle,
            saved=saved,
            **details,
        )
    saved.name = form.cleaned_data["name"]
    saved.save(update_fields=["name"])
    return redirect(circle)


# One player


@require_http_methods(["GET", "POST"])
def person_edit(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Rename a player in all matches: no log entry holds a name."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    form = forms.NameForm(
        posted_data(request) if player.name else None, initial={"name": player.name}
    )
    if not form.is_valid():
        context = {
            "circle": player.circle,
            "player": player,
            "merges": list(player.merges_in_force),
        }
        return form_page(request, "scores/circles/person_edit.html", form, **context)
    return _save_player(player, form)


@require_http_methods(["GET", "POST"])
def person_face(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Choose an emoji and a colour for a player, in all matches; for phones that may keep score."""
    player = rights.person_of(rights.circle_to_score(request, code), uid)
    if not player.name:
        raise Http404
    chosen = {"emoji": player.emoji, "chosen_colour": player.chosen_colour}
    form = forms.FaceForm(posted_data(request), initial=chosen)
    if not form.is_valid():
        return form_page(
            request,
            "scores/circles/person_face.html",
            form,
            circle=player.circle,
            player=player,
        )
    return _save_player(player, form)


@require_http_methods(["GET", "POST"])
def person_photo(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Give a player a photo, another one, or none; for who may rename them."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    if not player.name:
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "delete":
        photos.delete_photo(player)
        return redirect("person", player.circle.code, player.uid)
    form = forms.PhotoForm(posted_data(request))
    if not form.is_valid():
        return form_page(
            request,
            "scores/circles/person_photo.html",
            form,
            circle=player.circle,
            player=player,
            photo=photo_address(player.circle, player),
            has_photo=photos.has_photo(player),
        )
    photos.store_photo(player, form.cleaned_data["photo"])
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


def _save_player(player: Player, form: forms.NameForm | forms.FaceForm) -> HttpResponse:
    people.change_player(player, **form.cleaned_data)
    return redirect("person", player.circle.code, player.uid)


@require_http_methods(["GET", "POST"])
def erase_name(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Ask for the name and erase it. A repeated POST redirects."""
    player = rights.person_of(rights.circle_to_own(request, code), uid)
    if not player.name:
        where = (
            ("circle", code)
            if request.method == "POST"
            else ("person-edit", code, player.uid)
        )
        return redirect(*where)
    form = forms.EraseForm(posted_data(request), player=player)
    if not form.is_valid():
        others = [merge.emptied.display_name for merge in player.merges_in_force]
        context = {"circle": player.circle, "player": player, "others": others}
        return form_page(request, "scores/circles/person_erase.html", form, **context)
    try:
        merging.erase_name(player)
    except (
        merging.MergeConflict
    ) as refusal:  # the circle was merged into another meanwhile
        raise Http404 from refusal
    return redirect(player.circle)


# Merging two players


@require_http_methods(["GET", "POST"])
def merge_persons(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """GET asks which other player, then shows what will happen; POST merges. A repeated POST redirects."""
    target = rights.person_of(rights.circle_to_own(request, code), uid)
    others = merging.named_players(target.circle).exclude(pk=target.pk)
    if not target.name:  # a player whose name is erased can be merged with nobody
        others = others.none()
    query = request.POST if request.method == "POST" else request.GET
    if "with" not in query:
        counted = others.annotate(
            times=Count("seats", filter=Q(seats__match__deleted_at=None))
        )
        with_counts = [(other, other.times) for other in by_name(counted)]
        context = {"circle": target.circle, "player": target, "others": with_counts}
        status = 422 if request.method == "POST" else 200
        return render(
            request, "scores/circles/person_merge_which.html", context, status=status
        )
    other = next((player for player in others if player.uid.hex == query["with"]), None)
    if other is None:
        if not any(
            merge.emptied.uid.hex == query["with"] for merge in target.merges_in_force
        ):
            raise Http404
    elif request.method == "GET":
        return _preview_persons(request, target, other)
    else:
        try:
            merging.merge_players(target, other, phone_cookie.phone_of(request))
        except (merging.SatTogether, merging.BothHere, merging.MergeConflict):
            return _preview_persons(request, target, other, 409)
    return redirect("person-edit", target.circle.code, target.uid)


def _preview_persons(
    request: HttpRequest, target: Player, other: Player, status: int = 200
) -> HttpResponse:
    context = {"circle": target.circle, "player": target, "other": other}
    try:
        merging.verify({other: target})
        merging.verify_not_both_here(target, other)
    except merging.SatTogether as refusal:
        context["together"] = refusal.match
    except merging.BothHere:
        context["are_both_here"] = True
    context["matches"] = Match.objects.not_deleted().filter(seats__player=other).count()
    return render(
        request, "scores/circles/person_merge_what.html", context, status=status
    )


@require_http_methods(["GET", "POST"])
def undo_person_merge(
    request: HttpRequest, code: str, uid: UUID, emptied: UUID
) -> HttpResponse:
    """GET shows what will happen; POST undoes the merge. A repeated POST redirects."""
    target = rights.person_of(rights.circle_to_own(request, code), uid)
    merge = target.merges.select_related("emptied").filter(emptied__uid=emptied).first()
    if merge is None:
        raise Http404
    if request.method == "POST":
        with suppress(merging.MergeConflict):
            merging.undo_player_merge(merge)
        merge.refresh_from_db()
        if not merge.undone_at:  # else this or another request has undone it
            raise Http404
    if merge.undone_at:
        return redirect("person-edit", target.circle.code, target.uid)
    matches = (
        Match.objects.not_deleted()
        .filter(seats__in=merging.seats_to_return(merge))
        .count()
    )
    context = {
        "circle": target.circle,
        "player": target,
        "other": merge.emptied,
        "matches": matches,
    }
    return render(request, "scores/circles/undo_person_merge.html", context)


# Merging two circles


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, code: str) -> HttpResponse:
    """GET asks which circle, then who is who, then shows what will happen; POST merges."""
    target = rights.circle_to_own(request, code)
    query = request.POST if request.method == "POST" else request.GET
    if "with" not in query:
        context = {"circle": target, "others": _others(request, target)}
        status = 422 if request.method == "POST" else 200
        return render(
            request, "scores/circles/merge_which.html", context, status=status
        )
    # PostgreSQL rejects NUL bytes in text
    other = query["with"] if query["with"].isalnum() else ""
    emptied = _others(request, target).filter(code=other).first()
    if emptied is None:
        if not _is_merged(target, other):
            raise Http404
        return redirect(target)
    form = forms.MergeForm(
        query if "look" in query else None, target=target, emptied=emptied
    )
    if not form.is_valid():
        return _choose_players(request, form, 422 if form.is_bound else 200)
    return _preview(request, form) if request.method == "GET" else _merge(request, form)


@require_http_methods(["GET", "POST"])
def undo_merge(request: HttpRequest, code: str, emptied: str) -> HttpResponse:
    record = Merge.objects.filter(kept__code=code, emptied__code=emptied).first()
    if record is None or record.undone_at:
        return _redirect_to_own(request, record)
    target = record.kept = rights.circle_to_own(request, code)
    if request.method == "POST":
        with suppress(merging.MergeConflict):
            merging.undo(record, phone_cookie.phone_of(request))
        record.refresh_from_db()
        if record.undone_at:
            return _redirect_to_own(request, record)
    context = {
        "circle": target,
        "merge": record,
        "matches": merging.matches_to_return(record).count(),
        "staying": merging.matches_to_stay(record).count(),
        "conflicts": merging.conflicting_player_merges(record),
        "is_newest": record == target.merges.filter(undone_at=None).first(),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "scores/circles/undo_merge.html", context, status=status)


def _redirect_to_own(request: HttpRequest, record: Merge | None) -> HttpResponse:
    """Redirect to the one of the two circles that this phone owns; 404 if it owns neither. It may have owned
    the other one only through the merge. A repeated POST ends here too."""
    for circle in (record.kept, record.emptied) if record else ():
        if rights.role_in(request, circle) >= Role.OWN:
            return redirect(circle)
    raise Http404


def _others(request: HttpRequest, target: Circle) -> QuerySet[Circle]:
    """The circles that can be merged into this one: the phone must own both."""
    return rights.circles_with(request, Role.OWN).exclude(pk=target.pk)


def _is_merged(target: Circle, code: str) -> bool:
    return target.merges.filter(undone_at=None, emptied__code=code).exists()


def _choose_players(
    request: HttpRequest, form: forms.MergeForm, status: int
) -> HttpResponse:
    context = {"circle": form.target, "other": form.emptied, "form": form}
    return render(request, "scores/circles/merge_who.html", context, status=status)


def _preview(request: HttpRequest, form: forms.MergeForm) -> HttpResponse:
    same = form.same()
    context = {
        "circle": form.target,
        "other": form.emptied,
        "form": form,
        "same": form.same_labels(),
        "new": [
            player.display_name for player in form.there.values() if player not in same
        ],
        "matches": form.emptied.matches.not_deleted().count(),
        "phones": form.emptied.grants.count(),
    }
    return render(request, "scores/circles/merge_what.html", context)


def _merge(request: HttpRequest, form: forms.MergeForm) -> HttpResponse:
    try:
        merging.merge(
            form.target, form.emptied, form.same(), phone_cookie.phone_of(request)
        )
    except merging.SatTogether as refusal:
        form.add_error(None, forms.sat_together_message(refusal))
    except merging.MergeConflict:
        if _is_merged(form.target, form.emptied.code):
            return redirect(form.target)
        form.add_error(None, _("Uno de los dos grupos se acaba de unir a otro."))
    else:
        return redirect(form.target)
    return _choose_players(request, form, 409)
