"""Every test here may use the database, and starts in the language of the table."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """On both databases; a test that needs real transactions says so."""


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    with translation.override("es"):
        yield
