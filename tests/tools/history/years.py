"""Years of sample matches of one circle, with the rows the log would have written, saved in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import islice
from random import Random
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.utils import timezone

from scores.core.matches import log
from scores.core.matches.log import FoldedMatch, WrittenEntry
from scores.group.circles.people import COLOURS
from scores.models import Circle, Grant, Match, Phone, Player, Role
from tests.tools.history.matches import SampleMatch
from tests.tools.history.sample_rules import LEDGER, NOTES, PEOPLE, PLACES, SAMPLE_RULES, SampleRules

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
        matches = (self._match() for _ in range(self.matches))
        while chunk := list(islice(matches, AT_ONCE)):
            log.import_matches(chunk)
            yield self.match_count, self.hand_count

    def _match(self) -> FoldedMatch:
        """The next match, not saved yet."""
        left, is_last = self.hands - self.hand_count, self.match_count == self.matches - 1
        rules = LEDGER if is_last else self._rules()
        seated = self.dice.choice(rules.players)
        people = self._attendants(min(seated + JOINERS, len(self.people)))
        table = SampleMatch(rules, [PEOPLE[player.name] for player in people], seated, self.dice)
        table.play(left - (self.matches - self.match_count - 1), to_the_end=is_last)
        folded = self._folded(table, people)
        self.match_count, self.hand_count = self.match_count + 1, self.hand_count + folded.match.hands
        return folded

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

    def _folded(self, table: SampleMatch, people: Sequence[Player]) -> FoldedMatch:
        match = self._row(table)
        folded = log.fold(match, len(table.board.standings), self._rows(match, table))
        for seat in folded.seats:
            seat.player = people[seat.position]
        for entry in folded.entries:
            entry.by = self.dice.choice(self.phones)
        match.version = len(folded.entries)
        if self.dice.random() < PUT_AWAY:
            match.archived_at = match.written_at
        return folded

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

    def _rows(self, match: Match, table: SampleMatch) -> list[WrittenEntry]:
        at, rows = match.created_at, []
        for seq, entry in enumerate(table.log):
            at += timedelta(seconds=self.dice.randint(40, 300))
            rows.append(WrittenEntry(entry, uuid4(), f"made-{seq}", at, at))
        return rows


def _phone(circle: Circle, name: str) -> Phone:
    phone = Phone.objects.create(name=name)
    Grant.objects.create(phone=phone, circle=circle, role=Role.SCORE)
    return phone
