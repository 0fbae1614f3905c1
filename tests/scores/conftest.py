"""Every test here may use the database, and starts in the language of the table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scores.models import Match
from tests.scores.support.table import start


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """On both databases; a test that needs real transactions says so."""


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    with translation.override("es"):
        yield


@pytest.fixture(autouse=True)
def files_of_this_test(settings: Any, tmp_path: Path) -> None:
    """What is kept on the machine beside the database."""
    settings.DATA_DIR = tmp_path


@pytest.fixture
def phone() -> Client:
    """A phone that was never here."""
    return Client()


@pytest.fixture
def match(phone: Client) -> Match:
    """Ana and Luis, before the first hand; a file that plays another has one of its own."""
    return start(phone, "Ana", "Luis")
