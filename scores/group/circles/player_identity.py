"""Merge two names of one player, undo that, and erase a name on request.

A merge changes only `Seat.player`, so no log entry changes and the merge can be undone.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from scores import models
from scores.core import versions
from scores.core.access.devices import lock_circles
from scores.core.matches import ratings
from scores.core.notation.names import same_name
from scores.group.circles import merging
from scores.models import Circle, Claim, Grant, Match, Merge, Phone, Player, PlayerMerge, Seat


@transaction.atomic
def merge_players(target: Player, emptied: Player, by: Phone) -> PlayerMerge:
    """Give all seats of `emptied` to `target`. Raises SatTogether, and MergeConflict if one of them is no
    longer a player of this circle."""
    lock_circles(target.circle)
    if target == emptied or not {target, emptied} <= set(merging.named_players(target.circle)):
        raise merging.MergeConflict
    merging.verify({emptied: target})
    _invalidate(Match.objects.filter(seats__player=emptied), target.circle)
    seats = list(emptied.seats.order_by("pk").values_list("pk", flat=True))
    emptied.seats.update(player=target)
    merging.copy_claims(emptied, target)
    return PlayerMerge.objects.create(kept=target, emptied=emptied, seats=seats, by=by)


@transaction.atomic
def undo_player_merge(merge: PlayerMerge) -> None:
    """Give the seats back. What was played since stays with `target`.

    Raises MergeConflict if it is undone already, or `target` is merged into another player, who has the
    seats.
    """
    lock_circles(merge.kept.circle)
    merge.refresh_from_db()
    if merge.undone_at or not Player.objects.current().filter(pk=merge.kept_id).exists():
        raise merging.MergeConflict
    seats = seats_to_return(merge)
    _invalidate(Match.objects.filter(seats__in=seats), merge.kept.circle)
    seats.update(player=merge.emptied)
    merging.remove_copied_claims(merge.emptied, merge.kept)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])


def seats_to_return(merge: PlayerMerge) -> QuerySet[Seat]:
    """The seats to give back, without those that undoing a circle merge gave to another player."""
    return Seat.objects.filter(pk__in=merge.seats, player=merge.kept_id)


def _invalidate(matches: models.Matches, circle: Circle) -> None:
    """Raise the versions of these matches and invalidate the ratings from the first of them on."""
    versions.bump(matches)
    first = matches.aggregate(day=Min("played_on"))["day"]
    if first is not None:
        ratings.invalidate(circle.pk, first)


# Erasing a name


@transaction.atomic
def erase_name(player: Player) -> None:
    """Erase the name of this player everywhere; the results stay.

    Free text (notes, names of circles) is not searched.
    """
    lock_circles(player.circle)
    # Also the circles merged into this one, which still hold players under their old names
    in_force, of_players = Merge.objects.filter(undone_at=None), PlayerMerge.objects.filter(undone_at=None)
    circles = _merged_into(player.circle.pk, in_force.values_list("emptied", "kept"))
    pairs = list(of_players.filter(kept__circle__in=circles).values_list("emptied", "kept"))
    for moved in in_force.filter(kept__in=circles).values_list("moved", flat=True):
        pairs += moved["same"]
    pks = _merged_into(player.pk, pairs)
    rows = Player.objects.filter(pk__in=pks)
    for name in set(rows.values_list("name", flat=True)) - {""}:
        _erase_from_phones(name, circles)
    rows.filter(erased_at=None).update(name="", emoji="", chosen_colour=None, erased_at=timezone.now())
    # The names of merged circles without a name of their own consist of those of their players.
    for merge in Merge.objects.filter(emptied__in=circles, emptied__name=""):
        players = {pk for pk, _ in (*merge.moved["players"], *merge.moved["same"])}
        if players & pks:
            merge.called = models.name_from_players(Player.objects.current().filter(pk__in=players))
            merge.save(update_fields=["called"])
    Claim.objects.filter(player__in=pks).delete()
    versions.bump(Match.objects.filter(seats__player=player))


def _merged_into(end: int, pairs: Iterable[Sequence[int]]) -> set[int]:
    """`end` and everything merged into it, by pairs of (merged, target)."""
    pairs, merged = list(pairs), {end}
    while more := {source for source, target in pairs if target in merged} - merged:
        merged |= more
    return merged


def _erase_from_phones(name: str, circles: set[int]) -> None:
    """Remove the name from phones of these circles that have it, from their user or from an owner."""
    grants = Grant.objects.filter(Q(circle__in=circles) | Q(match__circle__in=circles))
    writers = Phone.objects.filter(entries__match__circle__in=circles)
    phones = Phone.objects.filter(Q(pk__in=grants.values("phone")) | Q(pk__in=writers))
    for model, rows in ((Grant, grants), (Phone, phones)):
        named = rows.exclude(name="").values_list("pk", "name")
        keys = [pk for pk, stored in named if same_name(stored, name)]
        model.objects.filter(pk__in=keys).update(name="")
