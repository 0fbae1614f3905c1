"""The groups of a document: for the form of a new match what the database is on the server.

The document is that of `scores/table/new_match/groups_document.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from phone.runtime.match_document import OWN
from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core.notation.names import same_name

FORMAT = 1


@dataclass(frozen=True)
class DocumentRules:
    """Saved rules of a group."""

    pk: int
    name: str
    ruleset: dict[str, Any]

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)


@dataclass(frozen=True)
class LastMatch:
    """The last match of a group."""

    code: str
    ruleset: dict[str, Any]
    currency: str

    @property
    def rules(self) -> Ruleset:
        return load_ruleset(self.ruleset)


class DocumentGroup:
    """One group, as the templates and the form need it."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.facts = facts
        self.code: str = facts["code"]
        self.display_name: str = facts["name"]
        self.role: int = facts["role"]
        self.utc_offset: int = facts["utc_offset"]


class DocumentGroups:
    """The groups of one document, with the functions of `StoredGroups`."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        if document["format"] != FORMAT:
            raise ValueError("a document of another version")
        self.utc_offset: int = document["utc_offset"]
        self.circles = [DocumentGroup(facts) for facts in document["groups"]]

    def named(self, code: str) -> DocumentGroup | None:
        return next((circle for circle in self.circles if circle.code == code), None)

    def house_rules(self, circle: DocumentGroup | None) -> list[DocumentRules]:
        return [DocumentRules(*rules) for rules in circle.facts["house_rules"]] if circle else []

    def last_match(self, circle: DocumentGroup | None, key: str) -> LastMatch | None:
        last = circle.facts["last"] if circle else None
        return LastMatch(last["code"], last["ruleset"], last["currency"]) if last else None

    def recent_names(self, circle: DocumentGroup | None) -> list[str]:
        names: list[str] = circle.facts["recent"] if circle else []
        return names


def names_at_table(circle: DocumentGroup | None, typed: Sequence[str]) -> list[str]:
    """The names that the server will show for the typed ones: each of a person of the group who is not
    seated yet and has or had that name, else as it was typed.
    """
    people: list[str] = circle.facts["people"] if circle else []
    persons = zip(typed, _persons_at_table(circle, typed), strict=True)
    return [name if person is None else people[person] for name, person in persons]


def faces_at_table(circle: DocumentGroup | None, typed: Sequence[str]) -> list[list[Any]]:
    """Position, emoji and colour of those at the table who have a face."""
    faces = {person: face for person, *face in circle.facts["faces"]} if circle else {}
    persons = enumerate(_persons_at_table(circle, typed))
    return [[position, *faces[person]] for position, person in persons if person in faces]


def players_at_table(circle: DocumentGroup | None, typed: Sequence[str]) -> list[dict[str, str]]:
    """The name of each, as it will be shown, and the `uid` of those who are persons of the group."""
    uids: list[str] = circle.facts["uids"] if circle else []
    persons = zip(names_at_table(circle, typed), _persons_at_table(circle, typed), strict=True)
    return [
        {"name": name} if person is None else {"uid": uids[person], "name": name} for name, person in persons
    ]


def _persons_at_table(circle: DocumentGroup | None, typed: Sequence[str]) -> list[int | None]:
    """Of each typed name the place of its person among those of the group; None for somebody new."""
    persons: list[int | None] = []
    for name in typed:
        persons.append(_person_named(circle, name, persons))
    return persons


def _person_named(circle: DocumentGroup | None, name: str, seated: Sequence[int | None]) -> int | None:
    called: list[tuple[str, int]] = circle.facts["called"] if circle else []
    return next((place for known, place in called if place not in seated and same_name(known, name)), None)


def role_of(circle: DocumentGroup | None) -> int:
    """What this phone may do in the match: everything in a new group."""
    return circle.role if circle else OWN
