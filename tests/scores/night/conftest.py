"""Fixtures of a club night: the group of a phone, and a night of it. Test modules may override them."""

import pytest
from django.test import Client

from scores.models import Circle
from scores.night.models import Night
from tests.scores.support.factories import start
from tests.scores.support.nights import open_night, published


@pytest.fixture
def circle(phone: Client) -> Circle:
    """A group of Ana and Luis, which the phone owns."""
    return start(phone, "Ana", "Luis").circle


@pytest.fixture
def night(circle: Circle) -> Night:
    """Four people in their first round."""
    return published(open_night(circle))
