import pytest

from tests.scores.support.factories import start


@pytest.fixture
def match(phone):
    return start(phone, "Ana", "Luis", "Eva")


@pytest.fixture
def pairs(phone):
    """Ana and Eva against Luis and Paco."""
    return start(phone, "Ana", "Luis", "Eva", "Paco", preset="gin", team_size="2")
