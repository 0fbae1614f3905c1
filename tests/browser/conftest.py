"""Phones that sit at a table already: what need not be tapped is written through the forms, quickly."""

from functools import partial

import pytest
from django.test import Client

from tests.browser.support.evening import Evening
from tests.browser.support.phones import has_rights_of
from tests.browser.support.pocket import line, pocket
from tests.scores.support.factories import start
from tests.support.servers import ALONE, serving

__all__ = ["line", "pocket"]


@pytest.fixture
def phone_of(phone, live_server):
    """The browser of a phone that wrote before: phone_of(client, 360, 640) has the client's rights."""

    def take_up(client, *size, **options):
        page = phone(*size, **options)
        has_rights_of(page, client, live_server.url)
        return page

    return take_up


@pytest.fixture
def owner(transactional_db):
    return Client()


@pytest.fixture
def match(owner):
    """A new match of four."""
    return start(owner, "Ana", "Luis", "Eva", "Paco")


@pytest.fixture
def evening(phone_of, transactional_db):
    """A new match whose phones need no form and no link: evening("Ana", "Luis", limit="20").scorer()."""
    return partial(Evening, phone_of)


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """The app as people start it, but one worker: compressed, with names that browsers keep for ever."""
    with serving(tmp_path_factory.mktemp("app"), **ALONE) as app:
        yield app
        app.kill(and_workers=True)  # quicker than a stop
