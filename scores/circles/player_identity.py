"""Who is who in a circle: two names that were one person, and a name that is taken away on request.

Only `Seat.player` changes when two become one, so no line of a log does, and they can be two again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from scores import versions
from scores.circles import merging
from scores.models import (
    Circle,
    Grant,
    Match,
    Matches,
    Merge,
    Phone,
    Player,
    PlayerMerge,
    Seat,
    name_from_players,
)
from scores.notation.names import same_name
from scores.statistics import ratings


@transaction.atomic
def merge_players(kept: Player, emptied: Player, by: Phone) -> PlayerMerge:
    """Whatever `emptied` played, `kept` has played. Raises SatTogether where both sat in one match, and
    NotNow where one of them is no person of this circle any more."""
    merging.lock(kept.circle)
    if kept == emptied or not {kept, emptied} <= set(merging.named_players(kept.circle)):
        raise merging.MergeConflict
    merging.verify({emptied: kept})
    _tell(Match.objects.filter(seats__player=emptied), kept.circle)
    seats = list(emptied.seats.order_by("pk").values_list("pk", flat=True))
    emptied.seats.update(player=kept)
    return PlayerMerge.objects.create(kept=kept, emptied=emptied, seats=seats, by=by)


@transaction.atomic
def undo_player_merge(done: PlayerMerge) -> None:
    """Two persons again, each with what was played under that name; what was played since stays with `kept`.

    Raises NotNow where it is undone already, or `kept` is part of another person, who has the seats.
    """
    merging.lock(done.kept.circle)
    done.refresh_from_db()
    if done.undone_at or not Player.objects.current().filter(pk=done.kept_id).exists():
        raise merging.MergeConflict
    back = seats_to_go_back(done)
    _tell(Match.objects.filter(seats__in=back), done.kept.circle)
    back.update(player=done.emptied)
    done.undone_at = timezone.now()
    done.save(update_fields=["undone_at"])


def seats_to_go_back(done: PlayerMerge) -> QuerySet[Seat]:
    """But for those whom splitting two circles gave to somebody else."""
    return Seat.objects.filter(pk__in=done.seats, player=done.kept_id)


def _tell(matches: Matches, circle: Circle) -> None:
    """The boards of these matches, and the ratings from the first of them on, are somebody else's now."""
    versions.bump(matches)
    first = matches.aggregate(day=Min("played_on"))["day"]
    if first is not None:
        ratings.invalidate(circle.pk, first)


# A name taken away


@transaction.atomic
def erase_name(player: Player) -> None:
    """Nothing of ours says the name of this person any more; what was played stays as it was played.

    What people wrote in words of their own, in a note or the name of a group, stays as they wrote it.
    """
    merging.lock(player.circle)
    circles = _made_of(player.circle)
    pks = _rows_of(player, circles)
    rows = Player.objects.filter(pk__in=pks)
    for name in set(rows.values_list("name", flat=True)) - {""}:
        _forget_in_phones(name, circles)
    rows.filter(erased_at=None).update(name="", erased_at=timezone.now())
    _forget_in_merges(pks, circles)
    versions.bump(Match.objects.filter(seats__player=player))


def _made_of(circle: Circle) -> set[int]:
    """This circle and those that were merged into it, where people sleep under the names of then."""
    pairs = Merge.objects.filter(undone_at=None).values_list("emptied", "kept")
    return _who_led_to(circle.pk, pairs)


def _rows_of(player: Player, circles: set[int]) -> set[int]:
    """This person under all names, in all these circles."""
    merges = PlayerMerge.objects.filter(undone_at=None, kept__circle__in=circles)
    pairs = list(merges.values_list("emptied", "kept"))
    for moved in Merge.objects.filter(undone_at=None, kept__in=circles).values_list("moved", flat=True):
        pairs += moved["same"]
    return _who_led_to(player.pk, pairs)


def _who_led_to(end: int, pairs: Iterable[Sequence[int]]) -> set[int]:
    """`end`, and whatever became it, by pairs of what was and what it became."""
    pairs, found = list(pairs), {end}
    while more := {was for was, became in pairs if became in found} - found:
        found |= more
    return found


def _forget_in_phones(name: str, circles: set[int]) -> None:
    """A phone of these circles that is called as the person was, by itself or by the owners."""
    grants = Grant.objects.filter(Q(circle__in=circles) | Q(match__circle__in=circles))
    called = [pk for pk, given in grants.exclude(name="").values_list("pk", "name") if same_name(given, name)]
    Grant.objects.filter(pk__in=called).update(name="")
    wrote = Phone.objects.filter(entries__match__circle__in=circles)
    phones = Phone.objects.exclude(name="").filter(Q(pk__in=grants.values("phone")) | Q(pk__in=wrote))
    alike = [pk for pk, given in phones.values_list("pk", "name") if same_name(given, name)]
    Phone.objects.filter(pk__in=alike).update(name="")


def _forget_in_merges(pks: set[int], circles: set[int]) -> None:
    """A circle without a name of its own was called by its people: it is by those who are left."""
    for merge in Merge.objects.filter(emptied__in=circles, emptied__name=""):
        there = {player for player, _ in (*merge.moved["players"], *merge.moved["same"])}
        if there & pks:
            merge.called = name_from_players(Player.objects.current().filter(pk__in=there))
            merge.save(update_fields=["called"])
