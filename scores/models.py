"""Tables: circles, players, matches, log entries, phones, grants and what is derived from them.

Only `matches.log` writes `Entry` rows; they hold everything that happened in a match."""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum, IntEnum, StrEnum
from typing import Any, NamedTuple, Self, TypeAlias

from django.conf import settings
from django.db import connections, models, router
from django.db.models.fields.json import KT
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core import time_zones
from scores.core.match_facts import ABANDONED_AFTER, DETAILS
from scores.core.notation.names import alphabetical, folded_text, unique_names
from scores.core.notation.shown_names import marked_name

NAMES_SHOWN = 4  # players named for a circle that has no name
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters and digits that are easily confused
CODE_LENGTH = 10
BIN_PERIOD = timedelta(days=30)  # how long a deleted match can be restored
SEARCH_TEXT_LENGTH = 320


def new_code() -> str:
    """Random code of ten letters for an address, about 50 bits. It identifies a row; it grants no access."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def default_time_zone() -> str:
    """The time zone of the phone that makes the group."""
    return time_zones.zone_of_phone()


class Shareable(models.Model):
    """Base of what can be shared by three links: own, score, watch. Raising its generation revokes one."""

    code = models.CharField(
        max_length=16, unique=True, default=new_code, editable=False
    )
    own_generation = models.PositiveIntegerField(default=0)
    score_generation = models.PositiveIntegerField(default=0)
    watch_generation = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class Mergeable:
    """Base of what can be merged into another of its kind: see `Undoable`."""

    merges: models.Manager
    mergers: models.Manager

    @property
    def merges_in_force(self) -> models.QuerySet:
        """The merges into this one that are not undone, the last first, with what they emptied."""
        return self.merges.filter(undone_at=None).select_related("emptied")

    def after_merges(self) -> Self:
        """What this one is now: itself unless it was merged."""
        merge = self.mergers.filter(undone_at=None).select_related("kept").first()
        return merge.kept.after_merges() if merge else self


class MergeableRows(models.QuerySet):
    def current(self) -> Self:
        """Without those that are merged into another one."""
        merges = self.model._meta.get_field("mergers").related_model.objects
        return self.exclude(
            models.Exists(merges.filter(emptied=models.OuterRef("pk"), undone_at=None))
        )


class Players(MergeableRows):
    def current(self) -> Self:
        """Also without those whose name was mistyped at the door of a night."""
        return super().current().filter(is_gone=False)


class Matches(models.QuerySet):
    """`restorable` and `expired` are the two kinds in the bin."""

    def not_deleted(self) -> Matches:
        return self.filter(deleted_at=None)

    def restorable(self) -> Matches:
        return self.filter(deleted_at__gt=timezone.now() - BIN_PERIOD)

    def expired(self) -> Matches:
        return self.filter(deleted_at__lte=timezone.now() - BIN_PERIOD)

    def unarchived(self) -> Matches:
        """Neither deleted nor archived."""
        return self.not_deleted().filter(archived_at=None)

    def locked(self) -> Matches:
        """Lock the rows for this transaction, with FOR NO KEY UPDATE. Rows that only refer to a match
        (rematches, grants) can still be inserted. Otherwise an import, which holds the circle and inserts
        rematches, could deadlock with a writer that holds the match and waits for the circle."""
        return self.select_for_update(no_key=True)

    def opened(self) -> Matches:
        """Without tables of a night at which nobody has written a hand: one that plays on paper never has a
        match."""
        return self.exclude(night_table__isnull=False, hands=0, finished_at=None)

    def going_on(self) -> Matches:
        return self.filter(
            finished_at=None, written_at__gt=timezone.now() - ABANDONED_AFTER
        )

    def finished(self) -> Matches:
        return self.filter(finished_at__isnull=False)

    def years(self) -> list[int]:
        """The years in which one of these matches was played, the last first."""
        days = self.dates("played_on", "year", order="DESC")
        return [day.year for day in days]

    def abandoned(self) -> Matches:
        return self.filter(
            finished_at=None, written_at__lte=timezone.now() - ABANDONED_AFTER
        )


class Circle(Shareable, Mergeable):
    """A group that plays together (peña): its players, matches and house rules."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80, blank=True)
    time_zone = models.CharField(max_length=64, default=default_time_zone)
    # whether matches of club nights are in its statistics
    counts_nights = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = MergeableRows.as_manager()

    def get_absolute_url(self) -> str:
        return reverse("circle", args=[self.code])

    @property
    def has_nights(self) -> bool:
        """Whether club nights of it may be spoken of."""
        return settings.CLUB_NIGHTS and self.nights.exists()

    @property
    def finished_matches(self) -> Matches:
        """The matches that evenings and the account count."""
        return self.matches.not_deleted().finished()

    @property
    def counted_matches(self) -> Matches:
        """The matches that statistics count; league and ratings only the contests among them."""
        over = self.finished_matches
        return over if self.counts_nights else over.filter(night_table=None)

    @cached_property
    def current_players(self) -> list[Player]:
        return list(self.players.current())

    @cached_property
    def people(self) -> list[Player]:
        """The current players, sorted by name."""
        return by_name(self.current_players)

    @cached_property
    def display_name(self) -> str:
        """The name of the circle or, without one, the names of its players."""
        return marked_name(self.name) if self.name else name_from_players(self.people)


