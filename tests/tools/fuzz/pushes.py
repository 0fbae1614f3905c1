"""What a phone with the engine sends: mutations of a match, and the facts of one that it has made."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from uuid import UUID

from rules.events import BoughtBackIn, Declined, Finished, HandScored, Joined, Penalised, Retired, SatOut
from rules.match.corrections import Amended, Change, Entry, Redone, Undone
from rules.presets import RULESETS
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.table.new_match.setup import code_of
from tests.scores.support.pushing import PhoneLog, body

NAMES = ("Ana", "Luis", "Eva", "Íñigo", "Zoe")


def push_of(dice: Random, code: str) -> bytes:
    """A push to the match with this code; an empty one if there is none."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        return b'{"seen": "", "mutations": []}'
    log = PhoneLog(match)
    keys = [row.client_key for row in log.sheet.rows] or [""]
    for _time in range(dice.choice((1, 1, 1, 2, 4))):
        entry = dice.choice(_entries(dice, log.sheet))
        key = UUID(int=dice.getrandbits(128)).hex if dice.random() < 0.9 else dice.choice(keys)
        log.write(entry, key, dice.choice(NAMES) if isinstance(entry, Joined) else "")
    return json.dumps(log.body if dice.random() < 0.9 else {**log.body, "seen": dice.choice(keys)}).encode()


def _entries(dice: Random, sheet: Sheet) -> list[Entry]:
    """An entry of each kind; which of them the rules allow is not asked."""
    board = sheet.board
    seat, seats = dice.choice(sorted(board.standings)), board.seats_playing or (0, 1)
    closer = dice.choice(seats)
    left = {other: 0 if other == closer else dice.randrange(60) for other in sorted(seats)}
    hand = HandScored(left, closer, dice.choice(board.closes)) if board.closes else HandScored(left)
    entries: list[Entry] = [kind(seat) for kind in (BoughtBackIn, Declined, Retired, SatOut)]
    entries += [hand, hand, hand, Joined(len(sheet.seats), 0), Penalised(seat, 5), Finished()]
    entries += [kind(asked) for asked in board.seats_asked[:1] for kind in (BoughtBackIn, Declined) * 4]
    entries += [Undone()] * (sheet.undo_target is not None) + [Redone()] * (sheet.redo_target is not None)
    entries += [Amended((Change(line.ref, dice.choice((None, hand))),)) for line in sheet.lines[-2:]]
    return entries


def start_of(dice: Random, circle: str, previous: str) -> tuple[str, bytes]:
    """The code and the facts of a new match; half of the time a rematch, if there is a match before."""
    key, ruleset = UUID(int=dice.getrandbits(128)), RULESETS[dice.choice(sorted(RULESETS))]
    low, high = ruleset.players
    before = Match.objects.filter(code=previous).first() if dice.random() < 0.5 else None
    players = dice.randint(max(low, 2), min(high, len(NAMES)))
    people: list[dict[str, Any]] = [{"name": name} for name in NAMES[:players]]
    if before:
        seats = before.seats.select_related("player")
        people = [{"uid": str(seat.player.uid), "name": seat.player.name or "Alguien"} for seat in seats]
    facts = {
        "rules_name": dice.choice(("", "De casa")),
        "save_as": dice.choice(("", "", "De casa", "Otras")),
        "currency": dice.choice(("", "€")),
        "first_dealer": dice.randrange(len(people)),
        "direction": dice.choice((1, -1)),
        "circle": dice.choice(("", "new", circle)),
        "previous": previous if before else "",
    }
    asked = body(key=key, ruleset=before.rules if before else ruleset, players=people, **facts)
    return code_of(key), json.dumps(asked).encode()
