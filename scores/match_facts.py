"""The texts with which a match starts, one line each: columns, forms, files and phones follow this table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TextFact:
    """A line of text about a match; empty if nobody wrote it."""

    key: str  # of the column, of the field, and in documents and files
    longest: int  # letters


TEXTS = (
    TextFact("rules_name", 40),  # the name of the house rules
    TextFact("currency", 3),  # a symbol; empty: chips
    TextFact("place", 60),  # where it was played
    TextFact("note", 200),
)
