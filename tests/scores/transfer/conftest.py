import pytest

from tests.rules.support.table import hand
from tests.scores.support.table import match_now, played


@pytest.fixture
def match(phone):
    """With one hand."""
    return match_now(played(phone, "Ana", "Luis", "Eva", hand(0, 20, 30)))
