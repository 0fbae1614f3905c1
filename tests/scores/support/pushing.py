"""A phone with the engine: it names what it writes by what it has seen, and pushes it."""

from uuid import UUID, uuid4

from django.urls import reverse
from django.utils import timezone

from rules.presets import CHINCHON
from scores.core.match_facts import TEXTS
from scores.core.matches.named_entries import mutation_of_entry
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.models import Entry as Row, Player, Seat
from scores.table.new_match.setup import code_of
from tests.scores.support.table import address_of


class PhoneLog:
    """The log of a match as a phone has it: as stored when it was read, and what the phone wrote since."""

    def __init__(self, match):
        match.refresh_from_db()
        self.sheet = Sheet(match)
        self.seen = self.sheet.rows[-1].client_key if self.sheet.rows else ""
        self.mutations = []

    def write(self, entry, key="", joined_as=""):
        """The mutation of the entry, which waits from now on."""
        key = key or uuid4().hex
        kind, payload = kind_and_payload(entry)
        mutation = mutation_of_entry(
            self.sheet,
            kind,
            payload,
            key=key,
            at=1_780_000_000_000,
            joined_as=joined_as,
        ).dump()
        row = Row(seq=self.sheet.seq, kind=kind, payload=payload, client_key=key)
        seats = self.sheet.seats
        if joined_as:
            seats = [
                *seats,
                Seat(position=payload["player"], player=Player(name=joined_as)),
            ]
        self.sheet = Sheet(self.sheet.match, seats=seats, rows=[*self.sheet.rows, row])
        self.mutations.append(mutation)
        return mutation

    @property
    def body(self):
        return {"seen": self.seen, "mutations": self.mutations}


def wrote(match, *entries, keys=""):
    """The log of a phone that wrote these entries; each letter of `keys` is the key of one."""
    log = PhoneLog(match)
    for index, entry in enumerate(entries):
        log.write(entry, keys[index] if keys else "")
    return log


def send(phone, match, body):
    address = address_of("push", match)
    return phone.post(address, body, content_type="application/json")


def push(phone, match, log):
    """The answer to everything that waits."""
    response = send(phone, match, log.body)
    assert response.status_code == 200, response.content
    return response.json()


# Matches made on a phone


def body(*names, key=None, ruleset=CHINCHON, **facts):
    return {
        "key": (key or uuid4()).hex,
        "at": round(timezone.now().timestamp() * 1000),
        "facts": {
            "ruleset": ruleset.dump(),
            **{fact.key: "" for fact in TEXTS},
            "save_as": "",
            "players": [{"name": name} for name in names],
            "first_dealer": 0,
            "direction": 1,
            "played_on": timezone.localdate().isoformat(),
            "circle": "",
            "previous": "",
            **facts,
        },
    }


def put(phone, asked, code=""):
    address = reverse("match", args=[code or code_of(UUID(asked["key"]))])
    return phone.put(address, asked, content_type="application/json")


def again(match, **facts):
    """The facts of a rematch of this match, as a phone has them from its document."""
    seats = match.seats.select_related("player")
    players = [
        {"uid": str(seat.player.uid), "name": seat.player.name} for seat in seats
    ]
    return body(
        **{"players": players, "previous": match.code, "first_dealer": 1, **facts}
    )
