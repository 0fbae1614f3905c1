"""The groups of a document: for the form of a new match what the database is on the server.

The document is that of `scores/table/new_match/groups_document.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.presets import load_ruleset
from rules.ruleset import Ruleset
from scores.core.notation.names import same_name

FORMAT = 1


@dataclass(frozen=True)
class StoredRules:
    """Saved rules of a group, or those of its last match."""

    ruleset: dict[str, Any]
    pk: int = 0
    name: str = ""
    code: str = ""  # of the match, and its currency
    currency: str = ""

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

    def house_rules(self, circle: DocumentGroup | None) -> list[StoredRules]:
        saved = circle.facts["house_rules"] if circle else []
        return [StoredRules(ruleset, pk, name) for pk, name, ruleset in saved]

    def last_match(self, circle: DocumentGroup | None, key: str) -> StoredRules | None:
        last = circle.facts["last"] if circle else None
        return StoredRules(last["ruleset"], code=last["code"], currency=last["currency"]) if last else None

    def recent_names(self, circle: DocumentGroup | None) -> list[str]:
        names: list[str] = circle.facts["recent"] if circle else []
        return names


def players_at_table(
    circle: DocumentGroup | None, typed: Sequence[str]
) -> tuple[list[dict[str, str]], list[list[Any]]]:
    """Of each typed name the player as the server will show him: a person of the group who is not seated yet
    and has or had that name, with `uid`, else somebody new. And position, emoji and colour of those with a
    face.
    """
    if circle is None:
        return [{"name": name} for name in typed], []
    players, faces, seated = list[dict[str, str]](), list[list[Any]](), list[int]()
    faces_of = {person: face for person, *face in circle.facts["faces"]}
    for position, name in enumerate(typed):
        called = [place for known, place in circle.facts["called"] if same_name(known, name)]
        person = next((place for place in called if place not in seated), None)
        if person is None:
            players.append({"name": name})
            continue
        seated.append(person)
        players.append({"uid": circle.facts["uids"][person], "name": circle.facts["people"][person]})
        faces += [[position, *faces_of[person]]] if person in faces_of else []
    return players, faces
