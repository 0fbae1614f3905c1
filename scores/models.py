"""People, matches and phones. What happened in a match is in `Entry`, written by `matches.log` alone."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable
from datetime import timedelta
from enum import IntEnum
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.fields.json import KT
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.ruleset import Ruleset
from scores.notation.names import folded

NAMES_SHOWN = 4  # of a circle without a name of its own
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is mistaken for another when read aloud
BIN_PERIOD = timedelta(days=30)  # what was deleted
ABANDONED_AFTER = timedelta(days=14)  # of nothing written: groups that meet weekly may have missed an evening
SEARCH_TEXT_LENGTH = 320


def new_code() -> str:
    """Ten letters for an address: about 50 bits. It names a thing; it gives no right to it."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


def default_time_zone() -> str:
    return settings.TIME_ZONE


class Shareable(models.Model):
    """What has the three links own, score and watch.

    Only the generation of each is stored: raising it revokes every link given out before.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    own_generation = models.PositiveIntegerField(default=0)
    score_generation = models.PositiveIntegerField(default=0)
    watch_generation = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class Circles(models.QuerySet):
    def in_use(self) -> Circles:
        """Those that were not merged into another."""
        merged = Merge.objects.filter(emptied=models.OuterRef("pk"), undone_at=None)
        return self.exclude(models.Exists(merged))

    def with_people(self) -> Circles:
        """Each with its `people`, in one query for all."""
        return self.prefetch_related(models.Prefetch("players", Player.objects.current(), "people"))


class Players(models.QuerySet):
    def current(self) -> Players:
        """Those who were not merged into another person."""
        merged = PlayerMerge.objects.filter(emptied=models.OuterRef("pk"), undone_at=None)
        return self.exclude(models.Exists(merged))


class Matches(models.QuerySet):
    def not_deleted(self) -> Matches:
        """Those that nobody deleted."""
        return self.filter(deleted_at=None)

    def restorable(self) -> Matches:
        """Those deleted so lately that they may come back."""
        return self.filter(deleted_at__gt=timezone.now() - BIN_PERIOD)

    def expired(self) -> Matches:
        """Those deleted so long ago that nobody can bring them back."""
        return self.filter(deleted_at__lte=timezone.now() - BIN_PERIOD)

    def unarchived(self) -> Matches:
        """Those that are neither deleted nor put away."""
        return self.not_deleted().filter(archived_at=None)

    def locked(self) -> Matches:
        """For this transaction alone, but for rows that only name one: its rematch, a right to it. Whoever
        brings in rematches holds the circle, and must not wait for a match whose writer waits for that."""
        return self.select_for_update(no_key=True)

    def going_on(self) -> Matches:
        return self.filter(finished_at=None, written_at__gt=timezone.now() - ABANDONED_AFTER)

    def finished(self) -> Matches:
        return self.filter(finished_at__isnull=False)

    def abandoned(self) -> Matches:
        """Those that never ended and of which nothing was written for a while."""
        return self.filter(finished_at=None, written_at__lte=timezone.now() - ABANDONED_AFTER)


class Circle(Shareable):
    """A group that plays together (peña): its players, matches and house rules."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80, blank=True)
    time_zone = models.CharField(max_length=64, default=default_time_zone)
    created_at = models.DateTimeField(default=timezone.now)

    objects = Circles.as_manager()

    def __str__(self) -> str:
        return self.name or self.code

    def get_absolute_url(self) -> str:
        return reverse("circle", args=[self.code])

    @cached_property
    def people(self) -> list[Player]:
        """Everybody who plays in it, each once."""
        return list(self.players.current())

    @cached_property
    def display_name(self) -> str:
        """Its name; while it has none, who plays in it."""
        return self.name or name_from_players(self.people)

    def after_merges(self) -> Circle:
        """The circle that it is part of now: itself, unless it was merged into another."""
        merge = self.mergers.filter(undone_at=None).select_related("kept").first()
        return merge.kept.after_merges() if merge else self


