import time
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from phone.build.sources import WITHOUT_SERVER
from scores.table.board.document import STATIC_FILES
from scores.table.offline.without_server import DRAWN
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.table import page_at, played
from tests.support import extent

RUN_BY = ("CPython", extent.night_param("phones in MicroPython", "MicroPython"))


@pytest.fixture(scope="session", params=RUN_BY)
def program(request):
    """Starts a phone in one of the programs that run its modules."""
    return partial(PhoneProcess, is_micropython=request.param == "MicroPython")


@pytest.fixture(scope="session")
def phones(program):
    """A phone in each language."""
    with program("es") as spanish, program("en-gb") as english:
        yield {"es": spanish, "en-gb": english}


@pytest.fixture(scope="session")
def spanish(phones):
    return phones["es"]


@pytest.fixture(scope="session")
def phone_alone(program):
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
def match(phone):
    """With one hand."""
    return played(phone, "Ana", "Luis", hand(0, 7))


def document_of(client, match):
    return page_at(client, "document", match).json()


PAGE = {"csrf_token": "t0ken", "key": "k3y", "now": 1_800_000_000_000}
"""What a page sends with all that it asks the engine."""


def said(key, entry, **more):
    """A mutation, as a page has it."""
    return {"key": key, "at": PAGE["now"], "entry": entry, "names": {}, **more}


def pairs(fields):
    """The fields of a form as a page sends them to the engine."""
    return [[name, str(value)] for name, value in fields.items()]


# Pages about all matches of a phone without a server

OWNER = 3
FILES = {name: name for name in (*STATIC_FILES, *DRAWN)}
KEY = "0f8fad5b-d9cb-469f-a165-70867728950e"


def now():
    return round(time.time() * 1000)


def summaries_of(phone, circle):
    """What the phone knows of the matches of this circle, as its scripts give it."""
    client = phone_of(circle)
    matches = circle.matches.not_deleted().order_by("pk")
    documents = [document_of(client, match) for match in matches]
    asked = ({"id": one["code"], "document": one} for one in documents)
    known = [phone.call("summary", payload) for payload in asked]
    rows = [[*summary.values(), None, OWNER] for summary in known]
    return [[*known[0], "rematch", "role"], *rows]


def history(phone, matches, path, **more):
    """The answer about a page of all matches."""
    about = {"path": path, "matches": matches, "broken": 0, "now": now()}
    ahead = timezone.localtime().utcoffset() // timedelta(minutes=1)
    groups = {"static": FILES, "utc_offset": ahead}
    account = {"facts": [], "key": KEY}
    return phone.call(
        "history", {**about, "query": [], "groups": groups, **account, **more}
    )
