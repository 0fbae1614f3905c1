"""The match of a document: for `Sheet` and the templates what a row of the table is on the server.

The document is that of `scores/table/board/document.py`. A phone appends to its `entries` what waits there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse

from phone.runtime.stand_ins.app import time_of
from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core.match_facts import TEXTS

FORMAT = 1
WATCH, SCORE, OWN = 1, 2, 3  # roles


@dataclass(frozen=True)
class SeatedPlayer:
    """A player, by the name that is shown."""

    display_name: str
    emoji: str = ""
    chosen_colour: int | None = None


@dataclass(frozen=True)
class DocumentSeat:
    position: int
    player: SeatedPlayer


@dataclass(frozen=True)
class DocumentEntry:
    """One entry of the log."""

    seq: int
    kind: str
    payload: dict[str, Any]
    milliseconds: int
    client_key: str = ""
    joined_as: str = ""  # of a player who joins: the name, until the server has the seat

    @property
    def happened_at(self) -> datetime:
        return time_of(self.milliseconds)

    def dump(self) -> list[Any]:
        """As an item of the `entries` of a document."""
        name = [self.joined_as] if self.joined_as else []
        return [self.kind, self.payload, self.milliseconds, self.client_key, *name]


@dataclass(frozen=True)
class Rematch:
    """Another match, of which only the address is known."""

    code: str

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])


class DocumentMatch:
    """The match of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        if document["format"] != FORMAT:
            raise ValueError("a document of another version")
        self.document = document
        self.code: str = document["code"]
        self.pk = self.code
        self.role: int = document["role"]
        self.ruleset: dict[str, Any] = document["ruleset"]
        for fact in TEXTS:
            setattr(self, fact.key, document.get(fact.key, ""))
        self.players_at_start: int = document["players_at_start"]
        self.first_dealer: int = document["first_dealer"]
        self.direction: int = document["direction"]
        self.played_on = date.fromisoformat(document["played_on"])
        self.archived_at: bool = document["is_archived"]
        self.created_at = time_of(document["created_at"])

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)

    @property
    def rematch(self) -> Rematch | None:
        code = self.document["rematch"]
        return Rematch(code) if code else None

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    def utc_offset_at(self, milliseconds: int) -> int:
        """By how many minutes the circle's clock is then ahead of UTC."""
        offsets: list[list[int]] = self.document["utc_offsets"]
        return [minutes for start, minutes in offsets if start <= milliseconds or start == offsets[0][0]][-1]

    def read_seats(self) -> list[DocumentSeat]:
        names: list[Any] = [*self.document["names"]]
        for row in self.read_rows():
            if row.joined_as and all(row.payload["player"] != position for position, _name in names):
                names.append([row.payload["player"], row.joined_as])
        faces = {position: face for position, *face in self.document["faces"]}
        return [DocumentSeat(seat, SeatedPlayer(name, *faces.get(seat, []))) for seat, name in names]

    def read_rows(self) -> list[DocumentEntry]:
        return [DocumentEntry(seq, *entry) for seq, entry in enumerate(self.document["entries"])]
