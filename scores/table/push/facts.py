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
    a_day,
    a_direction,
    a_list,
    a_ruleset,
    a_text,
    a_uid,
    an_integer,
    an_object,
)
from rules.ruleset import Ruleset
from scores.core.match_facts import TEXTS
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
    ruleset: Ruleset
    names: list[str]
    uids: dict[int, UUID]  # of players whom the phone knows
    circle: str  # a code, "new", or empty
    previous: str
    save_as: str
    columns: dict[str, Any]  # the other arguments of `setup.start_match`


def start_of(body: bytes) -> Start:
    """Raises TooLarge, and Malformed for what is no match."""
    asked = document_of(body)
    facts = an_object(asked.get("facts"), "$.facts")
    people = [an_object(person, "$") for person in a_list(facts.get("players"), "$", 2, SEATS_AT_MOST)]
    dealer = an_integer(facts.get("first_dealer"), "$", 0, len(people) - 1)
    direction = a_direction(facts.get("direction"), "$")
    ruleset = a_ruleset(facts.get("ruleset"), "$")
    _verify_board(ruleset, len(people), dealer, direction)
    return Start(
        key=_key(asked.get("key")),
        happened_at=a_moment(asked.get("at"), "$"),
        ruleset=ruleset,
        names=[a_tidy_name(person.get("name"), "$") for person in people],
        uids={place: a_uid(person["uid"], "$") for place, person in enumerate(people) if "uid" in person},
        circle=a_text(facts.get("circle"), "$", CODE_AT_MOST),
        previous=a_text(facts.get("previous"), "$", CODE_AT_MOST),
        save_as=_line(facts.get("save_as"), NAME_AT_MOST),
        columns={
            "dealer": dealer,
            "direction": direction,
            "played_on": _day(facts.get("played_on")),
            **{fact.key: _line(facts.get(fact.key, ""), fact.longest) for fact in TEXTS},
        },
    )


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


def _verify_board(ruleset: Ruleset, players: int, dealer: int, direction: int) -> None:
    """Raise Malformed if the rules do not allow so many players."""
    try:
        new_board(ruleset, players, dealer=dealer, direction=direction)
    except Illegal as refusal:
        raise Malformed(str(refusal)) from refusal
