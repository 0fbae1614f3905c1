"""The code of a match that a phone starts without a signal: the phone knows it before the server does."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from scores.models import CODE_LENGTH, CODE_LETTERS


def code_of(key: UUID) -> str:
    """The code of the match that a form with this secret key starts, as unguessable as `models.new_code`.

    A phone computes the same. So nobody can choose the code of a match: each letter is a pair of bytes of the
    SHA-256 digest of "match " and the 32 digits of the key.
    """
    digest = sha256(f"match {key.hex}".encode()).digest()
    pairs = (digest[place : place + 2] for place in range(0, 2 * CODE_LENGTH, 2))
    return "".join(CODE_LETTERS[int.from_bytes(pair) % len(CODE_LETTERS)] for pair in pairs)
