"""The most expensive content that people can store, and the addresses of all pages that show it.

The rows are written in bulk, as the log would have written them. A new address is among `World.addresses` by
itself; where the most makes its page dearer, it needs a value in `World._several`.
"""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product

from django.urls import reverse
from django.utils import timezone

from rules.events import Close, HandScored, Joined
from rules.match.corrections import Amended, Change
from rules.match.log_json import MOST_CELLS, MOST_LINES, MOST_SEATS, SPARE_LINES
from rules.night.bounds import ROUNDS_OF_STAGE
from rules.presets import RULESETS
from scores.circle.accounts.account import MOST_FACTS, MOST_PAYMENTS
from scores.circle.circles import merging, photos
from scores.core.access import grants
from scores.core.matches import results
from scores.core.matches.log import FoldedMatch, import_matches
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.models import (
    AccountEntry,
    Circle,
    Claim,
    Entry as Row,
    Grant,
    HouseRules,
    Match,
    Phone,
    Player,
    PlayerPhoto,
    Role,
    Seat,
)
from tests.scores.support.factories import cookies_of
from tests.support import worst_night
from tests.support.addresses import key_in, names, parts_of, value_of

# Letters at most
NAME = 40
CIRCLE_NAME = 80
PLACE = 60
NOTE = 200
COSTLY = (
    "&<\"'>🇨🇶👩‍👩‍👧‍👦ﷺa"
    + "\N{COMBINING ACUTE ACCENT}" * 5
    + "\N{RIGHT-TO-LEFT OVERRIDE}🫎W"
    + "&" * NOTE
)
FACE = "👩‍👩‍👧‍👦"
DIGEST = "0" * 16  # of the photo of each player
EVENING = date(2026, 7, 1)
AT_TABLE = 12
OPEN = {"limit": 100_000, "rebuys": 0}
SHORT = {"limit": 50, "rebuys": 0, "stake": 5}


# How much there is of what has no limit of its own.
PERSONS = 300
MATCHES = 2_000
OF_THE_EVENING = 40
DELETED = 40
PHONES = 300
CIRCLES = 25


@dataclass(frozen=True)
class World:
    """What was stored, and a phone that may do everything with it."""

    phone: Phone
    circle: Circle
    matches: list[Match]  # the fullest ones

    def addresses(self):
        """Name and path of every address, of each of the matches and of the circle."""
        several = self._several()
        for name in names():
            keys = {part: key_in(several, part, name) for part in parts_of(name)}
            values = (
                several[key]
                if key in several
                else [value_of(part, name, self.matches[0])]
                for part, key in keys.items()
            )
            yield from ((name, reverse(name, args=args)) for args in product(*values))

    def _several(self):
        """What stands in addresses where there is more than in those of other walkers."""
        night = self.circle.nights.first()
        hard_to_seat = self.circle.nights.filter(
            name__startswith=worst_night.HARD_TO_SEAT
        )
        table = night.tables.get(number=1)
        _, _, kind, code, _, token, _ = grants.link_path(self.circle, Role.WATCH).split(
            "/"
        )
        return {
            "m": [match.code for match in self.matches],
            "code of match-night": [table.sittings.latest("round").match.code],
            "code of night-seat": [each.code for each in (night, *hard_to_seat)],
            "number of night-table": [ROUNDS_OF_STAGE.high],
            "number of night-board": [ROUNDS_OF_STAGE.high],
            "key": ["chinchon", "chinaso"],
            "key of night-csv": ["standings", "tables"],
            "kind of link": [kind],
            "code of link": [code],
            "token of link": [token],
            "day": [EVENING],
            "year": [EVENING.year],
            "digest": [DIGEST],
            "pk of match-phone": [self.matches[0].grants.earliest("pk").pk],
            "pk of circle-phone": [self.circle.grants.earliest("pk").pk],
            "emptied of undo-merge": [self.circle.merges.earliest("pk").emptied.code],
        }

    def cookies(self):
        """What the phone sends."""
        return {name: morsel.value for name, morsel in cookies_of(self.phone).items()}


def store():
    """Write everything."""
    circle = Circle.objects.create(name=COSTLY[:CIRCLE_NAME])
    phone = Phone.objects.create(name=_name(0))
    players = [
        Player(circle=circle, name=_name(number), emoji=FACE, photo_digest=DIGEST)
        for number in range(PERSONS)
    ]
    Player.objects.bulk_create(players)
    PlayerPhoto.objects.create(player=players[0], image=bytes(photos.STORED))
    _save([_short_match(players, number) for number in range(MATCHES)])
    full = [_match(players, *content) for content in _fullest()]
    _save(full)
    matches = [sheet.match for sheet in full]
    _store_phones(circle, matches, phone)
    _store_other_circles(circle, phone)
    for number in range(10):
        other = Player.objects.create(circle=circle, name=_name(number))
        merging.merge_players(players[0], other, phone)
    _store_account(circle, players, phone)
    worst_night.store(phone, players, COSTLY[:NAME], EVENING, _match_of_night)
    return World(phone, circle, matches)


def _match_of_night(players, day, is_over):
    sheet = _of_one_hand(players, day, is_over=is_over)
    _save([sheet])
    return sheet.match


def print_world():
    """Write everything; print the cookies and the addresses as JSON for another process."""
    world = store()
    print(
        json.dumps({"cookies": world.cookies(), "addresses": list(world.addresses())})
    )


def _name(number):
    return f"{number}{COSTLY}"[:NAME]


# Matches


