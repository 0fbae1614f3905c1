"""Two circles that turn out to be one group become one, and can become two again.

What moves is matches, persons, house rules and rights; a person who is the same as one here gives up the
seats to him. The emptied circle stays, out of sight, with its own rights asleep: undoing wakes it up. No
line of a log is touched, for lines name seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scores import versions
from scores.access import grants
from scores.circles.people import merge_targets
from scores.models import Circle, Grant, HouseRules, Match, Merge, Phone, Player, PlayerMerge, Role, Seat
from scores.notation.names import same_name
from scores.statistics import ratings

SamePlayers = Mapping[Player, Player]
"""Persons of the other circle, each with whom he is here."""


@dataclass
class SatTogether(Exception):
    """At `match` sat two who cannot be one person."""

    match: Match
    players: tuple[Player, Player]


class MergeConflict(Exception):
    """Another merge came between, of circles or of persons, and has to be undone first; or this is undone."""


def guess_same_players(kept: Circle, emptied: Circle) -> dict[Player, Player]:
    """Persons of one name, which is what people would say first."""
    here = list(named_players(kept))
    same: dict[Player, Player] = {}
    for player in named_players(emptied):
        alike = (one for one in here if same_name(one.name, player.name) and one not in same.values())
        found = next(alike, None)
        if found:
            same[player] = found
    return same


def named_players(circle: Circle) -> QuerySet[Player]:
    """Who can be said to be somebody: who had his name taken away is nobody's other self."""
    return circle.players.current().exclude(name="")


def verify(same: SamePlayers) -> None:
    """Raises SatTogether where two that would be one person sat at one table."""
    who = {player.pk: here for player, here in same.items()} | {here.pk: here for here in same.values()}
    seated: dict[tuple[int, int], Player] = {}
    seats = Seat.objects.filter(player__in=who).select_related("match", "player")
    for seat in seats.order_by("match", "position"):
        first = seated.setdefault((seat.match_id, who[seat.player_id].pk), seat.player)
        if first != seat.player:
            raise SatTogether(seat.match, (first, seat.player))


@transaction.atomic
def merge(kept: Circle, emptied: Circle, same: SamePlayers, by: Phone) -> Merge:
    """Everything of `emptied` is in `kept` from now on; who is not the same as anybody comes along."""
    called = emptied.display_name
    lock(kept, emptied)
    staying = _who_stays(kept, emptied, same)
    verify(same)
    moved = {
        "same": [[player.pk, here.pk] for player, here in same.items()],
        "seats": [moved for player, here in same.items() for moved in _give_seats(player, here)],
        "players": _move(emptied.players.exclude(pk__in=staying), kept),
        "matches": _move(emptied.matches.all(), kept),
        "rules": _give_rules(emptied, kept),
        "grants": [given for grant in emptied.grants.all() if (given := _give(grant, kept))],
    }
    versions.bump(kept.matches.all())
    _forget_ratings(kept, emptied)
    return Merge.objects.create(kept=kept, emptied=emptied, called=called, moved=moved, by=by)


@transaction.atomic
def undo(done: Merge, by: Phone) -> None:
    """Two circles again. What was written and who was renamed since stays; so do matches started since."""
    lock(done.kept)
    done.refresh_from_db()
    if done != done.kept.merges.filter(undone_at=None).first() or conflicting_player_merges(done):
        raise MergeConflict
    kept, emptied, moved = done.kept, done.emptied, done.moved
    keepers = merge_targets(kept)
    _move_back(Match, moved["matches"], emptied)
    _move_back(Player, moved["players"], emptied)
    HouseRules.objects.filter(pk__in=moved.get("rules", ())).update(circle=emptied)  # merges before had none
    for seat, player in moved["seats"]:
        Seat.objects.filter(pk=seat).update(player=player)
    _mend(emptied, [(keepers.get(here, here), player) for player, here in moved["same"]])
    _mend(kept, [])
    for given in moved["grants"]:
        _take_back(**given)
    for circle in (kept, emptied):
        if not circle.grants.filter(role=Role.OWN).exists():
            grants.grant(by, circle, Role.OWN)
    versions.bump(Match.objects.filter(circle__in=(kept, emptied)))
    _forget_ratings(kept, emptied)
    done.undone_at = timezone.now()
    done.save(update_fields=["undone_at"])


def matches_to_stay(done: Merge) -> int:
    """How many matches stay if the merge is undone now."""
    return (
        done.kept.matches.not_deleted().filter(created_at__gte=done.at).exclude(pk__in=_moved(done)).count()
    )


def matches_to_return(done: Merge) -> int:
    """How many matches leave if the merge is undone now; the deleted ones go with them unsaid."""
    return Match.objects.not_deleted().filter(pk__in=_moved(done)).count()


def _moved(done: Merge) -> list[int]:
    return [pk for pk, _uid in done.moved["matches"]]


def conflicting_player_merges(done: Merge) -> list[PlayerMerge]:
    """Persons who are one since, of whom one would go and the other stay: they have to be two again first."""
    going = {pk for pk, _uid in done.moved["players"]}
    since = PlayerMerge.objects.filter(undone_at=None, kept__circle=done.kept)
    one_by_one = since.select_related("kept", "emptied")
    return [one for one in one_by_one if (one.kept_id in going) != (one.emptied_id in going)]