class Player(Mergeable, models.Model):
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    # not shown; files of groups carry it
    colour = models.PositiveSmallIntegerField(default=0)
    emoji = models.CharField(max_length=8, blank=True)
    # index of a colour of the chart
    chosen_colour = models.PositiveSmallIntegerField(null=True, blank=True)
    # of its PlayerPhoto, empty without one: a row that is read says which photo to ask for
    photo_digest = models.CharField(max_length=16, blank=True)
    # set when the name was erased on request
    erased_at = models.DateTimeField(null=True, blank=True)
    # deleted from a night before they ever played: the log of the night alone names them
    is_gone = models.BooleanField(default=False)

    objects = Players.as_manager()

    class Meta:
        ordering = ("pk",)  # `by_name` sorts by the name
        constraints = [
            models.UniqueConstraint(fields=["circle", "uid"], name="player_uid_once")
        ]

    @property
    def display_name(self) -> str:
        """The name, or «Alguien» for a player whose name was erased."""
        return marked_name(self.name) if self.name else _("Alguien")


class PlayerPhoto(models.Model):
    """The photo of a player, apart from the row that every page reads. Of `circle.circles.photos` alone."""

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="photo"
    )
    image = models.BinaryField()  # WebP, at most 12 kB


def photo_address(circle: Circle, player: Player) -> str:
    """The address of the photo of a player of that circle; empty without one."""
    digest = player.photo_digest
    return reverse("photo", args=[circle.code, digest]) if digest else ""


def by_name(players: Iterable[Player]) -> list[Player]:
    """The players sorted by the names that are shown; of two with one name the older first."""
    return sorted(
        players, key=lambda player: (alphabetical(player.display_name), player.pk)
    )


def distinct_names(some: Iterable[Player]) -> dict[int, str]:
    """Their names by their keys; two of one name get numbers."""
    players = by_name(some)
    names = unique_names([player.display_name for player in players])
    return {player.pk: name for player, name in zip(players, names, strict=True)}


def name_from_players(people: Iterable[Player]) -> str:
    """The name shown for a circle that has none: its first players by name."""
    names = [player.display_name for player in by_name(people) if player.name]
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown}…" if len(names) > NAMES_SHOWN else shown or _("Grupo nuevo")


