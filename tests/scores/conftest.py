"""Fixtures for tests of the app: the database, a phone and a match."""

from functools import partial

import pytest
import segno
from django.db import transaction
from django.template import Template
from django.test import Client, override_settings
from django.test.signals import template_rendered
from limits import parse

from scores.circle.images import render
from scores.core.access import share_links
from scores.night.seating import drafts
from tests.scores.support.circle_matches import new_circle
from tests.scores.support.factories import start


@pytest.fixture(autouse=True)
def database(db):
    """Every test may use the database; one that needs real transactions has its own mark."""


@pytest.fixture(scope="module")
def rows_of_module(django_db_setup, django_db_blocker):
    """What a fixture of the module writes stays until its last test; a test takes back what it writes."""
    around = transaction.atomic()
    around._from_testcase = True  # a durable transaction may be inside
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session", autouse=True)
def files_beside_the_database(tmp_path_factory):
    """One data directory for all tests: creating one for each takes longer than many tests."""
    with override_settings(DATA_DIR=tmp_path_factory.mktemp("data")):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_pages(django_test_environment):
    """What takes most of the time of a page is done in short, except in browser tests.

    Comparing all eight masks of a QR code takes longer than the rest of a board, and so does the search for
    seats: `tests/rules/night/seating` says how good a draft is.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Template, "_render", render_with_its_context)
        patched.setattr(share_links.segno, "make", partial(segno.make, mask=0))
        patched.setattr(drafts, "STEPS", drafts.FEW_STEPS)
        # else the icon is sent in its place
        patched.setattr(render, "DEADLINE", 240)
        yield


def render_with_its_context(template, context):
    """`response.context` is only the context of the page: those of all included templates would take a tenth
    of its time."""
    if context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


@pytest.fixture
def limit(settings):
    """Set limits: limit(address_checks="1/hour")."""

    def set_limit(**rates):
        settings.LIMITS = {**settings.LIMITS} | {
            kind.replace("_", "-"): parse(rate) for kind, rate in rates.items()
        }

    return set_limit


@pytest.fixture
def phone():
    """A phone without a cookie."""
    return Client()


@pytest.fixture
def match(phone):
    """A match of Ana and Luis before the first hand. Test modules may override it."""
    return start(phone, "Ana", "Luis")


@pytest.fixture
def circle():
    """A group in which nobody has played. Test modules may override it."""
    return new_circle()