def lock(*circles: Circle) -> None:
    """For this transaction alone, matches first, as their writers do; none may have been merged meanwhile."""
    try:
        _lock([circle.pk for circle in circles])
    except _OneMore:
        lock(*circles)


class _OneMore(Exception):
    """A match was started while its circle was waited for: it has to be locked before the circle too."""


@transaction.atomic
def _lock(pks: list[int]) -> None:
    """Raises _OneMore, which lets go of all that was locked here."""
    matches = Match.objects.filter(circle__in=pks).order_by("pk").values_list("pk", flat=True)
    locked = list(matches.locked())
    list(Circle.objects.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))
    if Merge.objects.filter(emptied__in=pks, undone_at=None).exists():
        raise MergeConflict
    if list(matches) != locked:
        raise _OneMore


def _forget_ratings(*circles: Circle) -> None:
    for circle in circles:
        ratings.invalidate(circle.pk)


# There


def _who_stays(kept: Circle, emptied: Circle, same: SamePlayers) -> set[int]:
    """The rows of those who are somebody here, and of those who were found to be them."""
    keepers = merge_targets(emptied)
    gone = keepers.keys() | merge_targets(kept).keys()
    if any(player.pk in gone for player in (*same, *same.values())):
        raise MergeConflict  # somebody was found to be somebody else meanwhile
    staying = {player.pk for player in same}
    return staying | {player for player, keeper in keepers.items() if keeper in staying}


def _give_seats(player: Player, here: Player) -> list[list[int]]:
    """The seats with whom they belonged to."""
    seats = [[seat.pk, player.pk] for seat in player.seats.all()]
    player.seats.update(player=here)
    return seats


def _give_rules(emptied: Circle, kept: Circle) -> list[int]:
    """The house rules that came along; two of one name stay two."""
    given = list(emptied.house_rules.values_list("pk", flat=True))
    emptied.house_rules.update(circle=kept)
    return given


def _move(rows: Iterable[Any], kept: Circle) -> list[list[Any]]:
    """Each row with the uid it had; one that is taken there gets another."""
    rows = list(rows)
    moved = [[row.pk, str(row.uid)] for row in rows]
    if rows:
        model = type(rows[0])
        taken = set(model.objects.filter(circle=kept).values_list("uid", flat=True))
        for row in rows:
            row.circle, row.uid = kept, uuid4() if row.uid in taken else row.uid
        model.objects.bulk_update(rows, ["circle", "uid"], batch_size=200)
    return moved


def _give(grant: Grant, kept: Circle) -> dict[str, Any] | None:
    """The same right here, if the phone has less; what it had, for the way back. No link of ours gave it."""
    held = kept.grants.filter(phone=grant.phone_id).first()
    if held is None:
        fields = {"phone": grant.phone, "circle": kept, "role": grant.role, "name": grant.name}
        given = Grant.objects.create(**fields, granted_at=grant.granted_at)
        return {"pk": given.pk, "given": grant.role, "before": None}
    if held.role >= grant.role:
        return None
    before = [held.role, held.by_link]
    Grant.objects.filter(pk=held.pk).update(role=grant.role, by_link=False)
    return {"pk": held.pk, "given": grant.role, "before": before}


# And back


def _move_back(model: Any, moved: list[list[Any]], emptied: Circle) -> None:
    uids = {pk: UUID(uid) for pk, uid in moved}
    rows = list(model.objects.filter(pk__in=uids))
    for row in rows:
        row.circle, row.uid = emptied, uids[row.pk]
    model.objects.bulk_update(rows, ["circle", "uid"], batch_size=200)


def _mend(circle: Circle, same: list[tuple[int, int]]) -> None:
    """Who sat down at a table of this circle while they were one, but is a person of the other, becomes one
    of this: the one he is the `same` as, if that one does not sit there, else one of that name."""
    stand_ins: dict[int, Player] = {}
    strangers = Seat.objects.filter(match__circle=circle).exclude(player__circle=circle)
    for seat in strangers.select_related("player"):
        seated = set(Seat.objects.filter(match=seat.match_id).values_list("player", flat=True))
        known = [player for here, player in same if here == seat.player_id and player not in seated]
        seat.player_id = known[0] if known else _stand_in(stand_ins, seat.player, circle).pk
        seat.save(update_fields=["player"])


def _stand_in(stand_ins: dict[int, Player], player: Player, circle: Circle) -> Player:
    if player.pk not in stand_ins:
        kept = {"name": player.name, "colour": player.colour, "erased_at": player.erased_at}
        copy = Player.objects.create(circle=circle, **kept)
        stand_ins[player.pk] = copy
    return stand_ins[player.pk]


def _take_back(pk: int, given: int, before: list[Any] | None) -> None:
    """The right as it was, unless an owner changed it since."""
    grant = Grant.objects.filter(pk=pk, role=given)
    if before is None:
        grant.delete()
    else:
        grant.update(role=before[0], by_link=before[1])