class HouseRules(models.Model):
    """A named ruleset of a circle, «Las de la abuela». A match has its own: changing this changes none."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=40)
    ruleset = models.JSONField()  # Ruleset.dump()
    # when they were saved or last used to start a match
    used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "house rules"
        ordering = ("-used_at", "-pk")

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)


class Match(Shareable):
    """One match. Totals come from replaying the entries."""

    class Direction(models.IntegerChoices):
        DOWN = 1
        UP = -1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="matches")
    # The texts: as `match_facts.TEXTS` has them, which a test compares
    rules_name = models.CharField(max_length=40, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    place = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=200, blank=True)
    ruleset = models.JSONField()  # Ruleset.dump()
    game = models.GeneratedField(  # key of the ruleset; only matches of one game are compared
        expression=KT("ruleset__key"),
        output_field=models.CharField(max_length=40),
        db_persist=True,
    )
    first_dealer = models.PositiveSmallIntegerField(default=0)  # a seat's position
    # Order of play: along the seats or against
    direction = models.SmallIntegerField(choices=Direction, default=Direction.DOWN)
    # number of seats taken before the first hand
    players_at_start = models.PositiveSmallIntegerField()
    played_on = models.DateField()  # the date, in the time zone of the circle
    # `search_text`
    sought = models.CharField(max_length=SEARCH_TEXT_LENGTH, blank=True)
    previous = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches"
    )
    created_at = models.DateTimeField(default=timezone.now)
    written_at = models.DateTimeField(default=timezone.now)  # of the newest entry
    # rewritten with the results
    finished_at = models.DateTimeField(null=True, blank=True)
    # number of scored hands; rewritten with the results
    hands = models.PositiveIntegerField(default=0)
    # Its table in a club night, where `scores.night` seated it; the board then leads to the page of the table
    night_table = models.PositiveSmallIntegerField(null=True, blank=True)
    # version of the board; every change raises it
    version = models.PositiveIntegerField(default=0)
    # still counted, not in the first lists
    archived_at = models.DateTimeField(null=True, blank=True)
    # in the bin; `manage.py purge` removes it
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = Matches.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-created_at", "-pk")
        constraints = [
            models.UniqueConstraint(fields=["circle", "uid"], name="match_uid_once")
        ]
        indexes = [
            models.Index(fields=["circle", "-written_at"], name="match_of_circle"),
            models.Index(fields=["circle", "-played_on"], name="match_by_evening"),
            models.Index(  # the matches that statistics count
                fields=["circle", "game", "played_on"],
                condition=models.Q(deleted_at=None, finished_at__isnull=False),
                name="match_over",
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Recompute `sought` too, which `update_fields` must name with any text that search finds."""
        self.sought = self.search_text
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def is_of_night(self) -> bool:
        """Whether it is a table of a club night. What a phone got at the table it has of this match alone."""
        return self.night_table is not None

    def photo_of(self, player: Player) -> str:
        """The address of the photo of one who plays."""
        return photo_address(self.circle, player)

    def read_again(self) -> None:
        """Read all columns again. Raises Http404 if the match was deleted."""
        try:
            self.refresh_from_db(from_queryset=Match.objects.not_deleted())
        except Match.DoesNotExist as gone:
            raise Http404 from gone

    def read_seats(self) -> list[Seat]:
        seats = list(Seat.objects.raw(SEATS, [self.pk]))
        for seat in seats:
            seat.player = PLAYER.of(seat)
        return seats

    def read_rows(self) -> Sequence[LogRow]:
        with connections[router.db_for_read(Entry, instance=self)].cursor() as cursor:
            cursor.execute(LOG, [self.pk])
            rows = cursor.fetchall()
        return [
            StoredEntry(
                seq, kind, json.loads(payload), key, by, _aware(at), _aware(happened_at)
            )
            for seq, kind, payload, key, by, at, happened_at in rows
        ]

    @property
    def search_text(self) -> str:
        """Folded details and name of the rules, cut to SEARCH_TEXT_LENGTH."""
        texts = [*(getattr(self, fact.key) for fact in DETAILS), self.rules_name]
        text = folded_text("\n".join(filter(None, texts)))
        return text[:SEARCH_TEXT_LENGTH]  # folding can lengthen a text

    @property
    def rules(self) -> Ruleset:
        """The ruleset the match started with."""
        return load_ruleset(self.ruleset)


