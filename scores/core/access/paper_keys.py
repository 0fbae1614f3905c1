"""The paper key of a phone: twelve words that give another phone, once, what this one may do.

The words are not stored. Their row is found by a slow hash under the link key: the database alone opens
nothing, nor do the database and the key without 95 bits of guessing."""

import re
import secrets
from difflib import get_close_matches
from functools import cache
from hashlib import scrypt
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scores.core.access import link_key, recovery
from scores.core.notation.names import folded_text
from scores.models import PaperKey, Phone, Way

WORDS = 12  # of 249: 95 bits
MOST_TYPED = 400  # letters and spaces of a key
MOST_UNKNOWN = 3  # wrong words that are told: looking for close ones costs 5 ms each
LONGEST_WORD = 20
SLOWLY = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # 40 ms and 16 MB
FILES = Path(__file__).parent / "words"


class Reading(NamedTuple):
    """Typed words, and those that are in no list, each with the closest word or an empty text."""

    words: list[str]
    unknown: dict[str, str]

    @property
    def is_whole(self) -> bool:
        return len(self.words) == WORDS and not self.unknown


@cache
def word_list(language: str) -> tuple[str, ...]:
    """249 short words without accents; no two of a language begin with the same four letters. A language
    without words of its own has the Spanish ones."""
    file = FILES / f"{language}.txt"
    if not file.exists():
        return word_list("es")
    return tuple(file.read_text(encoding="utf-8").split())


def make(phone: Phone, language: str) -> list[str]:
    """New words for the phone; those that it had before are good for nothing."""
    words = [secrets.choice(word_list(language)) for _index in range(WORDS)]
    fresh = {"digest": _digest(words), "made_at": timezone.now()}
    PaperKey.objects.update_or_create(phone=phone, defaults=fresh)
    return words


def read(typed: str) -> Reading:
    """The typed words, in the language that has most of them. Capitals, accents and commas do not matter."""
    words = re.findall(r"[a-z]+", folded_text(typed[:MOST_TYPED]))
    lists = [word_list(language) for language, _name in settings.LANGUAGES]
    known = max(lists, key=lambda its: len(set(words) & set(its)))
    unknown = [word[:LONGEST_WORD] for word in words if word not in set(known)][
        :MOST_UNKNOWN
    ]
    return Reading(
        words,
        {word: next(iter(get_close_matches(word, known, 1)), "") for word in unknown},
    )


def find(reading: Reading) -> PaperKey | None:
    """The key with these words. None for a wrong one, for one that was used and for one that was replaced."""
    if not reading.is_whole:
        return None
    return (
        PaperKey.objects.select_related("phone")
        .filter(digest=_digest(reading.words))
        .first()
    )


@transaction.atomic
def use(key: PaperKey, phone: Phone) -> bool:
    """Give the phone what the phone of the key may do now; False if the key was used meanwhile."""
    deleted, _rows = PaperKey.objects.filter(pk=key.pk, digest=key.digest).delete()
    if deleted:
        recovery.give(key.phone, phone, Way.PAPER)
    return bool(deleted)


def _digest(words: list[str]) -> str:
    slow = scrypt(" ".join(words).encode(), salt=b"paper-key", **SLOWLY)
    return link_key.keyed_hash(f"paper-key:{slow.hex()}").hex()
