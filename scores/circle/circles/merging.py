"""Reversibly merge two circles, or two names of one player; and erase a name on request.

Matches, players, house rules and grants move; a player that is the same as one here gives its seats to that
one. The emptied circle stays hidden with its grants, for undo. Log entries do not change: they name seats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scores.circle.accounts.account import AccountPayment
from scores.circle.archive.lifecycle import count_again
from scores.circle.circles.people import bump_nights
from scores.core import versions
from scores.core.access import grants, phones, rights_log
from scores.core.access.phones import MergeConflict, lock_circles
from scores.core.merges import merge_targets, persons_now
from scores.core.notation.names import name_key
from scores.core.notation.shown_names import unmarked_text
from scores.models import (
    AccountEntry,
    Circle,
    Claim,
    Grant,
    Match,
    Matches,
    Merge,
    Phone,
    Player,
    PlayerMerge,
    PlayerPhoto,
    Role,
    Seat,
    Way,
    name_from_players,
)

MOVED = (("matches", "matches"), ("nights", "nights"), ("account", "account_entries"))
"""What moves whole, besides players: its key in a merge, and as a circle has it."""

COPIED = ("name", "colour", "emoji", "chosen_colour", "erased_at")
"""The columns of a player of whom the other circle gets a copy."""

SamePlayers = Mapping[Player, Player]
"""Players of the other circle, each with the player that it is in this circle."""


class NotOnePerson(Exception):
    """Raised when two players cannot become one."""


class SatTogether(NotOnePerson, ValidationError):
    """Raised when two players that would become one sat in the same `match`."""

    def __init__(self, match: Match, first: Player, second: Player) -> None:
        why = _(
            "%(first)s y %(second)s no pueden ser una persona: el %(day)s jugaron los dos la misma partida."
        )
        facts = {
            "first": first.display_name,
            "second": second.display_name,
            "day": match.played_on.strftime("%d.%m.%Y"),
        }
        super().__init__(why % facts)
        self.match = match


class BothHere(NotOnePerson):
    """Raised when two players that would become one are at a club night that goes on."""


at_nights: list[Callable[[Player, Player], bool]] = []
"""What says so, as soon as the app has started: this package does not know the nights."""


def named_players(circle: Circle) -> QuerySet[Player]:
    """The players that can be merged: not those whose name was erased."""
    return circle.players.current().exclude(name="")


def verify(same: SamePlayers) -> None:
    """Raise SatTogether if two players that would become one sat in the same match."""
    targets = {player.pk: here.pk for player, here in same.items()}
    seats = Seat.objects.filter(player__in={*targets, *targets.values()})
    seated: dict[tuple[int, int], Player] = {}
    for seat in seats.select_related("match", "player").order_by("match", "position"):
        person = targets.get(seat.player_id, seat.player_id)
        first = seated.setdefault((seat.match_id, person), seat.player)
        if first != seat.player:
            raise SatTogether(seat.match, first, seat.player)


def verify_one_person(target: Player, other: Player) -> None:
    """Raise SatTogether, or BothHere if both are at a night that goes on: one person would have two seats."""
    verify({other: target})
    if any(are_both_here(target, other) for are_both_here in at_nights):
        raise BothHere


# Two circles


@transaction.atomic
def merge(target: Circle, emptied: Circle, same: SamePlayers, by: Phone) -> Merge:
    """Move everything of `emptied` into `target`. Raises SatTogether and MergeConflict."""
    called = unmarked_text(emptied.display_name)
    lock_circles(target, emptied)
    staying = _staying_players(target, emptied, same)
    verify(same)
    seats = [[seat.pk, player.pk] for player in same for seat in player.seats.all()]
    for player, here in same.items():
        _copy_claims(player, here)
        player.seats.update(player=here)
    moved = {
        "same": [[player.pk, here.pk] for player, here in same.items()],
        "seats": seats,  # each with the player it belonged to
        "players": _move(emptied.players.exclude(pk__in=staying), target),
        **{key: _move(getattr(emptied, rows).all(), target) for key, rows in MOVED},
        "rules": list(emptied.house_rules.values_list("pk", flat=True)),
        "grants": [
            change
            for grant in emptied.grants.select_related("phone")
            if (change := _copy_grant(grant, target))
        ],
    }
    emptied.house_rules.update(circle=target)  # two with the same name stay two
    _invalidate(target.matches.all(), target, emptied)
    return Merge.objects.create(
        kept=target, emptied=emptied, called=called, moved=moved, by=by
    )


@transaction.atomic
def undo(record: Merge, by: Phone) -> None:
    """Separate the two circles again, once. Entries, new names and matches since the merge stay where they
    are. A phone of one circle alone loses the other with all that it took there since the merge. All links of
    both circles and of their matches are renewed: that phone could copy them. Raises MergeConflict."""
    lock_circles(record.kept)
    record.refresh_from_db(fields=["undone_at"])
    if record.undone_at:
        return
    newest = record.kept.merges_in_force.first()
    if record != newest or conflicting_player_merges(record):
        raise MergeConflict
    target = record.kept
    emptied = record.emptied
    moved = record.moved
    targets = merge_targets(target)
    same = [(targets.get(here, here), player) for player, here in moved["same"]]
    for here, player in same:
        _remove_copied_claims(Player(pk=player), Player(pk=here))
    for key, rows in (*MOVED, ("players", "players")):
        # older merges have no "nights" and no "account"
        _move_back(getattr(target, rows), moved.get(key, ()), emptied)
    # what was undone since stays undone
    _move(target.account_entries.filter(undoes__circle=emptied), emptied)
    # Older merges have no "rules".
    target.house_rules.filter(pk__in=moved.get("rules", ())).update(circle=emptied)
    for seat, player in moved["seats"]:
        Seat.objects.filter(pk=seat).update(player=player)
    _replace_foreign_players(emptied, same)
    _replace_foreign_players(target, [])
    _separate_rights(record, by)
    _invalidate(Match.objects.filter(circle__in=(target, emptied)), target, emptied)
    record.mark_undone()


def _invalidate(matches: Matches, *circles: Circle) -> None:
    versions.bump(matches)
    for circle in circles:
        count_again(matches, circle)


def matches_to_stay(record: Merge) -> QuerySet[Match]:
    """The matches that would stay in `target` if the merge were undone now."""
    since = record.kept.matches.not_deleted().filter(created_at__gte=record.at)
    return since.exclude(pk__in=matches_to_return(record))


def matches_to_return(record: Merge) -> QuerySet[Match]:
    """The matches that would return if the merge were undone now, without those in the bin."""
    return Match.objects.not_deleted().filter(
        pk__in=[pk for pk, _uid in record.moved["matches"]]
    )


def conflicting_player_merges(record: Merge) -> list[PlayerMerge]:
    """Player merges, to be undone first, that join a player who would return with one who would stay."""
    returning = {pk for pk, _uid in record.moved["players"]}
    since = PlayerMerge.objects.filter(undone_at=None, kept__circle=record.kept)
    merges = since.select_related("kept", "emptied")
    return [
        merge
        for merge in merges
        if (merge.kept_id in returning) != (merge.emptied_id in returning)
    ]


def _staying_players(target: Circle, emptied: Circle, same: SamePlayers) -> set[int]:
    """Keys of the players that stay in `emptied`: those in `same`, and those merged into them."""
    targets = merge_targets(emptied, target)
    if any(player.pk in targets for player in (*same, *same.values())):
        raise MergeConflict  # somebody was found to be somebody else meanwhile
    staying = {player.pk for player in same}
    return staying | {player for player, keeper in targets.items() if keeper in staying}


def _copy_claims(emptied: Player, target: Player) -> None:
    """Let the phones of `emptied` be those of `target`, but for those that name another player of its circle.
    The claims to `emptied` stay for undo. A copy has the time of its claim, by which it is recognised."""
    others = target.circle.players.current().exclude(pk=emptied.pk)
    claims = emptied.claims.exclude(
        phone__in=Claim.objects.filter(player__in=others).values("phone")
    )
    Claim.objects.bulk_create(
        Claim(phone_id=claim.phone_id, player=target, at=claim.at) for claim in claims
    )


def _move(rows: Iterable[Any], target: Circle) -> list[list[int | str]]:
    """Move the rows; each with the uid it had. A uid that `target` already has is replaced."""
    rows = list(rows)
    moved = [[row.pk, str(row.uid)] for row in rows]
    if rows:
        model = type(rows[0])
        taken = set(model.objects.filter(circle=target).values_list("uid", flat=True))
        for row in rows:
            row.uid = uuid4() if row.uid in taken else row.uid
            row.circle = target
        model.objects.bulk_update(rows, ["circle", "uid"], batch_size=200)
    return moved


def _copy_grant(grant: Grant, target: Circle) -> dict[str, Any] | None:
    """Give the phone the same role in `target` if it has less there; what changed, as `_restore_grant` takes
    it. Not marked as given by a link."""
    existing = target.grants.filter(phone=grant.phone_id).first()
    if existing and existing.role >= grant.role:
        return None
    columns = ("role", "name", "granted_at")
    given, _is_new = target.grants.update_or_create(
        phone=grant.phone,
        defaults={"role": grant.role, "by_link": False},
        create_defaults={name: getattr(grant, name) for name in columns},
    )
    rights_log.log_given(target, grant.role, grant.phone.uid, Way.MERGE)
    before = [existing.role, existing.by_link] if existing else None
    return {"pk": given.pk, "given": grant.role, "before": before}


def _remove_copied_claims(emptied: Player, target: Player) -> None:
    """Undo `_copy_claims`. What phones said since stays."""
    originals = emptied.claims.filter(phone=OuterRef("phone"), at=OuterRef("at"))
    target.claims.filter(Exists(originals)).delete()


def _move_back(here: Any, moved: Iterable[Sequence[Any]], emptied: Circle) -> None:
    uids = {pk: UUID(uid) for pk, uid in moved}
    rows = list(here.filter(pk__in=uids))
    for row in rows:
        row.circle = emptied
        row.uid = uids[row.pk]
    here.bulk_update(rows, ["circle", "uid"], batch_size=200)


def _replace_foreign_players(circle: Circle, same: list[tuple[int, int]]) -> None:
    """Replace players of the other circle in matches of `circle`, as `same` pairs them; by a copy if that one
    already sits in the match, or there is none. In what was paid by a copy."""

    @cache
    def copy_of(stranger: int) -> int:
        columns = Player.objects.values(*COPIED).get(pk=stranger)
        return Player.objects.create(circle=circle, **columns).pk

    strangers = Seat.objects.filter(match__circle=circle).exclude(player__circle=circle)
    for seat in strangers:
        at_table = Seat.objects.filter(match=seat.match_id)
        seated = at_table.values_list("player", flat=True)
        known = [
            player
            for here, player in same
            if here == seat.player_id and player not in seated
        ]
        seat.player_id = known[0] if known else copy_of(seat.player_id)
        seat.save(update_fields=["player"])
    now = persons_now(circle)
    here = set(circle.players.values_list("pk", flat=True))

    def at_home(person: int) -> int:
        of_today = now.get(person, person)
        return person if of_today in here else copy_of(of_today)

    entries = list(circle.account_entries.filter(undoes=None))
    for entry in entries:
        entry.payments = [
            AccountPayment(*paid).with_persons(at_home) for paid in entry.payments
        ]
    AccountEntry.objects.bulk_update(entries, ["payments"], batch_size=200)


def _separate_rights(record: Merge, by: Phone) -> None:
    target = record.kept
    emptied = record.emptied
    for change in record.moved["grants"]:
        _restore_grant(**change)
    for circle in (target, emptied):
        if not circle.grants.filter(role=Role.OWN).exists():
            grants.grant(by, circle, Role.OWN, Way.MERGE)
    for circle, other in ((target, emptied), (emptied, target)):
        for source in phones.every_source():
            source.separate(circle, other, record.at)


def _restore_grant(pk: int, given: int, before: list[Any] | None) -> None:
    """Take back what the merge gave, unless the phone was given more since. No phone gets back more than an
    owner left it. `before` are the role, lower than `given`, and `by_link` of the right that was there."""
    role, by_link = before or (Role.NONE, False)
    held = Grant.objects.select_related("circle", "phone")
    grant = held.filter(pk=pk, role__gt=role, role__lte=given).first()
    if grant is None:
        return
    if before is None:
        grant.delete()
    else:
        was = {"by_link": by_link} if grant.role == given else {}
        Grant.objects.filter(pk=pk).update(role=role, **was)
    rights_log.log_lowered([grant], role, Way.MERGE)


# Two players


@transaction.atomic
def merge_players(target: Player, emptied: Player, by: Phone) -> PlayerMerge:
    """Give all seats of `emptied` to `target`. Raises SatTogether and BothHere, and MergeConflict if one of
    them is no longer a player of this circle."""
    lock_circles(target.circle)
    if target == emptied or not {target, emptied} <= set(named_players(target.circle)):
        raise MergeConflict
    verify_one_person(target, emptied)
    _invalidate(Match.objects.filter(seats__player=emptied), target.circle)
    seats = list(emptied.seats.order_by("pk").values_list("pk", flat=True))
    emptied.seats.update(player=target)
    _copy_claims(emptied, target)
    return PlayerMerge.objects.create(kept=target, emptied=emptied, seats=seats, by=by)


@transaction.atomic
def undo_player_merge(merge: PlayerMerge) -> None:
    """Give the seats back, once. What was played since stays with `target`. Raises MergeConflict if `target`
    is merged into another player, who has the seats."""
    lock_circles(merge.kept.circle)
    merge.refresh_from_db()
    if merge.undone_at:
        return
    if not Player.objects.current().filter(pk=merge.kept_id).exists():
        raise MergeConflict
    seats = seats_to_return(merge)
    _invalidate(Match.objects.filter(seats__in=seats), merge.kept.circle)
    seats.update(player=merge.emptied)
    _remove_copied_claims(merge.emptied, merge.kept)
    merge.mark_undone()


def seats_to_return(merge: PlayerMerge) -> QuerySet[Seat]:
    """The seats to give back, without those that undoing a circle merge gave to another player."""
    return Seat.objects.filter(pk__in=merge.seats, player=merge.kept_id)


# Erasing a name


@transaction.atomic
def erase_name(player: Player) -> None:
    """Erase the name of this player everywhere; the results stay. Free text (notes, names of circles) is not
    searched. Raises MergeConflict."""
    lock_circles(player.circle)
    # those merged into it still hold players under their old names
    circles = phones.circles_of(player.circle)
    pks = rows_of_person(player)
    rows = Player.objects.filter(pk__in=pks)
    names = {name_key(name) for name in rows.values_list("name", flat=True) if name}
    _erase_from_phones(names, circles)
    rows.filter(erased_at=None).update(
        name="",
        emoji="",
        chosen_colour=None,
        photo_digest="",
        erased_at=timezone.now(),
    )
    PlayerPhoto.objects.filter(player__in=pks).delete()
    # The names of merged circles without a name of their own consist of those of their players.
    for merge in Merge.objects.filter(emptied__in=circles, emptied__name=""):
        players = {pk for pk, _other in (*merge.moved["players"], *merge.moved["same"])}
        if players & pks:
            named = name_from_players(Player.objects.current().filter(pk__in=players))
            merge.called = unmarked_text(named)
            merge.save(update_fields=["called"])
    Claim.objects.filter(player__in=pks).delete()
    versions.bump(Match.objects.filter(seats__player=player))
    bump_nights(player.circle)


def rows_of_person(player: Player) -> set[int]:
    """The keys of the players that are this person: it, and who was merged into it."""
    persons = persons_now(player.circle)
    return {player.pk, *(was for was, now in persons.items() if now == player.pk)}


def _erase_from_phones(names: set[str], circles: list[int]) -> None:
    """Remove names with these keys from phones of these circles and their nights, whoever gave them."""
    grants = Grant.objects.filter(Q(circle__in=circles) | Q(match__circle__in=circles))
    writers = Phone.objects.filter(entries__match__circle__in=circles)
    helpers = Phone.objects.filter(night_grants__night__circle__in=circles)
    phones = Phone.objects.filter(
        Q(pk__in=grants.values("phone")) | Q(pk__in=writers) | Q(pk__in=helpers)
    )
    for rows in (grants, phones):
        named = rows.exclude(name="").values_list("pk", "name")
        keys = [pk for pk, name in named if name_key(name) in names]
        rows.model.objects.filter(pk__in=keys).update(name="")
