"""Years of sample matches of one circle, with the rows the log would have written, saved in bulk."""

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

AT_ONCE = 200  # matches saved together
DAYS = 8 * 365
LAST_DAY = timedelta(days=2)  # before today, so that the last evening is over in every time zone
OPENS_AT = time(16)
OPEN_FOR = timedelta(hours=7)
JOINERS = 2  # players who join later, at most
FAVOURED = 5  # weight of the favoured length of match
HAS_NOTE = 0.05
PUT_AWAY = 0.02


class History:
    """Creates exactly so many matches with so many hands; equal `dice` create equal ones."""

    def __init__(self, matches: int, hands: int, dice: Random) -> None:
        self.matches, self.hands, self.dice = matches, hands, dice
        self.match_count = self.hand_count = 0
        self.circle = Circle.objects.create(name="Peña de muestra")
        self.people = [
            Player(circle=self.circle, name=name, colour=place % COLOURS) for place, name in enumerate(PEOPLE)
        ]
        Player.objects.bulk_create(self.people)
        self.phones = [_phone(self.circle, name) for name in ("El de Ana", "La tableta")]
        self.first_day = timezone.localdate() - LAST_DAY - timedelta(days=DAYS - 1)

    def make(self) -> Iterator[tuple[int, int]]:
        """Play and save everything in chunks; after each chunk the number of matches and hands so far."""
        sheets = (self._match() for _ in range(self.matches))
        while chunk := list(islice(sheets, AT_ONCE)):
            _save(chunk)
            yield self.match_count, self.hand_count

    def _match(self) -> Sheet:
        """The next match, not saved yet."""
        left, is_last = self.hands - self.hand_count, self.match_count == self.matches - 1
        rules = LEDGER if is_last else self._rules()
        seated = self.dice.choice(rules.players)
        people = self._attendants(min(seated + JOINERS, len(self.people)))
        table = SampleMatch(rules, [PEOPLE[player.name] for player in people], seated, self.dice)
        table.play(left - (self.matches - self.match_count - 1), to_the_end=is_last)
        sheet = self._sheet(table, people)
        self.match_count, self.hand_count = self.match_count + 1, self.hand_count + sheet.match.hands
        return sheet

    def _rules(self) -> SampleRules:
        """Rules of long matches while there are too few hands per match, else rather of short ones."""
        too_few = self.hand_count * self.matches < self.match_count * self.hands
        weights = [rules.weight * (FAVOURED if rules.is_long == too_few else 1) for rules in SAMPLE_RULES]
        return self.dice.choices(SAMPLE_RULES, weights)[0]

    def _attendants(self, number: int) -> list[Player]:
        """Some of the people; the first in the list come most often."""
        ranks = [self.dice.random() ** (place + 3) for place in range(len(self.people))]
        ranked = sorted(zip(ranks, range(len(self.people)), strict=True), reverse=True)
        people = [self.people[place] for _, place in ranked[:number]]
        self.dice.shuffle(people)
        return people

    def _sheet(self, table: SampleMatch, people: Sequence[Player]) -> Sheet:
        match = self._row(table)
        seats = [
            Seat(match=match, position=seat, player=people[seat]) for seat in sorted(table.board.standings)
        ]
        sheet = Sheet(match, seats=seats, rows=self._rows(match, table))
        match.version, match.sought = len(sheet.rows), match.search_text
        for column, value in results.columns(sheet).items():
            setattr(match, column, value)
        if self.dice.random() < PUT_AWAY:
            match.archived_at = match.written_at
        return sheet

    def _row(self, table: SampleMatch) -> Match:
        start = self._start_time()
        dice = self.dice
        return Match(
            circle=self.circle,
            ruleset=table.rules.ruleset.dump(),
            rules_name=table.rules.name,
            currency=table.rules.currency,
            first_dealer=table.first_dealer,
            direction=table.direction,
            players_at_start=len(table.start.order),
            played_on=start.date(),
            place=dice.choice(PLACES),
            note=dice.choice(NOTES) if dice.random() < HAS_NOTE else "",
            created_at=start,
        )

    def _start_time(self) -> datetime:
        """Matches are spread evenly over the afternoons and evenings of all years, in order."""
        day, part = divmod(self.match_count * DAYS / self.matches, 1)
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
    """Save these matches with everything that belongs to them; results need the keys of the seats."""
    Match.objects.bulk_create([sheet.match for sheet in sheets])
    Seat.objects.bulk_create([seat for sheet in sheets for seat in sheet.seats])
    Entry.objects.bulk_create([row for sheet in sheets for row in sheet.rows], batch_size=1000)
    Result.objects.bulk_create([row for sheet in sheets for row in results.rows_of(sheet)])