class Seat(models.Model):
    """Which player sits at a position. Entries name positions, so renaming a player changes no entry."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(
                fields=["match", "position"], name="seat_position_once"
            ),
            models.UniqueConstraint(
                fields=["match", "player"], name="seat_player_once"
            ),
        ]


class JoinedColumns:
    """Some columns of another table in a raw query, which costs a quarter of a query that Django builds."""

    def __init__(self, model: type[models.Model], *names: str) -> None:
        self.model = model
        self.table = model._meta.db_table
        # `from_db` takes the values in the order of the model.
        self.fields = [
            field for field in model._meta.concrete_fields if field.attname in names
        ]
        self.names = [field.attname for field in self.fields]
        self.sql = ", ".join(
            f"{self.table}.{name} AS {self.table}_{name}" for name in self.names
        )

    def of(self, row: models.Model) -> Any:
        """The row of the model that was read with `row`."""
        values = [
            field.to_python(getattr(row, f"{self.table}_{field.attname}"))
            for field in self.fields
        ]
        return self.model.from_db(row._state.db, self.names, values)


PLAYER = JoinedColumns(
    Player, "id", "uid", "name", "emoji", "chosen_colour", "photo_digest"
)
SEATS = f"""
SELECT scores_seat.*, {PLAYER.sql} FROM scores_seat
JOIN scores_player ON scores_player.id = scores_seat.player_id
WHERE scores_seat.match_id = %s ORDER BY scores_seat.position
"""  # noqa: S608  # nothing in it was typed


class Phone(models.Model):
    """A browser that has written something. Its signed cookie holds the uid."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40, blank=True)  # the name its user gave it
    created_at = models.DateTimeField(default=timezone.now)
    seen_on = models.DateField(default=timezone.localdate)  # updated at most once a day


class LimitCount(models.Model):
    """How often a limited action was done until `ends_at`. Of `scores.core.access.rate_limits` alone."""

    key = models.CharField(primary_key=True, max_length=32)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)


class KeptFile(models.Model):
    """An uploaded file between its preview and its import. Of `scores.transfer.importer` alone."""

    uid = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    phone = models.ForeignKey(
        Phone, models.CASCADE, null=True, related_name="kept_files"
    )
    kept_at = models.DateTimeField(default=timezone.now, db_index=True)
    size = models.PositiveIntegerField()  # size of `packed` in bytes
    packed = models.BinaryField()  # compressed with gzip

    class Meta:
        verbose_name_plural = "kept files"


class Entry(models.Model):
    """One entry of a log. Rows are added, never changed."""

    # the same in a file of the match
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    payload = models.JSONField()
    client_key = models.CharField(max_length=64)
    by = models.ForeignKey(
        Phone, models.SET_NULL, null=True, related_name="entries", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)  # clock of the server
    # clock of the phone, limited to plausible values
    happened_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("seq",)
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(
                fields=["match", "client_key"], name="entry_key_once"
            ),
            models.UniqueConstraint(fields=["match", "uid"], name="entry_uid_once"),
        ]
        indexes = [models.Index(fields=["by", "at"], name="entry_by_phone")]


class StoredEntry(NamedTuple):
    """An `Entry` as it is read: a row of the model costs four times as much, and a log has many."""

    seq: int
    kind: str
    payload: dict[str, Any]
    client_key: str
    by_id: int | None
    at: datetime
    happened_at: datetime


LogRow: TypeAlias = Entry | StoredEntry
"""One entry of a log. The rows of a phone have no `by_id` and no `at`."""


def _aware(read: datetime) -> datetime:
    """A time as a query of plain SQL gives it: without zone from SQLite, which has it in UTC."""
    return read if read.tzinfo else read.replace(tzinfo=UTC)


LOG = """
SELECT seq, kind, payload, client_key, by_id, at, happened_at FROM scores_entry
WHERE scores_entry.match_id = %s ORDER BY seq
"""


