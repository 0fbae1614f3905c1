"""Six letters that lead to a link, for a phone whose camera fails.

The database has no letters: they are computed from a nonce and the link key, so that somebody who reads it
cannot join. A row that has letters stores `nonce` and `digest`, a unique column by which it is found.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from scores.core.access.link_key import keyed_hash

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which look like digits or each other
LENGTH = 6  # letters: 148 million codes
TRIES = 5  # at letters that nobody has


def new_letters() -> dict[str, Any]:
    """The two columns of a row that has letters."""
    nonce = uuid4()
    return {"nonce": nonce, "digest": digest(_letters(nonce))}


def write_until_unique(write: Callable[[], None]) -> None:
    """Call `write`, which draws letters and stores them, again while others have the same."""
    for tries_left in reversed(range(TRIES)):
        try:
            with transaction.atomic():
                return write()
        except IntegrityError:
            if not tries_left:
                raise


def in_halves(nonce: UUID) -> str:
    """The letters in two halves, easier to read aloud."""
    letters = _letters(nonce)
    return f"{letters[:3]} {letters[3:]}"


def digest_of_typed(typed: str) -> str:
    """The digest of the letters that somebody typed, empty for what cannot be a code. Capitals, spaces and
    hyphens do not matter."""
    letters = "".join(
        letter for letter in typed.upper() if letter not in " -\u2013\u00a0"
    )
    return (
        digest(letters)
        if len(letters) == LENGTH and not set(letters) - set(ALPHABET)
        else ""
    )


def digest(letters: str) -> str:
    return keyed_hash(f"typed-letters:{letters}").hex()


def _letters(nonce: UUID) -> str:
    number = int.from_bytes(keyed_hash(f"typed-code:{nonce}"))
    base = len(ALPHABET)
    return "".join(ALPHABET[number // base**index % base] for index in range(LENGTH))
