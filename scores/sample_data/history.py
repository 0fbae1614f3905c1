"""Years of made-up matches of one circle, written as the log would have left them, but in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import islice
from random import Random
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from rules.match import log_json
from scores.circles.people import COLOURS
from scores.matches import results
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Entry, Grant, Match, Phone, Player, Result, Role, Seat
from scores.sample_data.matches import SampleMatch
from scores.sample_data.sample_rules import LEDGER, NOTES, PEOPLE, PLACES, SAMPLE_RULES, SampleRules

AT_ONCE = 200  # matches in memory
DAYS = 8 * 365
LAST_DAY = timedelta(days=2)  # ago: an evening that began then is over in every time zone
OPENS_AT = time(16)
OPEN_FOR = timedelta(hours=7)
JOINERS = 2  # at most, in one match
FAVOURED = 5  # times as often as else
HAS_NOTE = 0.05
PUT_AWAY = 0.02


class History:
    """Exactly so many matches with so many hands; the same `dice` play the same ones."""

    def __init__(self, matches: int, hands: int, dice: Random) -> None:
        self.matches, self.hands, self.dice = matches, hands, dice
        self.made = self.played = 0
        self.circle = Circle.objects.create(name="Peña de muestra")
        self.people = [
            Player(circle=self.circle, name=name, colour=place % COLOURS) for place, name in enumerate(PEOPLE)
        ]
        Player.objects.bulk_create(self.people)
        self.phones = [_phone(self.circle, name) for name in ("El de Ana", "La tableta")]
        self.first_day = timezone.localdate() - LAST_DAY - timedelta(days=DAYS - 1)

    def make(self) -> Iterator[tuple[int, int]]:
        """Play and save everything, bit by bit; after each how many matches and hands there are."""
        sheets = (self._match() for _ in range(self.matches))
        while chunk := list(islice(sheets, AT_ONCE)):
            _save(chunk)
            yield self.made, self.played

    def _match(self) -> Sheet:
        """The next match, not yet saved."""
        left, is_last = self.hands - self.played, self.made == self.matches - 1
        house = LEDGER if is_last else self._house()
        seated = self.dice.choice(house.players)
        people = self._those_who_come(min(seated + JOINERS, len(self.people)))
        table = SampleMatch(house, [PEOPLE[one.name] for one in people], seated, self.dice)
        table.play(left - (self.matches - self.made - 1), to_the_end=is_last)
        sheet = self._sheet(table, people)
        self.made, self.played = self.made + 1, self.played + sheet.match.hands
        return sheet

    def _house(self) -> SampleRules:
        """One with long matches where there are too few hands so far, else rather a short one."""
        too_few = self.played * self.matches < self.made * self.hands
        often = [house.often * (FAVOURED if house.is_long == too_few else 1) for house in SAMPLE_RULES]
        return self.dice.choices(SAMPLE_RULES, often)[0]

    def _those_who_come(self, number: int) -> list[Player]:
        """Some of the people, the first of the list more often than the last."""
        drawn = [self.dice.random() ** (place + 3) for place in range(len(self.people))]
        ranked = sorted(zip(drawn, range(len(self.people)), strict=True), reverse=True)
        people = [self.people[place] for _, place in ranked[:number]]
        self.dice.shuffle(people)
        return people

    def _sheet(self, table: SampleMatch, people: Sequence[Player]) -> Sheet:
        match = self._row(table)
        sheet = Sheet(match)
        sheet.seats = [
            Seat(match=match, position=seat, player=people[seat]) for seat in sorted(table.board.standings)
        ]
        sheet.rows = self._rows(match, table)
        match.version, match.sought = len(sheet.rows), match.search_text
        for column, value in results.columns(sheet).items():
            setattr(match, column, value)
        if self.dice.random() < PUT_AWAY:
            match.archived_at = match.written_at
        return sheet

    def _row(self, table: SampleMatch) -> Match:
        began = self._began()
        dice = self.dice
        return Match(
            circle=self.circle,
            ruleset=table.house.rules.dump(),
            rules_name=table.house.name,
            currency=table.house.currency,
            first_dealer=table.first_dealer,
            direction=table.direction,
            players_at_start=len(table.start.order),
            played_on=began.date(),
            place=dice.choice(PLACES),
            note=dice.choice(NOTES) if dice.random() < HAS_NOTE else "",
            created_at=began,
        )

    def _began(self) -> datetime:
        """The matches spread evenly over the afternoons and evenings of all years, in order."""
        day, part = divmod(self.made * DAYS / self.matches, 1)
        zone = ZoneInfo(self.circle.time_zone)
        return datetime.combine(self.first_day + timedelta(days=day), OPENS_AT, zone) + part * OPEN_FOR

    def _rows(self, match: Match, table: SampleMatch) -> list[Entry]:
        at, rows = match.created_at, []
        for seq, entry in enumerate(table.log):
            at += timedelta(seconds=self.dice.randint(40, 300))
            payload = log_json.dump(entry)
            fields = {
                "seq": seq,
                "kind": payload.pop("type"),
                "payload": payload,
                "client_key": f"made-{seq}",
            }
            rows.append(Entry(match=match, **fields, by=self.dice.choice(self.phones), at=at, happened_at=at))
        return rows


def _phone(circle: Circle, name: str) -> Phone:
    phone = Phone.objects.create(name=name)
    Grant.objects.create(phone=phone, circle=circle, role=Role.SCORE)
    return phone


@transaction.atomic
def _save(sheets: Sequence[Sheet]) -> None:
    """Everything of these matches, their results by the seats' keys that the database gives."""
    Match.objects.bulk_create([sheet.match for sheet in sheets])
    Seat.objects.bulk_create([seat for sheet in sheets for seat in sheet.seats])
    Entry.objects.bulk_create([row for sheet in sheets for row in sheet.rows], batch_size=1000)
    Result.objects.bulk_create([row for sheet in sheets for row in results.rows_of(sheet)])