class Result(models.Model):
    """The result of one seat in a match, for lists and statistics. Never read to compute a total."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    total = models.IntegerField()
    points = models.IntegerField()  # sum of the points of all hands
    hands = models.PositiveIntegerField()
    closes = models.PositiveIntegerField()
    clean = models.PositiveIntegerField()
    joker_runs = models.PositiveIntegerField()
    chinchones = models.PositiveIntegerField()
    buy_backs = models.PositiveIntegerField()
    money = models.BigIntegerField()  # net gain or loss, in hundredths of the currency
    # fewest points of one hand; None without a scored hand
    fewest = models.IntegerField(null=True)
    most = models.IntegerField(null=True)
    # points of each hand, a list; None: not filled in yet
    hand_points = models.JSONField(null=True)
    # numbers of the hands, from 1, that took the seat past the limit
    busts = models.JSONField(null=True)
    # Of a winner who was nearly beaten: the lowest chance to win, in thousandths. A changed log deletes it;
    # `scores.circle.forecast.course` writes it once the chances were computed.
    lowest_chance = models.PositiveSmallIntegerField(null=True)

    LACKS_POINTS = models.Q(hands__gt=0, most=None, hand_points__isnull=True)

    class Meta:
        ordering = ("place", "pk")

    @property
    def lacks_points(self) -> bool:
        """Whether an older version wrote it without `fewest` and `most`, and nobody tried to fill them in."""
        return self.hands > 0 and self.most is None and self.hand_points is None


class Rating(models.Model):
    """Rating of a player after the last match of a date, in one game or in all games, with running counts.
    Derived from the results by `scores.core.matches.ratings` alone: a change of an older match deletes rows,
    and a page that needs them computes them again."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    # the key of a ruleset; empty: every game
    game = models.CharField(max_length=40, blank=True)
    played_on = models.DateField()
    mu = models.FloatField()  # mean skill, in the units of `skill.MU`
    sigma = models.FloatField()  # standard deviation of the skill
    # this and the following fields count up to this date
    matches = models.PositiveIntegerField()
    sums = models.JSONField()  # of columns of `Result`, by their names
    # says which columns; rows with another scheme are computed again
    scheme = models.PositiveIntegerField()
    streak = models.PositiveIntegerField()  # current run of wins
    longest = models.PositiveIntegerField()  # longest run of wins so far

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["circle", "game", "player", "played_on"],
                name="rating_of_evening_once",
            )
        ]
        indexes = [
            models.Index(fields=["circle", "-played_on"], name="rating_by_evening")
        ]


class Records(models.Model):
    """Cached records of a circle, in one game or in all games. Derived and invalidated like ratings."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="records")
    # the key of a ruleset; empty: every game
    game = models.CharField(max_length=40, blank=True)
    held = models.JSONField()  # see `scores.circle.statistics.records`

    class Meta:
        verbose_name_plural = "records"
        constraints = [
            models.UniqueConstraint(
                fields=["circle", "game"], name="records_of_game_once"
            )
        ]


def _choices(members: type[Enum]) -> list[tuple[Any, str]]:
    """The members of an enum as a column has them: the value and the name."""
    return [(member.value, member.name) for member in members]


class Role(IntEnum):
    """What a phone may do; each role includes the ones before it."""

    NONE = 0
    WATCH = 1
    SCORE = 2
    OWN = 3


class Grant(models.Model):
    """The role of one phone in a circle, or in one match only."""

    phone = models.ForeignKey(Phone, models.CASCADE, related_name="grants")
    circle = models.ForeignKey(
        Circle, models.CASCADE, null=True, blank=True, related_name="grants"
    )
    match = models.ForeignKey(
        Match, models.CASCADE, null=True, blank=True, related_name="grants"
    )
    role = models.PositiveSmallIntegerField(choices=_choices(Role))
    granted_at = models.DateTimeField(default=timezone.now)
    # which an owner gave the phone here
    name = models.CharField(max_length=40, blank=True)
    by_link = models.BooleanField(default=False)  # granted by the link for this role

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(circle=None) ^ models.Q(match=None),
                name="grant_of_circle_or_match",
            ),
            models.UniqueConstraint(
                fields=["phone", "circle"], name="grant_of_circle_once"
            ),
            models.UniqueConstraint(
                fields=["phone", "match"], name="grant_of_match_once"
            ),
        ]

    @property
    def target(self) -> Circle | Match:
        return self.circle or self.match


class What(StrEnum):
    """What happened to a right."""

    GIVEN = "given"
    TAKEN = "taken"  # by the phone itself
    REMOVED = "removed"


class Way(StrEnum):
    """By which a phone got a right or lost it."""

    START = "start"
    LINK = "link"
    OWNER = "owner"
    MERGE = "merge"
    TABLE = "table"  # until 1.0 two phones could decide that a third own the circle
    PASSKEY = "passkey"
    PAPER = "paper"
    SELF = "self"


class AccountEntry(models.Model):
    """A line of the log of what a circle has paid: payments, all of them at once (a zero), or a line that
    does not count. Of `scores.circle.accounts.log`. Rows are added, never changed."""

    # the key of the form that wrote it, and the same in a file of the circle
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="account_entries")
    # each with its currency, payer and payee (keys of players), and hundredths
    payments = models.JSONField(default=list)
    # of the evening on whose page it was said
    day = models.DateField(null=True)
    # whether nobody owed anything from then on
    is_zero = models.BooleanField(default=False)
    undoes = models.OneToOneField(
        "self", models.CASCADE, null=True, related_name="undone_by"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name_plural = "account entries"
        ordering = ("at", "pk")
        constraints = [
            models.UniqueConstraint(fields=["circle", "uid"], name="account_entry_once")
        ]


class RightsLine(models.Model):
    """What happened to a right in a circle, in one of its matches or in one of its nights; of
    `scores.core.access.rights_log`."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="rights_lines")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    night = models.ForeignKey("Night", models.CASCADE, null=True, related_name="+")
    # of the night; None: to watch it
    table = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    what = models.CharField(max_length=8, choices=_choices(What))
    role = models.PositiveSmallIntegerField(choices=_choices(Role))
    way = models.CharField(max_length=8, choices=_choices(Way))
    # Uids and no keys: a line outlives its phones, and is written without looking them up.
    phone = models.UUIDField()
    by = models.UUIDField(null=True)  # the phone that did it; None: the operator

    class Meta:
        ordering = ("-pk",)


