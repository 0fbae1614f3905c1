from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from phone.build.sources import WITHOUT_SERVER
from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.table import page_at, played

Phones = dict[str, PhoneProcess]


@pytest.fixture(scope="session")
def phones() -> Iterator[Phones]:
    """A phone in each language."""
    with PhoneProcess("es") as spanish, PhoneProcess("en-gb") as english:
        yield {"es": spanish, "en-gb": english}


@pytest.fixture(scope="session")
def phone_alone() -> Iterator[PhoneProcess]:
    """A phone without a server."""
    with PhoneProcess("es", WITHOUT_SERVER) as phone:
        yield phone


# Games whose forms and pages take different code, each with the language in which a phone shows them.
GAMES = [
    ("chinchon", "es"),
    ("gin", "en-gb"),
    ("queen-city", "es"),
    ("rum-500-pairs", "en-gb"),
    ("chinaso", "es"),
]


@pytest.fixture
def match(phone: Client) -> Match:
    """With one hand."""
    return played(phone, "Ana", "Luis", hand(0, 7))


def document_of(client: Client, match: Match) -> dict[str, Any]:
    whole: dict[str, Any] = page_at(client, "document", match).json()
    return whole
