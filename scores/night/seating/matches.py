"""Publishing a round: the matches of its tables begin, and go and come back with it."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from rules.knobs import Ends
from rules.night.events import Event
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import refusal_of_crowd, seating_order
from rules.night.sheet import NightSheet
from rules.night.stages import EndOfMatch, MatchOf
from rules.ruleset import Ruleset
from scores.circle.archive import lifecycle
from scores.circle.circles.people import players_at_table
from scores.core import versions
from scores.core.access import grants
from scores.core.match_facts import MatchFacts
from scores.core.merges import locked_circle, merge_targets
from scores.models import Circle, Grant, Match, Phone, Player
from scores.night.cards import table_cards
from scores.night.log import append, sitting_of
from scores.night.models import Night, Sitting
from scores.night.seating.drafts import Draft
from scores.table.new_match import setup


@transaction.atomic
def publish(night: Night, phone: Phone | None, made: Draft) -> None:
    """Begin the round, and turn the phones of its tables to it. Raises CircleFull, and NightRefusal, also
    where a draft of this round was published before."""
    number = made.seated.round

    def events_of_round(sheet: NightSheet) -> Sequence[Event]:
        if sheet.last_round >= number:
            raise NightRefusal("not-the-next-round", round=sheet.last_round + 1)
        return made.events

    # matches first, then circle, then night
    table_cards.locked_rounds(night, number - 1)
    locked_circle(night.circle_id)
    sheet = append(night, phone, events_of_round).after
    table_cards.hand_over(night, number)
    begin_tables(night, sheet, made.seated.tables)


def begin_tables(
    night: Night,
    sheet: NightSheet,
    tables: Sequence[SeatedTable],
    missing: Collection[Entrant] = (),
) -> None:
    """Begin the matches of these tables of the last round, in which their phones keep score. One that was
    dissolved comes back where the same people sit at the same table. Of `missing` it is known that they are
    not there. The night is locked. Raises NightRefusal for more people than the game of a table takes."""
    number = sheet.last_round
    if refused := refusal_of_crowd(sheet, number, tables):
        raise refused
    circle = night.circle.after_merges()
    orders = [
        [person for _name, person in seating_order(sheet.badges, table.seats)]
        for table in tables
    ]
    ruleset = ruleset_of(sheet.stage_of(number).stage.match)
    new = {}
    for table, order, players in zip(
        tables, orders, _players(circle, orders), strict=True
    ):
        key = uuid5(night.uid, f"{number}-{table.number}-{order}-{ruleset}")
        new[setup.uid_of(key)] = setup.NewTable(
            key, MatchFacts(ruleset), players, night_table=table.number
        )
    match_of = _brought_back(circle, new)
    others = [new[uid] for uid in new if uid not in match_of]
    for match in setup.start_tables(circle, others):
        match_of[match.uid] = match
    table_of = table_cards.of_numbers(night, [table.number for table in tables])
    sittings = Sitting.objects.bulk_create(
        sitting_of(
            sheet,
            table_of[table.number],
            number,
            match=match_of[uid],
            missing=[entrant for entrant in table.seats if entrant in missing],
        )
        for table, uid in zip(tables, new, strict=True)
    )
    table_cards.seat_phones(sittings)


def _brought_back(circle: Circle, uids: Iterable[UUID]) -> dict[UUID, Match]:
    """Bring back those of these matches that were dissolved; return them by their uid."""
    dissolved = circle.matches.filter(
        uid__in=uids, sitting=None, deleted_at__isnull=False
    )
    match_of = {match.uid: match for match in dissolved}
    if match_of:
        # by their keys alone: PostgreSQL locks no rows of a query for those without a sitting
        rows = Match.objects.filter(pk__in=[each.pk for each in match_of.values()])
        lifecycle.delete_all(rows, circle, None)
        rows.update(created_at=timezone.now())
    return match_of


def dissolve(circle: Circle, matches: Collection[Match]) -> None:
    """The matches, in which there is no hand, are of no table any more: they give no right, and only
    `begin_tables` brings them back. They are locked."""
    table_cards.take_grants(Grant.objects.filter(match__in=matches))
    rows = Match.objects.filter(pk__in=[match.pk for match in matches])
    rows.update(**grants.raised_generations(grants.GENERATIONS))
    lifecycle.delete_all(rows, circle, timezone.now())
    Sitting.objects.filter(match__in=matches).delete()


def become_table(circle: Circle, matches: Iterable[int], table: int | None) -> None:
    """These matches, by their keys, are of the table of that number, or of none; their circle is locked."""
    rows = Match.objects.filter(pk__in=matches)
    versions.bump(rows)
    rows.update(night_table=table)
    lifecycle.count_again(rows, circle)


def _players(circle: Circle, orders: Sequence[Sequence[int]]) -> list[list[Player]]:
    """The players of each table. Of two who were merged into one meanwhile, one gets another player."""
    named = Player.objects.in_bulk({pk for order in orders for pk in order})
    targets = merge_targets(circle)
    now = Player.objects.in_bulk({targets.get(pk, pk) for pk in named})
    tables = []
    for order in orders:
        seated = [now[targets.get(pk, pk)] for pk in order]
        if len(set(seated)) < len(seated):
            uids = {index: player.uid for index, player in enumerate(seated)}
            seated = players_at_table(circle, [named[pk].name for pk in order], uids)
        tables.append(seated)
    return tables


def ruleset_of(match: MatchOf) -> Ruleset:
    """The rules of a table: with a number of hands they end there, or with the last contract of the game."""
    ruleset = match.ruleset
    if match.ends is not EndOfMatch.HANDS:
        return ruleset
    hands = min(filter(None, (match.number, len(ruleset.contracts))))
    return ruleset.with_options({"ends": Ends.HANDS, "limit": hands})
