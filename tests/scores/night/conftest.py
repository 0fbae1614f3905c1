"""Fixtures of a club night: the group of a phone, and a night of it. Test modules may override them."""

import pytest

from rules.night.presets import Format
from tests.scores.support.factories import start
from tests.scores.support.nights import EIGHT, open_night, published


@pytest.fixture
def circle(phone):
    """A group of Ana and Luis, which the phone owns."""
    return start(phone, "Ana", "Luis").circle


@pytest.fixture
def night(circle):
    """Four people in their first round."""
    return published(open_night(circle))


@pytest.fixture
def eight(circle):
    """Eight people at two tables in their first round."""
    return published(open_night(circle, *EIGHT))


@pytest.fixture
def knockout(circle):
    """Eight people in the first round of a knockout, from whose tables two go on."""
    return published(open_night(circle, *EIGHT, preset=Format.KNOCKOUT))
