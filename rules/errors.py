"""The exceptions of the rules."""

from typing import Any


class Illegal(Exception):
    """Something that the rules refuse: a `code` of docs/rules/FORMAT.md#codes, and the facts about it. The
    rules never format a sentence; `scores.core.wording.refusals` does, in the language of the screen.
    """

    def __init__(self, code: str, **details: Any) -> None:
        self.code = code
        self.details = details

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.code} ({facts})" if facts else self.code


class Malformed(ValueError):
    """Data that is no entry, record or case at all: the file or the program that wrote it is defective."""
