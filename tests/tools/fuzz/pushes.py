"""What a phone with the engine sends: mutations of a match, and the facts of one that it has made."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from uuid import UUID

from rules.events import Joined
from rules.presets import RULESETS
from scores.models import Match
from scores.table.new_match.setup import code_of
from tests.scores.support.pushing import PhoneLog, body
from tests.tools.simulate.judging import WISHES

NAMES = ("Ana", "Luis", "Eva", "Íñigo", "Zoe")


def push_of(dice: Random, code: str) -> bytes:
    """A push to the match with this code; an empty one if there is none."""
    match = Match.objects.filter(code=code).first()
    if match is None:
        return b'{"seen": "", "mutations": []}'
    log = PhoneLog(match)
    keys = [row.client_key for row in log.sheet.rows] or [""]
    for _time in range(dice.choice((1, 1, 1, 2, 4))):
        wished = (
            WISHES[dice.choice(list(WISHES))](dice, log.sheet) for _wish in range(99)
        )
        entry = next(filter(None, wished))  # whether the rules allow it is not asked
        key = (
            UUID(int=dice.getrandbits(128)).hex
            if dice.random() < 0.9
            else dice.choice(keys)
        )
        log.write(entry, key, dice.choice(NAMES) if isinstance(entry, Joined) else "")
    return json.dumps(
        log.body if dice.random() < 0.9 else {**log.body, "seen": dice.choice(keys)}
    ).encode()


def start_of(dice: Random, circle: str, previous: str) -> tuple[str, bytes]:
    """The code and the facts of a new match; half of the time a rematch, if there is a match before."""
    key = UUID(int=dice.getrandbits(128))
    ruleset = RULESETS[dice.choice(sorted(RULESETS))]
    before = (
        Match.objects.filter(code=previous).first() if dice.random() < 0.5 else None
    )
    people: list[dict[str, Any]] = [
        {"name": name} for name in NAMES[: max(ruleset.players[0], 2)]
    ]
    if before:
        seats = before.seats.select_related("player")
        people = [
            {"uid": str(seat.player.uid), "name": seat.player.name or "Alguien"}
            for seat in seats
        ]
    facts = {
        "save_as": dice.choice(("", "", "De casa", "Otras")),
        "first_dealer": dice.randrange(len(people)),
        "circle": dice.choice(("", "new", circle)),
        "previous": previous if before else "",
    }
    asked = body(
        key=key, ruleset=before.rules if before else ruleset, players=people, **facts
    )
    return code_of(key), json.dumps(asked).encode()