def _fullest():
    """Ruleset, seats at the start and log of the matches with the most hands, corrections and seats."""
    ruleset = RULESETS["chinchon-fournier"].with_options(OPEN)
    half = MOST_LINES // 2
    joined = [Joined(seat) for seat in range(AT_TABLE, MOST_SEATS)]
    after = MOST_CELLS // MOST_SEATS - AT_TABLE
    yield ruleset, 4, _hands(4, MOST_LINES)
    yield ruleset, 4, [*_hands(4, half), *_corrections(half + SPARE_LINES, of=half)]
    yield ruleset, AT_TABLE, [*joined, *_hands(MOST_SEATS, after)]


def _hands(seats, count):
    return [
        HandScored(
            {seat: (number + seat) % 20 for seat in range(1, seats)}, 0, Close.CLEAN
        )
        for number in range(count)
    ]


def _corrections(count, of):
    """So many corrections, of the first hands first."""
    return [
        Amended((Change(number % of, hand),))
        for number, hand in enumerate(_hands(4, count + 1)[1:])
    ]


def _short_match(players, number):
    """The first player is in all of them."""
    others = [
        players[1 + (number + place) % (len(players) - 1)]
        for place in range(1, AT_TABLE)
    ]
    day = EVENING - timedelta(days=max(0, number - OF_THE_EVENING))
    sheet = _of_one_hand([players[0], *others], day, f"€{number % 50}")
    if number >= MATCHES - DELETED:
        sheet.match.deleted_at = timezone.now()
    return sheet


def _of_one_hand(players, day, currency="", is_over=True):
    """A match that its first hand ends."""
    ruleset = RULESETS["chinchon-fournier"].with_options(SHORT)
    end = HandScored(
        {seat: 50 + seat for seat in range(1, len(players))}, 0, Close.CLEAN
    )
    log = [end] if is_over else []
    return _match(players, ruleset, len(players), log, day, currency)


def _match(players, ruleset, at_start, log, day=EVENING, currency=""):
    """A match that is not saved yet. Everything of it is as long as possible."""
    match = Match(
        circle=players[0].circle,
        ruleset=ruleset.dump(),
        rules_name=COSTLY[:NAME],
        currency=currency,
        players_at_start=at_start,
        played_on=day,
        place=COSTLY[:PLACE],
        note=COSTLY[:NOTE],
    )
    seats = max(
        at_start, *(entry.seat + 1 for entry in log if isinstance(entry, Joined)), 0
    )
    taken = [
        Seat(match=match, position=seat, player=players[seat]) for seat in range(seats)
    ]
    sheet = Sheet(
        match,
        seats=taken,
        rows=[_row(match, seq, entry) for seq, entry in enumerate(log)],
    )
    assert sheet.replay.refusal is None, sheet.replay.refusal
    match.version = len(log)
    match.sought = match.search_text
    for column, value in results.columns(sheet).items():
        setattr(match, column, value)
    return sheet


def _save(sheets):
    import_matches(
        [
            FoldedMatch(sheet.match, sheet.seats, sheet.rows, results.rows_of(sheet))
            for sheet in sheets
        ]
    )


def _row(match, seq, entry):
    kind, payload = kind_and_payload(entry)
    now = timezone.now()
    return Row(
        match=match,
        seq=seq,
        kind=kind,
        payload=payload,
        client_key=f"made-{seq}",
        at=now,
        happened_at=now,
    )


# What is around them


def _store_phones(circle, matches, phone):
    """Phones with rights, each of which says that it is held by somebody; and saved rules."""
    players = list(circle.players.order_by("pk")[:PHONES])
    others = [Phone(name=_name(number)) for number in range(PHONES)]
    Phone.objects.bulk_create(others)
    Grant.objects.create(phone=phone, circle=circle, role=Role.OWN)
    for thing in (circle, *matches):
        Grant.objects.bulk_create(
            Grant(
                phone=other,
                role=Role.SCORE,
                name=_name(number),
                **{grants.kind_of(thing): thing},
            )
            for number, other in enumerate(others)
        )
    Claim.objects.bulk_create(
        Claim(phone=other, player=player)
        for other, player in zip(others, players, strict=True)
    )
    rules = [
        HouseRules(
            circle=circle, name=_name(number), ruleset=RULESETS["chinaso"].dump()
        )
        for number in range(50)
    ]
    HouseRules.objects.bulk_create(rules)


def _store_account(circle, players, phone):
    """As many lines and payments as its log takes; the last one was taken back."""
    two = [("€", players[at].pk, players[at + 1].pk, 1) for at in range(2)]
    entries = [
        AccountEntry(circle=circle, payments=paid, by=phone, day=EVENING)
        for paid in (
            *[two] * (MOST_PAYMENTS - MOST_FACTS),
            *[two[:1]] * (2 * MOST_FACTS - MOST_PAYMENTS),
        )
    ]
    AccountEntry.objects.bulk_create(entries)
    AccountEntry.objects.create(circle=circle, by=phone, undoes=entries[-1])


def _store_other_circles(circle, phone):
    """Circles that this phone owns too, and some that were merged into `circle`."""
    others = [
        Circle(name=f"{number}{COSTLY}"[:CIRCLE_NAME]) for number in range(CIRCLES)
    ]
    Circle.objects.bulk_create(others)
    Grant.objects.bulk_create(
        Grant(phone=phone, circle=other, role=Role.OWN) for other in others
    )
    Player.objects.bulk_create(
        Player(circle=other, name=_name(number), emoji=FACE)
        for other in others
        for number in range(AT_TABLE)
    )
    for other in others[:5]:
        merging.merge(circle, other, {}, phone)
