"""The card on a table: a link that is the same all night, and gives only what is played there now.

A phone that scanned it keeps score at that table. When a round is published its phones keep score in the new
match, and only watch the one before. Whatever changes these rights locks the night first.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scores.core import versions
from scores.core.access import grants, letters, link_key, phones, rights_log, sources
from scores.core.access.sources import Loss, RightsSource
from scores.models import Circle, Grant, Match, Phone, Role, Way
from scores.night.models import Night, NightTable, Sitting, TableGrant

# after the last entry of a night the letters of its cards lead nowhere any more
GOES_ON = timedelta(days=1)


def give_letters(tables: Sequence[NightTable]) -> None:
    """New letters for these tables."""

    def write() -> None:
        for table in tables:
            fresh = letters.new_letters()
            table.nonce = fresh["nonce"]
            table.digest = fresh["digest"]
        NightTable.objects.bulk_update(tables, ["nonce", "digest"])

    if tables:
        letters.write_until_unique(write)


def letters_of(table: NightTable) -> str:
    """Empty for a table that has none, or whose letters were made with another link key."""
    if table.nonce is None:
        return ""
    halves = letters.in_halves(table.nonce)
    return halves if letters.digest_of_typed(halves) == table.digest else ""


def path_of_letters(digest: str) -> str:
    """The path of the card with these letters, if its night goes on; else empty."""
    tables = NightTable.objects.select_related("night").filter(
        digest=digest,
        night__finished_at=None,
        night__deleted_at=None,
        night__entries__at__gt=timezone.now() - GOES_ON,
    )
    table = tables.first()
    return link_path(table) if table else ""


def link_path(table: NightTable) -> str:
    """The path in the QR code of the card. The same until the link is renewed."""
    token = link_key.token(_secret(table))
    return reverse("table-link", args=[table.night.code, table.number, token])


def table_of_link(
    code: str, number: int, token: str, *, to_take: bool = False
) -> NightTable:
    """The table of a card. Raises Http404 if the link was renewed or forged, or the night is over. `to_take`
    locks the night, so that no round is published and no link renewed before the rights are given."""
    nights = Night.objects.filter(code=code, finished_at=None, deleted_at=None)
    night = (nights.select_for_update(no_key=True) if to_take else nights).first()
    table = night and night.tables.filter(number=number).first()
    if table is None:
        raise Http404
    if not link_key.is_token(token, _secret(table)):
        rights_log.log_refused(night.circle, Role.SCORE)
        raise Http404
    return table


def match_now(table: NightTable) -> Match | None:
    """What is played at that table in the last round; None if nobody sits there."""
    of_night = Sitting.objects.filter(table__night=table.night_id)
    last_round = of_night.order_by("-round").values("round")[:1]
    sittings = table.sittings.filter(round=last_round, match__deleted_at=None)
    sitting = sittings.select_related("match").first()
    return sitting and sitting.match


def scan(table: NightTable, phone: Phone) -> Match | None:
    """The phone keeps score at that table from now on. `table` is from a link that it takes."""
    _give(table, phone, Way.LINK)
    match = match_now(table)
    if match is not None:
        grants.grant(phone, match, Role.SCORE, Way.LINK, by_link=True, is_news=False)
    return match


def _give(table: NightTable, phone: Phone, way: Way) -> None:
    granted, is_new = TableGrant.objects.get_or_create(table=table, phone=phone)
    if is_new:
        rights_log.log_given(granted.target, granted.role, phone.uid, way)


def of_numbers(night: Night, numbers: Iterable[int]) -> dict[int, NightTable]:
    """The tables with these numbers; they are there from now on."""
    NightTable.objects.bulk_create(
        [NightTable(night=night, number=number) for number in sorted(numbers)],
        ignore_conflicts=True,
    )
    wanted = night.tables.filter(number__in=numbers)
    table_of_number = {table.number: table for table in wanted}
    give_letters([table for table in table_of_number.values() if not letters_of(table)])
    return table_of_number


def locked_rounds(night: Night, *numbers: int) -> list[Match]:
    """The matches of these rounds, locked: before their circle, and that before the night."""
    sat = Match.objects.filter(sitting__table__night=night, sitting__round__in=numbers)
    return list(sat.locked().order_by("pk"))


def hand_over(night: Night, number: int) -> None:
    """Whoever kept score at a table of the round before `number` only watches it now, also who took a link of
    its match: those links are renewed. These matches are locked, and the night."""
    before = Sitting.objects.filter(table__night=night, round=number - 1)
    matches = Match.objects.filter(sitting__in=before)
    matches.update(score_generation=F("score_generation") + 1)
    versions.bump(matches)
    lost = Grant.objects.filter(match__in=matches, role=Role.SCORE)
    for grant in lost.select_related("match", "phone"):
        rights_log.log_copied(grant.match, Role.WATCH, grant.phone.uid)
    lost.update(role=Role.WATCH, by_link=False)


def seat_phones(sittings: Iterable[Sitting]) -> None:
    """The phones of each table keep score in this match of it. That is no news to the owners."""
    match_at = {sitting.table_id: sitting.match for sitting in sittings}
    holders = TableGrant.objects.filter(table__in=match_at).select_related("phone")
    given = [
        Grant(
            phone=held_grant.phone,
            match=match_at[held_grant.table_id],
            role=Role.SCORE,
            by_link=True,
            granted_at=held_grant.granted_at,
        )
        for held_grant in holders
    ]
    Grant.objects.bulk_create(given, ignore_conflicts=True)
    for grant in given:
        rights_log.log_copied(grant.match, Role.SCORE, grant.phone.uid)


def take_grants(lost: QuerySet[Grant]) -> None:
    """The phones have no right to these matches any more. That is no news to the owners."""
    for grant in lost.select_related("match", "phone"):
        rights_log.log_copied(grant.match, Role.NONE, grant.phone.uid)
    lost.delete()


def hand_back(night: Night, number: int) -> None:
    """The phones of the tables of that round keep score in it again: the next one was taken back."""
    sittings = Sitting.objects.filter(table__night=night, round=number)
    of_table = Q(phone__table_grants__table=F("match__sitting__table"))
    lowered = Grant.objects.filter(of_table, match__sitting__in=sittings)
    take_grants(lowered.filter(role__lt=Role.SCORE))
    seat_phones(sittings.select_related("match"))
    versions.bump(Match.objects.filter(sitting__in=sittings))


@transaction.atomic
def renew(table: NightTable) -> None:
    """Print a new card: the old one gives nothing, and its phones lose every match of this table."""
    first = (
        Match.objects.filter(sitting__table=table).order_by("sitting__round").first()
    )
    if first is not None:
        phones.lock(first)
        holders = list(table.grants.values_list("phone", flat=True))
        phones.lower(first, holders, Role.NONE)
    _lock_nights(Night.objects.filter(pk=table.night_id))
    _take(table.grants.all(), Way.OWNER)
    renew_cards(NightTable.objects.filter(pk=table.pk))


class CardLinks(RightsSource):
    """A phone that scanned the card of a table keeps score there from round to round."""

    models = (TableGrant,)

    def rows_of(self, phone: Phone) -> Sequence[TableGrant]:
        return list(_with_targets(TableGrant.objects.filter(phone=phone)))

    def matches_after(self, matches: Iterable[int]) -> Iterable[int]:
        """The matches of the later rounds at the same table."""
        later = Sitting.objects.filter(
            table__sittings__match__in=matches, round__gt=F("table__sittings__round")
        )
        return later.values_list("match", flat=True)

    def lock(self, target: Circle | Match, matches: Iterable[int]) -> None:
        is_circle = isinstance(target, Circle)
        of = (
            Q(circle__in=phones.circles_of(target))
            if is_circle
            else Q(tables__sittings__match__in=matches)
        )
        _lock_nights(Night.objects.filter(of))

    def lower(self, loss: Loss) -> None:
        tables = _tables_of(loss.target)
        phones_of = loss.phones if loss.kept < Role.SCORE else ()
        held = TableGrant.objects.filter(table__in=tables, phone__in=phones_of)
        shown = tables if loss.is_of_owner else tables.filter(grants__in=held)
        keys = list(shown.values_list("pk", flat=True))
        _take(held, Way.OWNER)
        renew_cards(NightTable.objects.filter(pk__in=keys))

    def separate(self, circle: Circle, other: Circle, since: datetime) -> None:
        tables = NightTable.objects.filter(night__circle=circle)
        taken = TableGrant.objects.filter(table__in=tables, granted_at__gte=since)
        _take(taken.filter(phone__in=sources.strangers(circle, other)), Way.MERGE)
        renew_cards(tables)

    def give(self, old: Phone, phone: Phone, way: Way) -> None:
        _lock_nights(
            Night.objects.filter(Q(tables__grants__phone=old) | Q(grants__phone=old))
        )
        for granted in self.rows_of(old):
            _give(granted.table, phone, way)


def _tables_of(target: Circle | Match) -> QuerySet[NightTable]:
    if isinstance(target, Circle):
        return NightTable.objects.filter(night__circle__in=phones.circles_of(target))
    sat = Sitting.objects.filter(match__in=phones.keys_below(target))
    return NightTable.objects.filter(pk__in=list(sat.values_list("table", flat=True)))


def _lock_nights(nights: QuerySet[Night]) -> None:
    nights = Night.objects.filter(pk__in=nights.order_by().values("pk"))
    list(nights.select_for_update(no_key=True).order_by("pk"))


def _with_targets(granted: QuerySet[TableGrant]) -> QuerySet[TableGrant]:
    return granted.select_related("table__night", "phone").order_by("pk")


def _take(granted: QuerySet[TableGrant], way: Way) -> None:
    rights_log.log_lowered(_with_targets(granted), Role.NONE, way)
    granted.delete()


def renew_cards(tables: QuerySet[NightTable]) -> None:
    """The old cards give nothing; whoever has one of these tables keeps it. A night that is over can be
    reopened, so its cards are renewed too."""
    renewed = list(tables)
    NightTable.objects.filter(pk__in=[table.pk for table in renewed]).update(
        score_generation=F("score_generation") + 1
    )
    give_letters(renewed)


def _secret(table: NightTable) -> str:
    """What the token of the link is made of. Not the uid of the night, which every copy of the group has."""
    return f"place:{table.night.code}:{table.number}:{table.score_generation}"
