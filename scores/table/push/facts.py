"""Reads the body with which a phone makes a match: its facts, and the key from which its code comes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError

from rules.errors import Illegal, Malformed
from rules.match.board import new_board
from rules.records.validators import (
    BadRecord,
    Document,
    a_day,
    a_direction,
    a_list,
    a_ruleset,
    a_text,
    a_uid,
    an_integer,
    an_object,
)
from scores.core.match_facts import TEXTS, MatchFacts
from scores.core.matches.dates import verify_played
from scores.core.notation.names import tidy
from scores.fields import NAME_AT_MOST
from scores.table.new_match.forms import SEATS_AT_MOST
from scores.table.push.reading import a_moment, a_tidy_name, document_of

CODE_AT_MOST = 16  # letters, as a column of codes has room for


@dataclass(frozen=True)
class Start:
    """A match that a phone has made. `previous` is the code of the match whose rematch it is, or empty."""

    key: UUID
    happened_at: datetime | None
    facts: MatchFacts
    names: list[str]
    uids: dict[int, UUID]  # of players whom the phone knows
    circle: str  # a code, "new", or empty
    previous: str
    save_as: str


def start_of(body: bytes) -> Start:
    """Raises TooLarge, and Malformed for what is no match."""
    asked = document_of(body)
    sent = an_object(asked.get("facts"), "$.facts")
    people = [an_object(person, "$") for person in a_list(sent.get("players"), "$", 2, SEATS_AT_MOST)]
    facts = _facts(sent, len(people))
    return Start(
        key=_key(asked.get("key")),
        happened_at=a_moment(asked.get("at"), "$"),
        facts=facts,
        names=[a_tidy_name(person.get("name"), "$") for person in people],
        uids={place: a_uid(person["uid"], "$") for place, person in enumerate(people) if "uid" in person},
        circle=a_text(sent.get("circle"), "$", CODE_AT_MOST),
        previous=a_text(sent.get("previous"), "$", CODE_AT_MOST),
        save_as=_line(sent.get("save_as"), NAME_AT_MOST),
    )


def _facts(sent: Document, players: int) -> MatchFacts:
    """The facts that `MatchFacts.dump` made. Raises Malformed also if the rules do not allow so many
    players."""
    facts = MatchFacts(
        a_ruleset(sent.get("ruleset"), "$"),
        an_integer(sent.get("first_dealer"), "$", 0, players - 1),
        a_direction(sent.get("direction"), "$"),
        _day(sent.get("played_on")),
        {fact.key: _line(sent.get(fact.key, ""), fact.longest) for fact in TEXTS},
    )
    try:
        new_board(facts.ruleset, players, facts.first_dealer, facts.direction)
    except Illegal as refusal:
        raise Malformed(str(refusal)) from refusal
    return facts


def _key(value: Any) -> UUID:
    try:
        return UUID(hex=a_text(value, "$.key", 32))
    except ValueError as error:
        raise BadRecord("$.key", "no key", "uid") from error


def _line(value: Any, longest: int) -> str:
    return tidy(a_text(value, "$", longest))


def _day(value: Any) -> date | None:
    """None for a day that the clock of a phone has wrong: then it is the evening on which the match began."""
    day = a_day(value, "$.played_on")
    with suppress(ValidationError):
        verify_played(None, day)
        return day
    return None
