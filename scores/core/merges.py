"""What circles and players are after merges: the one that a row counts as, and a circle locked as such."""

from collections.abc import Iterable

from django.db import transaction

from scores.models import Circle, Merge, PlayerMerge


def locked_circle(pk: int) -> Circle:
    """The circle, or the one that it was merged into, locked for this transaction. Leaving the savepoint
    releases the lock of a circle that was merged meanwhile. Otherwise two transactions could deadlock: a
    merge locks both circles in the order of their keys."""
    while True:
        target = Circle.objects.get(pk=pk).after_merges()
        with transaction.atomic():
            locked = Circle.objects.select_for_update().get(pk=target.pk)
            if locked.after_merges() == locked:
                return locked
            transaction.set_rollback(True)  # which releases the lock


def merge_targets(*circles: Circle) -> dict[int, int]:
    """For every merged player of the circles the player it is now, both by key."""
    return _followed(_merged_players(circles))


def merges_into(circle: Circle) -> list[Merge]:
    """The merges by which other circles came into this one, directly or not."""
    merges: list[Merge] = []
    newest = [circle]
    while newest:
        into = Merge.objects.select_related("emptied")
        last = into.filter(kept__in=newest, undone_at=None)
        merges += last
        newest = [each.emptied for each in last]
    return merges


def same_after(merges: Iterable[Merge]) -> dict[int, int]:
    """Who became another person when groups were merged, and which one."""
    return _followed(_same(merges))


def persons_now(circle: Circle) -> dict[int, int]:
    """For everybody who was merged into another person, with a group or alone, the person it is now."""
    merges = merges_into(circle)
    circles = [circle, *(each.emptied for each in merges)]
    return _followed(_merged_players(circles) | _same(merges))


def _merged_players(circles: Iterable[Circle]) -> dict[int, int]:
    merges = PlayerMerge.objects.filter(undone_at=None, emptied__circle__in=circles)
    return dict(merges.values_list("emptied", "kept"))


def _same(merges: Iterable[Merge]) -> dict[int, int]:
    return {player: here for each in merges for player, here in each.moved["same"]}


def _followed(into: dict[int, int]) -> dict[int, int]:
    """Each with the last that is reached from it."""
    ends = into
    while any(end in into for end in ends.values()):
        ends = {player: into.get(end, end) for player, end in ends.items()}
    return ends
