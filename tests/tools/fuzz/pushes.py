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
OF_ONE = (BoughtBackIn, Declined, Retired, SatOut)


def push_of(dice: Random, code: str) -> bytes:
    """A push to the match with this code; an empty one if there is none."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        return b'{"seen": "", "mutations": []}'
    log = PhoneLog(match)
    keys = [row.client_key for row in log.sheet.rows]
    for _time in range(dice.choice((1, 1, 1, 2, 4))):
        entry = _entry(dice, log.sheet)
        joined_as = dice.choice(NAMES) if isinstance(entry, Joined) else ""
        log.write(entry, _key(dice) if dice.random() < 0.9 or not keys else dice.choice(keys), joined_as)
    body = log.body if dice.random() < 0.9 or not keys else {**log.body, "seen": dice.choice(keys)}
    return json.dumps(body).encode()


def _key(dice: Random) -> str:
    return UUID(int=dice.getrandbits(128)).hex


def _entry(dice: Random, sheet: Sheet) -> Entry:
    board, seats = sheet.board, sorted(sheet.board.standings)
    if board.seats_asked and dice.random() < 0.7:
        return dice.choice((BoughtBackIn, Declined))(board.seats_asked[0])
    if sheet.undo_target is not None and dice.random() < 0.2:
        return Undone()
    if sheet.redo_target is not None and dice.random() < 0.3:
        return Redone()
    if sheet.lines and dice.random() < 0.2:
        return Amended((Change(dice.choice(sheet.lines).ref, dice.choice((None, _hand(dice, sheet)))),))
    others = (Joined(len(sheet.seats), 0), Penalised(dice.choice(seats), 5), Finished())
    one = dice.choice(OF_ONE)(dice.choice(seats))
    return dice.choice((_hand(dice, sheet), _hand(dice, sheet), *others, one))


def _hand(dice: Random, sheet: Sheet) -> HandScored:
    seats = sheet.board.seats_playing or (0, 1)
    closer = dice.choice(seats)
    left = {seat: 0 if seat == closer else dice.randrange(60) for seat in sorted(seats)}
    closes = sheet.board.closes
    return HandScored(left, closer, dice.choice(closes)) if closes else HandScored(left)


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
