"""The file of a circle, written as the app exports one, with as much in it as a tool wants."""

import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

BEGAN = datetime(2026, 11, 21, 20, tzinfo=UTC)


def persons_named(names):
    return [{"uid": str(uuid4()), "name": name, "colour": 0} for name in names]


def match_with(seats, ruleset, entries):
    """A match of these persons, with an entry in each minute."""
    return {
        "uid": str(uuid4()),
        "created_at": BEGAN.isoformat(),
        "played_on": BEGAN.date().isoformat(),
        "ruleset": ruleset,
        "seats": [person["uid"] for person in seats],
        "at_start": len(seats),
        "dealer": 0,
        "direction": 1,
        "entries": [
            _row(entry, (BEGAN + timedelta(minutes=minute)).isoformat())
            for minute, entry in enumerate(entries)
        ],
    }


def _row(entry, at):
    row = {"entry": entry, "at": at, "happened_at": at}
    return {**row, "uid": str(uuid4()), "key": uuid4().hex}


def circle_file(persons=(), matches=(), nights=(), account=(), unread=()):
    """`unread` are matches that a phone could not read."""
    counts = {"persons": len(persons), "house_rules": 0, "matches": len(matches)}
    counts |= {"nights": len(nights), "account": len(account)}
    lines = [
        {"reenganche_circle": 1, "name": "x", "time_zone": "Europe/Madrid"},
        *({"person": person} for person in persons),
        *({"match": match} for match in matches),
        *({"unread": match} for match in unread),
        *({"night": night} for night in nights),
        *({"account": line} for line in account),
        {"end": counts},
    ]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
