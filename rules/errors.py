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


class BadRecord(Malformed):
    """A value that is none: `path` is where it stands in the document, such as `$.entries[3].entry.player`.

    `code` names the kind of error, for translations: no-json, number, name, …
    """

    def __init__(self, reason: str, code: str = "value", *steps: str | int) -> None:
        self.reason = reason
        self.code = code
        self.path = _ROOT + "".join(map(step_text, steps))

    def add_step(self, step: str | int) -> None:
        """`step` is the key or the index of what the path up to now is inside of."""
        self.path = _ROOT + step_text(step) + self.path.removeprefix(_ROOT)

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


_ROOT = "$"  # the whole document
_SHOWN = 60  # letters of a key in a path


def step_text(step: str | int) -> str:
    return f"[{step}]" if isinstance(step, int) else f".{step[:_SHOWN]}"