class Claim(models.Model):
    """A phone's word that the person who holds it is this player. It gives no right."""

    phone = models.ForeignKey(Phone, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["phone", "player"], name="claim_of_phone_once"
            )
        ]


class TypedCode(models.Model):
    """Six letters, not stored, that lead to a link of a match: see `scores.core.access.share_links`."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="typed_codes")
    role = models.PositiveSmallIntegerField(choices=_choices(Role))
    # of the link; a revoked link ends its code
    generation = models.PositiveIntegerField()
    nonce = models.UUIDField(default=uuid.uuid4)
    # of the letters, to find the row
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)
    # phones that took the link meanwhile
    used_by = models.ManyToManyField(Phone, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "role"], name="typed_code_of_link_once"
            )
        ]


class PaperKey(models.Model):
    """Twelve words on paper, not stored, that give another phone what this one may do: see
    `scores.core.access.paper_keys`."""

    phone = models.OneToOneField(Phone, models.CASCADE, related_name="paper_key")
    # of the words, to find the row
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)


class Passkey(models.Model):
    """What proves that a browser holds a passkey of the phone: see `scores.core.access.passkeys`."""

    phone = models.ForeignKey(Phone, models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1400, unique=True)  # its id, in base64url
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    used_on = models.DateField(null=True, blank=True)  # the day of its last use


class Undoable(models.Model):
    """Base of merges: `emptied` counts as `kept` until the merge is undone."""

    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ("-pk",)

    def mark_undone(self) -> None:
        self.undone_at = timezone.now()
        self.save(update_fields=["undone_at"])


class Merge(Undoable):
    """A merge of two circles. `moved` records what moved, so that it can be undone."""

    kept = models.ForeignKey(Circle, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Circle, models.CASCADE, related_name="mergers")
    # display name of the emptied circle before the merge
    called = models.CharField(max_length=200)
    moved = models.JSONField()  # see `scores.circle.circles.merging`
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="merges")

    class Meta(Undoable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"],
                condition=models.Q(undone_at=None),
                name="merge_of_circle_once",
            )
        ]


class PlayerMerge(Undoable):
    """A merge of two players. `seats` records which seats moved, so that it can be undone."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Player, models.CASCADE, related_name="mergers")
    seats = models.JSONField()  # keys of the seats that belonged to `emptied`
    by = models.ForeignKey(
        Phone, models.SET_NULL, null=True, related_name="player_merges"
    )

    class Meta(Undoable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"],
                condition=models.Q(undone_at=None),
                name="merge_of_player_once",
            )
        ]
