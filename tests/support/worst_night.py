"""The largest night that a group can have, while its last round is played; the evenings of a league; and the
nights whose seats cost most to search."""

from dataclasses import replace
from datetime import date, time, timedelta
from functools import partial

from rules.night.bounds import ENTRANTS, ROUNDS_OF_STAGE, TABLES
from rules.night.events import Entered, KeptApart, Paid, TablesLimited
from rules.night.presets import Format
from rules.night.stages import Plays, Stage
from scores.models import Player
from scores.night.cards import table_cards
from scores.night.log import append
from scores.night.models import Night, Plan, Sitting, TableGrant
from scores.night.people import MOST_NIGHTS
from scores.night.seating.drafts import next_draft
from scores.night.seen import SeenNight

HARD_TO_SEAT = "Difícil"
FEE = 100_000  # hundredths
PAID = 123_456  # hundredths
STEPS = 200  # of a search, whose length says nothing about the pages


def store(phone, players, name, day, play):
    """The night, after the evenings of a league; of its last round every other table is over."""
    evening = Stage(Plays.ROUNDS, 1, is_near=True)
    for before in range(MOST_NIGHTS):
        night = _night(phone, players, name, Plan.of_stages((evening,), Format.LEAGUE))
        _seat(night, partial(play, day=day - timedelta(days=1 + before)), is_last=False)
    whole = Plan.of_stages(
        (Stage(Plays.ROUNDS, ROUNDS_OF_STAGE.high),), Format.EVERYBODY
    )
    _store_hard_to_seat(phone, players, whole)
    full = replace(
        whole,
        expected=ENTRANTS.high,
        tables=TABLES.high,
        fee=FEE,
        prizes=(40, 30, 20, 10),
    )
    night = _night(phone, players, name, full)
    for number in range(ROUNDS_OF_STAGE.high):
        _seat(night, partial(play, day=day), is_last=number == ROUNDS_OF_STAGE.high - 1)
    for table in night.tables.all():
        TableGrant.objects.create(table=table, phone=phone)
    return night


def _store_hard_to_seat(phone, players, plan):
    """Before their first round: of one everybody is bound to the same twenty tables, of the other few people
    are kept apart from all."""
    everybody = range(1, ENTRANTS.high + 1)
    bound = [TablesLimited(number, tuple(range(1, 21))) for number in everybody[:-2]]
    apart = [
        KeptApart(one, other) for one in everybody[:16] for other in everybody[one:]
    ]
    for number, wishes in enumerate((bound, apart)):
        night = _night(phone, players, f"{HARD_TO_SEAT} {number}", plan)
        append(night, phone, lambda _night, wishes=wishes: wishes, "wishes")


def _night(phone, players, name, plan):
    night = Night(circle=players[0].circle, name=name, plan=plan.dump())
    night.starts_on = date(2026, 7, 3)
    night.starts_at = time(21)
    night.save()
    people = range(1, ENTRANTS.high + 1)
    come = [
        Entered(number, (player.pk,))
        for number, player in zip(people, players, strict=False)
    ]
    apart = [KeptApart(number, number + 1) for number in people[::2]]
    paid = [Paid(number, PAID) for number in people]
    append(night, phone, lambda _night: [*come, *apart, *paid], "start")
    return night


def _seat(night, play, *, is_last):
    """One more round; each table is won by who sits first."""
    seen = SeenNight.of(night)
    drafted = next_draft(seen, seed=seen.sheet.last_round, steps=STEPS)
    key = f"round-{drafted.seated.round}"
    now = append(night, None, lambda _night: drafted.events, key).after
    table_of = table_cards.of_numbers(
        night, [table.number for table in drafted.seated.tables]
    )
    Sitting.objects.bulk_create(
        Sitting(
            table=table_of[table.number],
            round=drafted.seated.round,
            match=play(
                _players(now, table.seats), is_over=not is_last or table.number % 2 == 0
            ),
        )
        for table in drafted.seated.tables
    )


def _players(sheet, seats):
    keys = [person for name in seats for person in sheet.badges[name].people]
    found = Player.objects.in_bulk(keys)
    return [found[key] for key in keys]
