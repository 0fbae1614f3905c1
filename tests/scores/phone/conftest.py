from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client

from phone.build.sources import WITHOUT_SERVER
from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.table import page_at, played
from tests.support import extent

Phones = dict[str, PhoneProcess]


RUN_BY = ("CPython", extent.night_param("phones in MicroPython", "MicroPython"))


@pytest.fixture(scope="session", params=RUN_BY)
def program(request: pytest.FixtureRequest) -> Callable[..., PhoneProcess]:
    """Starts a phone in one of the programs that run its modules."""
    return partial(PhoneProcess, is_micropython=request.param == "MicroPython")


@pytest.fixture(scope="session")
def phones(program: Callable[..., PhoneProcess]) -> Iterator[Phones]:
    """A phone in each language."""
    with program("es") as spanish, program("en-gb") as english:
        yield {"es": spanish, "en-gb": english}


@pytest.fixture(scope="session")
def phone_alone(program: Callable[..., PhoneProcess]) -> Iterator[PhoneProcess]:
    """A phone without a server."""
    with program("es", WITHOUT_SERVER) as phone:
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
