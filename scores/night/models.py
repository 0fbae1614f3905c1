"""Tables of a club night, and its plan. Only `scores.night.log` writes `NightEntry` rows."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, tzinfo
from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, TruncDate
from django.urls import reverse
from django.utils import timezone

from rules.kinds import Flag, Kind, Listed, Text, Whole
from rules.night.bounds import ENTRANTS, PRICES, PRIZES, STAGES, TABLES
from rules.night.presets import Programme
from rules.night.prizes import HUNDRED, prizes_by_share
from rules.night.stages import Loaded, Stage, knob
from rules.numbers import Bound
from scores.core import time_zones
from scores.core.access.rights_log import OfNight
from scores.core.match_facts import ABANDONED_AFTER, CURRENCY
from scores.core.matches.dates import DAY_ENDS_AT, evening
from scores.fields import NAME_AT_MOST
from scores.models import Circle, Match, Phone, Role, Shareable


@dataclass(frozen=True)
class Plan(Programme):
    """`prizes` are amounts or, with `by_share`, hundredths of the pot; money is in hundredths."""

    expected: int = knob(Whole(0, ENTRANTS.high), 0)
    # in the room; None: as many as are needed
    tables: int | None = knob(Whole(*TABLES, None), None)
    fee: int = knob(Whole(*PRICES), 0)
    prizes: tuple[int, ...] = knob(Listed(Whole(*PRICES), PRIZES), ())
    by_share: bool = knob(Flag(), True)
    currency: str = knob(Text(Bound(0, CURRENCY.longest)), "")

    def dump(self) -> dict[str, Any]:
        facts = {**vars(self), "stages": self.stages, "preset": self.format}
        return {name: kind.write(facts[name]) for name, kind in TYPES.items()}

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Plan:
        """Raises KeyError, ValueError or TypeError for one that is none, and NightRefusal for a stage that is
        none."""
        plan = cls.of_stages(
            **{name: TYPES[name].read(value) for name, value in stored.items()}
        )
        if plan.by_share and sum(plan.prizes) > HUNDRED:
            raise ValueError("shares of more than all")
        return plan

    def prizes_of(self, money: int) -> Sequence[int]:
        """The prize of each rank, of so much money in the pot."""
        return prizes_by_share(money, self.prizes) if self.by_share else self.prizes


ROOM_AND_MONEY: dict[str, Kind] = {
    fact.name: fact.metadata["type"] for fact in fields(Plan) if fact.metadata
}
TYPES: dict[str, Kind] = {
    "stages": Listed(Loaded(Stage), STAGES),
    "preset": Text(Bound(0, NAME_AT_MOST)),  # a Format
    **ROOM_AND_MONEY,
}
"""The type of each fact of a plan, as it is stored."""


COLUMN = "tournament_id"  # tables and columns keep the names of version 1.0
TABLE_COLUMN = "place_id"


class Nights(models.QuerySet):
    def by_day(self, zone: tzinfo | None = None) -> Nights:
        """The newest first, by `Night.day` in this time zone, by default the current one."""
        set_up = TruncDate(F("created_at") - DAY_ENDS_AT, tzinfo=zone)
        nights = self.annotate(evening=Coalesce("starts_on", set_up))
        return nights.order_by("-evening", "-created_at", "-pk")

    def of_now(self) -> Nights:
        """The nights that go on, and were changed or planned within ABANDONED_AFTER: with `.changed_at`."""
        entries = NightEntry.objects.filter(night=OuterRef("pk")).order_by("-seq")
        changed_at = Coalesce(Subquery(entries.values("at")[:1]), "created_at")
        since = timezone.now() - ABANDONED_AFTER
        is_of_now = Q(changed_at__gt=since) | Q(starts_on__gt=since.date())
        going_on = self.filter(finished_at=None, deleted_at=None)
        return going_on.annotate(changed_at=changed_at).filter(is_of_now)


class Night(Shareable):
    """One night. Entrants, rounds, standings and lives are replayed from its entries, and stored nowhere."""

    role = Role.NONE  # of the phone that asks; the loaders and links set it

    uid = models.UUIDField(
        default=uuid.uuid4, editable=False
    )  # the same in every copy of the group
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="nights")
    name = models.CharField(max_length=40)
    plan = models.JSONField()  # Plan.dump()
    version = models.PositiveIntegerField(default=0)  # every change raises it
    # the last of these changes; None for none, or before this was stored
    written_at = models.DateTimeField(null=True, blank=True)
    # when it is planned to begin, by the clock of its circle; with a day the time may be open
    starts_on = models.DateField(null=True, blank=True)
    starts_at = models.TimeField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    # written with the log
    finished_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = Nights.as_manager()

    class Meta:
        db_table = "scores_tournament"
        ordering = ("-created_at", "-pk")
        constraints = [
            models.UniqueConstraint(fields=["circle", "uid"], name="night_once")
        ]

    @property
    def planned(self) -> Plan:
        return Plan.load(self.plan)

    def get_absolute_url(self) -> str:
        return reverse("night-desk", args=[self.code])

    @property
    def day(self) -> date:
        """The planned day of the night, or the one on which it was set up."""
        return self.starts_on or evening(self.circle, self.created_at)

    @property
    def zone_in_words(self) -> str:
        """The time zone of its planned time, in words; empty where it is that of the reader."""
        return time_zones.zone_in_words(self.circle.time_zone)

    @property
    def seconds_left(self) -> int | None:
        """Until the round ends by the clock, 0 after that; None without a clock."""
        return seconds_until(self.clock_ends_at)

    @property
    def clock_text(self) -> str:
        """«12:05», of a night with a clock."""
        minutes, seconds = divmod(self.seconds_left or 0, 60)
        return f"{minutes}:{seconds:02}"

    @property
    def is_organised_here(self) -> bool:
        """Whether the phone that asks may do everything with the night, and not only help."""
        return self.role >= Role.OWN


def seconds_until(moment: datetime | None) -> int | None:
    """0 once it is over; None for none."""
    if moment is None:
        return None
    return max(0, int((moment - timezone.now()).total_seconds()))


class NightEntries(models.QuerySet):
    def in_force(self) -> NightEntries:
        """Without those that were taken back."""
        entry = Cast(KT("payload__entry"), models.IntegerField())
        taken_back = NightEntry.objects.filter(kind="taken_back").annotate(entry=entry)
        of_this = taken_back.filter(night=OuterRef("night"), entry=OuterRef("seq"))
        return self.exclude(Exists(of_this))


class NightEntry(models.Model):
    """One entry of the log of a night. Rows are added, never changed."""

    night = models.ForeignKey(
        Night, models.CASCADE, db_column=COLUMN, related_name="entries"
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    payload = models.JSONField()
    client_key = models.CharField(max_length=64)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = NightEntries.as_manager()

    class Meta:
        db_table = "scores_tournamententry"
        verbose_name_plural = "night entries"
        ordering = ("seq",)
        constraints = [
            models.UniqueConstraint(fields=["night", "seq"], name="night_seq_once"),
            models.UniqueConstraint(
                fields=["night", "client_key"], name="night_key_once"
            ),
        ]


class RoundDraft(models.Model):
    """The draft of the next round, until another one takes its place."""

    night = models.OneToOneField(
        Night, models.CASCADE, db_column=COLUMN, related_name="draft"
    )
    round = models.PositiveSmallIntegerField()
    seated = models.JSONField()  # the payload of its Seated
    is_hasty = models.BooleanField(default=False)
    swaps = models.JSONField(
        default=list
    )  # by hand: two entrants and the phone, the newest last
    later = models.JSONField(
        default=list
    )  # entrants who came and wait for the round after it
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)  # of the last change


class NightTable(models.Model):
    """A table in the room; its link is the same all night."""

    night = models.ForeignKey(
        Night, models.CASCADE, db_column=COLUMN, related_name="tables"
    )
    number = models.PositiveSmallIntegerField()
    score_generation = models.PositiveIntegerField(default=0)
    nonce = models.UUIDField(
        null=True
    )  # of its letters: see scores.night.cards.table_cards
    digest = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001  # unique

    class Meta:
        db_table = "scores_place"
        constraints = [
            models.UniqueConstraint(
                fields=["night", "number"], name="place_number_once"
            )
        ]


class Sitting(models.Model):
    """The match of a table in a round."""

    table = models.ForeignKey(
        NightTable, models.CASCADE, db_column=TABLE_COLUMN, related_name="sittings"
    )
    round = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, models.CASCADE, related_name="sitting")
    # Entrants of whom the table said before its first hand that they are not there
    missing = models.JSONField(default=list)
    called_at = models.DateTimeField(null=True)  # the table asks the organisers to come
    # who answered; nobody once that phone has forgotten itself
    coming = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="+")
    # of a table that was given minutes of its own
    own_end = models.DateTimeField(null=True)
    # another result was entered by hand; written with the log of the night
    is_overruled = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "round"], name="sitting_once")
        ]

    @property
    def ends_at(self) -> datetime | None:
        """By the clock of the round, or by its own where that is later; None without a clock."""
        of_round = self.table.night.clock_ends_at
        return of_round and max(of_round, self.own_end or of_round)

    @property
    def seconds_left(self) -> int | None:
        return seconds_until(self.ends_at)


class TableGrant(models.Model):
    """A phone that scanned the card of a table."""

    table = models.ForeignKey(
        NightTable, models.CASCADE, db_column=TABLE_COLUMN, related_name="grants"
    )
    phone = models.ForeignKey(Phone, models.CASCADE, related_name="table_grants")
    granted_at = models.DateTimeField(default=timezone.now)

    role = Role.SCORE

    class Meta:
        db_table = "scores_placegrant"
        constraints = [
            models.UniqueConstraint(fields=["table", "phone"], name="place_grant_once")
        ]

    @property
    def target(self) -> OfNight:
        return OfNight(self.table.night, self.table.number)


class NightGrant(models.Model):
    """What a phone has of one night alone: its role there, by a link of the night, and who it said it is.
    With the role SCORE it helps, with OWN it organises."""

    night = models.ForeignKey(
        Night, models.CASCADE, db_column=COLUMN, related_name="grants"
    )
    phone = models.ForeignKey(Phone, models.CASCADE, related_name="night_grants")
    role = models.PositiveSmallIntegerField(
        choices=[(role.value, role.name) for role in Role], default=Role.NONE
    )
    entrant = models.PositiveSmallIntegerField(null=True)  # no right comes from it
    granted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "scores_tournamentgrant"
        constraints = [
            models.UniqueConstraint(fields=["night", "phone"], name="night_grant_once")
        ]

    @property
    def target(self) -> OfNight:
        return OfNight(self.night)
