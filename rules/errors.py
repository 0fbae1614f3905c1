"""How the rules say no."""

from typing import Any


class Illegal(Exception):
    """What the rules refuse: a `code` of docs/rules/FORMAT.md#codes and the facts a sentence about it needs.

    The engine never formats a sentence; `scores.wording.refusals` says it in the table's language.
    """

    def __init__(self, code: str, **details: Any) -> None:
        self.code = code
        self.details = details

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.code} ({facts})" if facts else self.code


class Malformed(ValueError):
    """What is not an entry, a record or a case at all: a defect of the file or the program that wrote it."""