class Player(models.Model):
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    colour = models.PositiveSmallIntegerField(default=0)
    erased_at = models.DateTimeField(null=True, blank=True)  # the name was taken away on request

    objects = Players.as_manager()

    class Meta:
        ordering = ("name", "pk")
        constraints = [models.UniqueConstraint(fields=["circle", "uid"], name="player_uid_once")]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name; of who had it taken away, that it was somebody."""
        return self.name or _("Alguien")

    @property
    def merges_in_force(self) -> models.QuerySet[PlayerMerge]:
        """Who was found to be this person and still is, with the names of then."""
        return self.merges.filter(undone_at=None).select_related("emptied")

    def after_merges(self) -> Player:
        """Who this is now: the same row, unless it was merged into another."""
        merge = self.mergers.filter(undone_at=None).select_related("kept").first()
        return merge.kept.after_merges() if merge else self


def name_from_players(people: Iterable[Player]) -> str:
    """What a circle without a name of its own is called: by the first of its people."""
    names = [player.name for player in people if player.name]
    told = ", ".join(names[:NAMES_SHOWN])
    return f"{told}…" if len(names) > NAMES_SHOWN else told or _("Grupo nuevo")


class HouseRules(models.Model):
    """The rules of a group under a name of its own: «Las reglas de la abuela».

    A match keeps the rules it was started with: changing or removing these changes no match.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=40)
    ruleset = models.JSONField()  # Ruleset.dump()
    used_at = models.DateTimeField(default=timezone.now)  # saved, or a match was started with them

    class Meta:
        verbose_name_plural = "house rules"
        ordering = ("-used_at", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Ruleset:
        return Ruleset.load(self.ruleset)


class Match(Shareable):
    """One contest, to the limit. Its totals are nowhere but in the replay of its entries."""

    class Direction(models.IntegerChoices):
        DOWN = 1
        UP = -1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="matches")
    ruleset = models.JSONField()  # Ruleset.dump()
    game = models.GeneratedField(  # the key of the ruleset: which matches can be compared with each other
        expression=KT("ruleset__key"), output_field=models.CharField(max_length=40), db_persist=True
    )
    rules_name = models.CharField(max_length=40, blank=True)  # what the group calls these rules
    currency = models.CharField(max_length=3, blank=True)  # a symbol; empty: chips
    first_dealer = models.PositiveSmallIntegerField(default=0)  # a seat's position
    direction = models.SmallIntegerField(
        choices=Direction, default=Direction.DOWN
    )  # along the seats or against
    players_at_start = models.PositiveSmallIntegerField()  # seats 0… taken before the first hand
    played_on = models.DateField()  # the evening, in the circle's time zone
    place = models.CharField(max_length=60, blank=True)  # where it was played
    note = models.CharField(max_length=200, blank=True)
    sought = models.CharField(
        max_length=SEARCH_TEXT_LENGTH, blank=True
    )  # place, note and rules as a search compares them
    previous = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")
    created_at = models.DateTimeField(default=timezone.now)
    written_at = models.DateTimeField(default=timezone.now)  # of the newest entry
    finished_at = models.DateTimeField(null=True, blank=True)  # rewritten with the results
    hands = models.PositiveIntegerField(default=0)  # scored; rewritten with the results
    version = models.PositiveIntegerField(default=0)  # of what its board shows: raised by every change of it
    archived_at = models.DateTimeField(null=True, blank=True)  # put away: kept and counted, not listed first
    deleted_at = models.DateTimeField(null=True, blank=True)  # out of sight; `manage.py purge` ends it

    objects = Matches.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("-created_at", "-pk")
        constraints = [models.UniqueConstraint(fields=["circle", "uid"], name="match_uid_once")]
        indexes = [
            models.Index(fields=["circle", "-written_at"], name="match_of_circle"),
            models.Index(fields=["circle", "-played_on"], name="match_by_evening"),
            models.Index(  # those that statistics count
                fields=["circle", "game", "played_on"],
                condition=models.Q(deleted_at=None, finished_at__isnull=False),
                name="match_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.played_on}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Whoever changes the place, the note or the name of the rules saves `sought` with it."""
        self.sought = self.search_text
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def search_text(self) -> str:
        """What people wrote about it and its rules, as a search compares it."""
        shown = folded("\n".join((self.place, self.note, self.rules_name)))
        return shown[:SEARCH_TEXT_LENGTH]  # some letters fold into many

    @property
    def rules(self) -> Ruleset:
        """The ruleset it started with."""
        return Ruleset.load(self.ruleset)


class Seat(models.Model):
    """Who sits at a position. Payloads name positions, so renaming a person rewrites nothing."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ("position",)
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.player}"


class Phone(models.Model):
    """A browser that wrote once. Its signed cookie holds the uid."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40, blank=True)  # what it calls itself
    created_at = models.DateTimeField(default=timezone.now)
    seen_on = models.DateField(default=timezone.localdate)  # written once a day at most

    def __str__(self) -> str:
        return self.name or str(self.pk)


class LimitCount(models.Model):
    """How often somebody did one kind of thing in the time that ends at `ends_at`. Written and forgotten by
    `scores.access.limit_counts` alone."""

    key = models.CharField(primary_key=True, max_length=32)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key} {self.count}"


class KeptFile(models.Model):
    """A file that was looked at and not brought in yet. Written, read and forgotten by
    `scores.transfer.staging` alone."""

    uid = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    phone = models.ForeignKey(Phone, models.CASCADE, null=True, related_name="kept_files")
    kept_at = models.DateTimeField(default=timezone.now, db_index=True)
    size = models.PositiveIntegerField()  # bytes of `packed`
    packed = models.BinaryField()  # gzip

    class Meta:
        verbose_name_plural = "kept files"

    def __str__(self) -> str:
        return f"{self.uid} {self.size}"


class Entry(models.Model):
    """One line as it was written. Rows are added, never edited."""

    uid = models.UUIDField(default=uuid.uuid4, editable=False)  # the same wherever the match is kept
    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    payload = models.JSONField()
    client_key = models.CharField(max_length=64)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="entries", db_index=False)
    at = models.DateTimeField(default=timezone.now)  # the server's clock
    happened_at = models.DateTimeField()  # the phone's, clamped to reason

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("seq",)
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["match", "client_key"], name="entry_key_once"),
            models.UniqueConstraint(fields=["match", "uid"], name="entry_uid_once"),
        ]
        indexes = [models.Index(fields=["by", "at"], name="entry_by_phone")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Result(models.Model):
    """What a match came to for one seat, for lists and statistics. Never read to compute a score."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    total = models.IntegerField()
    points = models.IntegerField()  # the sum of what the hands added
    hands = models.PositiveIntegerField()
    closes = models.PositiveIntegerField()
    clean = models.PositiveIntegerField()
    joker_runs = models.PositiveIntegerField()
    chinchones = models.PositiveIntegerField()
    buy_backs = models.PositiveIntegerField()
    money = models.BigIntegerField()  # won or lost, in whole units
    fewest = models.IntegerField(null=True)  # that one hand added; None where no hand counted
    most = models.IntegerField(null=True)

    class Meta:
        ordering = ("place", "pk")

    def __str__(self) -> str:
        return f"{self.match_id} {self.place}"


class Rating(models.Model):
    """How strong a player was at the end of an evening on which he finished a match, in one game or in all,
    and what he had done until then.

    Derived from the results by `scores.statistics.ratings`, which alone writes it. What is missing has been
    forgotten because an older match changed, and is worked out when somebody looks.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40, blank=True)  # the key of a ruleset; empty: every game
    played_on = models.DateField()
    mu = models.FloatField()  # what openskill takes the skill for
    sigma = models.FloatField()  # and how unsure it is
    matches = models.PositiveIntegerField()  # so far; from here on everything is
    wins = models.PositiveIntegerField()
    places = models.PositiveIntegerField()  # the sum of them
    streak = models.PositiveIntegerField()  # matches won in a row, up to the last one
    longest = models.PositiveIntegerField()  # the most that ever were

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["circle", "game", "player", "played_on"], name="rating_of_evening_once"
            )
        ]
        indexes = [models.Index(fields=["circle", "-played_on"], name="rating_by_evening")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.played_on} {self.mu:.1f}"


