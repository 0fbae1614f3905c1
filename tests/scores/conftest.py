"""Every test here may use the database, and starts in the language of the table."""

from collections.abc import Iterator
from functools import partial

import pytest
import segno
from django.template import Context, Template
from django.test import Client, override_settings
from django.test.signals import template_rendered
from django.utils import translation

from scores.models import Match
from scores.sharing import share_links
from tests.scores.support.factories import start


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """On both databases; a test that needs real transactions says so."""


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    with translation.override("es"):
        yield


@pytest.fixture(scope="session", autouse=True)
def files_beside_the_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For all tests together: few look there, and a directory for each costs more than many of them."""
    with override_settings(DATA_DIR=tmp_path_factory.mktemp("data")):
        yield


@pytest.fixture(scope="session", autouse=True)
def contexts_of_whole_pages(django_test_environment: None) -> Iterator[None]:
    """`response.context` is that of the page: Django would copy those of all its pieces too, a tenth of the
    time of a page."""

    def render(template: Template, context: Context) -> str:
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_qr() -> Iterator[None]:
    """A QR may be masked in eight ways. To draw all and compare them costs more than the rest of a board; the
    browser's tests do."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(share_links.segno, "make", partial(segno.make, mask=0))
        yield


@pytest.fixture
def phone() -> Client:
    """A phone that was never here."""
    return Client()


@pytest.fixture
def match(phone: Client) -> Match:
    """Ana and Luis, before the first hand; a file that plays another has one of its own."""
    return start(phone, "Ana", "Luis")
