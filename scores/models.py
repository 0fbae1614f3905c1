"""People, matches and phones. What happened in a match is in `Entry`, written by `scores.log` alone."""

from __future__ import annotations

import secrets
import uuid
from enum import IntEnum

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from rules.ruleset import Ruleset

NAMES_TOLD = 4  # of a circle without a name of its own
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is mistaken for another when read aloud


def new_code() -> str:
    """Ten letters for an address: about 50 bits. It names a thing; it gives no right to it."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


def default_time_zone() -> str:
    return settings.TIME_ZONE


class Linked(models.Model):
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


class Players(models.QuerySet):
    def current(self) -> Players:
        """Those who were not merged into another person."""
        merged = PlayerMerge.objects.filter(emptied=models.OuterRef("pk"), undone_at=None)
        return self.exclude(models.Exists(merged))


class Matches(models.QuerySet):
    def kept(self) -> Matches:
        """Those that nobody deleted."""
        return self.filter(deleted_at=None)


class Circle(Linked):
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
    def called(self) -> str:
        """Its name; while it has none, who plays in it."""
        if self.name:
            return self.name
        names = [player.name for player in self.players.all()]
        told = ", ".join(names[:NAMES_TOLD])
        return f"{told}…" if len(names) > NAMES_TOLD else told or _("Grupo nuevo")

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
        return self.name


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


class Match(Linked):
    """One contest, to the limit. Its totals are nowhere but in the replay of its entries."""

    class Direction(models.IntegerChoices):
        DOWN = 1
        UP = -1

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="matches")
    ruleset = models.JSONField()  # Ruleset.dump()
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
    sought = models.CharField(max_length=320, blank=True)  # place, note and rules as a search compares them
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
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.played_on}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

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


class Entry(models.Model):
    """One line as it was written. Rows are added, never edited."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    payload = models.JSONField()
    client_key = models.CharField(max_length=64)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="entries")
    at = models.DateTimeField(default=timezone.now)  # the server's clock
    happened_at = models.DateTimeField()  # the phone's, clamped to reason

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("seq",)
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(fields=["match", "client_key"], name="entry_key_once"),
        ]

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


class Merge(models.Model):
    """Two circles that were one group after all: what moved from one to the other, so that it can go back."""

    kept = models.ForeignKey(Circle, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Circle, models.CASCADE, related_name="mergers")
    called = models.CharField(max_length=200)  # the emptied circle, before its people left
    moved = models.JSONField()  # written and read by scores.merging alone
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="merges")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"], condition=models.Q(undone_at=None), name="merge_of_circle_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.emptied_id} → {self.kept_id}"


class PlayerMerge(models.Model):
    """Two names that were one person: the seats that changed hands, so that they can go back."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    emptied = models.ForeignKey(Player, models.CASCADE, related_name="mergers")
    seats = models.JSONField()  # pks of the seats that were the emptied one's
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="player_merges")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=["emptied"], condition=models.Q(undone_at=None), name="merge_of_player_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.emptied_id} → {self.kept_id}"
