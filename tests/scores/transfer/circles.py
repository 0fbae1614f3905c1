"""Circles with everything that an exported file can contain."""

import io
import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from rules.events import Finished, Joined, RulesChanged
from rules.match.corrections import Amended, Change, Redone, Undone
from rules.presets import CHINCHON, load_ruleset
from scores.circle.circles import people
from scores.models import (
    Circle,
    Entry,
    HouseRules,
    Match,
    Phone,
    Player,
    PlayerMerge,
    Result,
    Seat,
)
from scores.table.new_match import setup
from scores.transfer import exporter, importer
from scores.transfer.reader import BadFile
from tests.rules.support.table import hand
from tests.scores.support.factories import match_in, write
from tests.scores.support.table import match_now, update_row

FILE = Path(__file__).with_name("circle.jsonl").read_text(encoding="utf-8")
MATCHES = FILE.count('{"match":')
EVENING = datetime(2026, 11, 21, 20, 15, 0, 123456, tzinfo=UTC)


def with_every_knob(written):
    """A file of an older version, with the defaults of the knobs that did not exist then."""
    lines = [json.loads(line) for line in written.splitlines()]
    for line in lines:
        for facts in (line.get("house_rules"), line.get("match")):
            if facts:
                facts["ruleset"] = load_ruleset(facts["ruleset"]).dump()
    texts = [
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines
    ]
    return "\n".join(texts) + "\n"


def text(circle):
    return "".join(exporter.circle_text(circle))


def brought(text, circle, same=None):
    return importer.import_into(_file(text), circle, same or {})


def _file(text):
    """A file of bytes, because a file may contain invalid text."""
    return io.BytesIO(text.encode("utf-8", "surrogatepass"))


def looked_at(text, circle=None):
    return importer.preview(_file(text), circle)


def refusal_of(read, *args):
    """Why `read` refuses the file."""
    with pytest.raises(BadFile) as bad:
        read(*args)
    return bad.value


def counts():
    tables = (Circle, Player, HouseRules, Match, Seat, Entry, Result, PlayerMerge)
    return [table.objects.count() for table in tables]


def whole(text):
    """The file imported into a new circle."""
    circle = Circle.objects.create()
    importer.name_circle(circle, brought(text, circle))
    return Circle.objects.get(pk=circle.pk)


def empty_the_database():
    Match.objects.all().delete()
    Circle.objects.all().delete()
    Phone.objects.all().delete()


def played(circle, *names, entries=(), **columns):
    match = match_in(circle, names, CHINCHON, *entries)
    update_row(match, **columns)
    return match_now(match)


def stored(circle, written):
    """A match of the property tests, written entry by entry."""
    start = written.start
    clock = {"dealer": start.dealer, "direction": start.direction}
    names = [f"J{seat}" for seat in start.order]
    match = match_in(circle, names, start.ruleset, **clock)
    # a change may speak of any of seven
    most = max(7, *(len(board.standings) for board in written.boards))
    for seat in range(len(names), most):
        sit_down(match, f"J{seat}", seat)
    write(match, *written.log)
    return match


def sit_down(match, name, position):
    """Before the log says that they join."""
    player = people.player_named(match.circle, name, [])
    match.seats.create(position=position, player=player)


def everything():
    """Namesakes, letters of all kinds, corrections, a rematch, a deleted match, a merged player, an erased
    name, house rules of one name, and a player without a match."""
    circle = Circle.objects.create(
        name="La peña «=1+1» 🃏", time_zone="Atlantic/Canary", counts_nights=False
    )
    match = played(
        circle,
        "Ana",
        "Ana",
        "Éva 👩‍👩‍👧",
        "=HYPERLINK(1)",
        entries=(
            hand(0, 20, 30, 12),
            hand(0, 31, 2, 8),
            Undone(),
            Redone(),
            Amended((Change(0, hand(0, 21, 30, 12)),)),
            RulesChanged({"limit": 120, "close_limit": 3, "box": 10}),
            Undone(),
            hand(10, 0, 60, 55, closer=1),
        ),
        place="El bar <b>",
        note="Con lluvia & viento",
        rules_name="Las de la abuela",
        currency="€",
        played_on=date(2026, 2, 28),
        created_at=EVENING,
    )
    rematch = setup.rematch(match)
    sit_down(rematch, "Tarde", 4)
    write(rematch, Joined(4), hand(0, 9, 9, 9, 9), Finished())
    update_row(rematch, archived_at=EVENING)
    deleted = played(circle, "Ana", "Nadie más", deleted_at=EVENING)
    people_of_one_name(circle)
    update_row(setup.rematch(deleted), note="Revancha de una borrada")
    for limit in (70, 80):
        rules = CHINCHON.with_options({"limit": limit}).dump()
        named = {"name": "Las de la abuela", "used_at": EVENING}
        circle.house_rules.create(ruleset=rules, **named)
    circle.players.create(name="", colour=3, erased_at=EVENING)
    what_was_paid(circle)
    phone = Phone.objects.create(name="El de Ana")
    Entry.objects.filter(match__circle=circle).update(by=phone)
    return circle


def what_was_paid(circle):
    """A payment of an evening that was undone, and a zero in two currencies."""
    ana, other = circle.players.order_by("pk")[:2]
    entries = circle.account_entries
    first = [["€", ana.pk, other.pk, 150]]
    paid = entries.create(at=EVENING, day=date(2026, 2, 28), payments=first)
    minute = timedelta(minutes=1)
    entries.create(at=EVENING + minute, undoes=paid)
    rest = [["€", other.pk, ana.pk, 1], ["", ana.pk, other.pk, 300]]
    entries.create(at=EVENING + 2 * minute, payments=rest, is_zero=True)


def people_of_one_name(circle):
    """Merge «Paquita» into «Paca», who gets her seats."""
    match = played(circle, "Paquita", "Ana", entries=(hand(0, 25),))
    paca = circle.players.create(name="Paca", colour=5)
    seat = match.seats.get(position=0)
    paquita = seat.player
    seat.player = paca
    seat.save()
    PlayerMerge.objects.create(kept=paca, emptied=paquita, at=EVENING, seats=[seat.pk])
