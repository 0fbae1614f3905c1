"""Codes of six letters, typed on a phone whose camera fails, that lead to a share link of a match.

A code is good for `LIFETIME`, once for each phone, and ends with its link. The database has no letters: they
are computed from a nonce and the link key, so that somebody who reads the database cannot join."""

import hmac
from datetime import timedelta
from hashlib import sha256
from math import ceil
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from scores.core.access import grants
from scores.models import Match, Phone, Role, TypedCode

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which look like digits or each other
LENGTH = 6  # letters: 148 million codes
LIFETIME = timedelta(minutes=10)
ROLES = (Role.WATCH, Role.SCORE)  # what an owner's link gives is too much for a code that may be overheard
TRIES = 5  # at a code that nobody has


def of_match(match: Match, most: Role) -> dict[str, dict[str, Any]]:
    """The codes that work now, by the role of their link, up to the role `most`: the letters in two groups,
    easier to read aloud, and minutes. No time of day: the reader may be in another zone."""
    now, shown = timezone.now(), {}
    for row in match.typed_codes.filter(expires_at__gt=now, role__lte=most):
        if row.generation == _generation(match, row.role):
            letters, minutes = _letters(row.nonce), ceil((row.expires_at - now) / timedelta(minutes=1))
            shown[Role(row.role).name.lower()] = {
                "halves": f"{letters[:3]} {letters[3:]}",
                "minutes": minutes,
            }
    return shown


def give(match: Match, role: Role, *, extends: bool) -> None:
    """Make a code for that link; one that still works stays the same. With `extends` it is good for
    `LIFETIME` again."""
    until = timezone.now() + LIFETIME
    generation = _generation(match, role)
    working = match.typed_codes.filter(role=role, generation=generation, expires_at__gt=timezone.now())
    if working.update(expires_at=until) if extends else working.exists():
        return
    for tries_left in reversed(range(TRIES)):
        nonce = uuid4()
        fresh = {"generation": generation, "nonce": nonce, "digest": _digest(_letters(nonce))}
        try:
            with transaction.atomic():
                row, _created = match.typed_codes.update_or_create(
                    role=role, defaults={**fresh, "expires_at": until}
                )
                row.used_by.clear()
        except IntegrityError:  # another match has these letters
            if not tries_left:
                raise
        else:
            return


def find(typed: str) -> TypedCode | None:
    """The code with the typed letters, with its match; None if none works with them now. Capitals, spaces and
    hyphens do not matter. Of a wrong and an expired code the answer is the same."""
    letters = "".join(letter for letter in typed.upper() if letter not in " -\u2013\u00a0")
    if len(letters) != LENGTH or set(letters) - set(ALPHABET):
        return None
    rows = TypedCode.objects.select_related("match").filter(match__deleted_at=None)
    row = rows.filter(digest=_digest(letters), expires_at__gt=timezone.now()).first()
    return row if row and row.generation == _generation(row.match, row.role) else None


def use(match: Match, role: Role, phone: Phone) -> None:
    """The phone has what this link gives: the code that leads to it works for that phone no more."""
    for code in match.typed_codes.filter(role=role, expires_at__gt=timezone.now()):
        code.used_by.add(phone)


def delete_expired() -> None:
    TypedCode.objects.filter(expires_at__lte=timezone.now()).delete()


def _generation(match: Match, role: int) -> int:
    generation: int = getattr(match, grants.GENERATIONS[Role(role)])
    return generation


def _letters(nonce: UUID) -> str:
    number, base = int.from_bytes(_keyed(f"typed-code:{nonce}")), len(ALPHABET)
    return "".join(ALPHABET[number // base**place % base] for place in range(LENGTH))


def _digest(letters: str) -> str:
    return _keyed(f"typed-letters:{letters}").hex()


def _keyed(message: str) -> bytes:
    return hmac.new(settings.LINK_KEY.encode(), message.encode(), sha256).digest()
