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
    merges = PlayerMerge.objects.filter(undone_at=None, emptied__circle__in=circles)
    into = targets = dict(merges.values_list("emptied", "kept"))
    while any(target in into for target in targets.values()):
        targets = {
            player: into.get(target, target) for player, target in targets.items()
        }
    return targets


def same_after(merges: Iterable[Merge]) -> dict[int, int]:
    """Who became another person when groups were merged, and which one."""
    return {player: here for each in merges for player, here in each.moved["same"]}


def persons_now(circle: Circle) -> dict[int, int]:
    """For everybody who was merged into another person, with a group or alone, the person it is now."""
    merges = circle.merges.filter(undone_at=None).select_related("emptied")
    targets = merge_targets(circle, *(each.emptied for each in merges))
    same = same_after(merges)
    merged = {
        player: same.get(target, target) for player, target in targets.items()
    } | same
    return {player: targets.get(person, person) for player, person in merged.items()}
