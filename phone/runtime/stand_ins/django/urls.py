"""Addresses. `phone.runtime.addresses`, which the build writes, has their patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phone.runtime.addresses import PATTERNS


def reverse(name: str, args: Sequence[Any] = ()) -> str:
    """The address of that name. Its arguments are codes, numbers and names of lines: nothing to be quoted."""
    pieces = PATTERNS[name]
    if len(pieces) != len(args) + 1:
        raise ValueError(name)
    address = pieces[0]
    for argument, piece in zip(args, pieces[1:]):  # noqa: B905  # of equal length
        address += str(argument) + piece
    return address