class Records(models.Model):
    """The records of a circle, in one game or in all. Derived, written and forgotten like ratings."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="records")
    game = models.CharField(max_length=40, blank=True)  # the key of a ruleset; empty: every game
    held = models.JSONField()  # written and read by scores.statistics.circle_records alone

    class Meta:
        verbose_name_plural = "records"
        constraints = [models.UniqueConstraint(fields=["circle", "game"], name="records_of_game_once")]

    def __str__(self) -> str:
        return f"{self.circle_id} {self.game}"


class Role(IntEnum):
    """What a phone may do; each role includes the ones before it."""

    NONE = 0
    WATCH = 1
    SCORE = 2
    OWN = 3


class Grant(models.Model):
    """The right of one phone to one circle, or to one match only."""

    phone = models.ForeignKey(Phone, models.CASCADE, related_name="grants")
    circle = models.ForeignKey(Circle, models.CASCADE, null=True, blank=True, related_name="grants")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="grants")
    role = models.PositiveSmallIntegerField(choices=[(role.value, role.name) for role in Role])
    granted_at = models.DateTimeField(default=timezone.now)
    name = models.CharField(max_length=40, blank=True)  # what an owner calls the phone here
    by_link = models.BooleanField(default=False)  # taken by the link that gives just this role here

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(circle=None) ^ models.Q(match=None), name="grant_of_circle_or_match"
            ),
            models.UniqueConstraint(fields=["phone", "circle"], name="grant_of_circle_once"),
            models.UniqueConstraint(fields=["phone", "match"], name="grant_of_match_once"),
        ]

    def __str__(self) -> str:
        return f"{self.phone_id} {self.get_role_display()}"


class Undoable(models.Model):
    """Two that became one: `emptied` is `kept` from then on, until it is undone."""

    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.emptied_id} → {self.kept_id}"


class Merge(Undoable):
    """Two circles that were one group after all: what moved from one to the other, so that it can go back."""

    kept = models.ForeignKey(Circle, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Circle, models.CASCADE, related_name="mergers")
    called = models.CharField(max_length=200)  # the emptied circle, before its people left
    moved = models.JSONField()  # written and read by scores.circles.merging alone
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="merges")

    class Meta(Undoable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"], condition=models.Q(undone_at=None), name="merge_of_circle_once"
            )
        ]


class PlayerMerge(Undoable):
    """Two names that were one person: the seats that changed hands, so that they can go back."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Player, models.CASCADE, related_name="mergers")
    seats = models.JSONField()  # pks of the seats that were the emptied one's
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="player_merges")

    class Meta(Undoable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"], condition=models.Q(undone_at=None), name="merge_of_player_once"
            )
        ]
