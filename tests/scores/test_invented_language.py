"""A language more is a line of `scores.core.languages` and a catalogue: every page speaks it."""

import sys
from datetime import UTC, date, datetime
from importlib import import_module
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from django.utils import formats, translation

from phone.build import generated
from scores.core import languages
from scores.core.access import paper_keys
from scores.models import Phone, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, write
from tests.support import extent
from tests.support.addresses import TABLE, match_to_walk, path_of
from tests.tools.messages import compiled, english

MARK = "§"  # before every text of the invented Catalan
LETTERS = "TE"  # of trío and escalera: no sentence


@pytest.fixture
def catalan(monkeypatch, settings, tmp_path):
    invented = Catalog(locale="ca", domain="django")
    for message in english():
        if message.id and message.id != LETTERS:
            texts = [message.id] if isinstance(message.id, str) else message.id
            marked = tuple(f"{MARK}{text}" for text in texts)
            string = marked if message.pluralizable else marked[0]
            invented.add(message.id, string, context=message.context)
    file = tmp_path / "ca" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(invented))
    language = languages.Language("ca", "Català", "ca")
    monkeypatch.setattr(languages, "LANGUAGES", (*languages.LANGUAGES, language))
    settings.LANGUAGES = [*settings.LANGUAGES, ("ca", "Català")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    return "ca"


@pytest.fixture
def match():
    match = match_to_walk()
    write(match, hand(0, 1, 2))
    return match


@pytest.mark.long
@extent.by_night("another language")
def test_every_page_is_shown_in_an_invented_language(catalan, match):
    phone = phone_with(Role.OWN, match)
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = catalan
    pages = [name for name, address in TABLE.items() if address.get[-1] == 200]
    silent = []
    for name in pages:
        answer = phone.get(path_of(name, match))
        assert (name, answer["Content-Language"]) == (name, "ca")
        is_html = answer["Content-Type"].startswith("text/html")
        if is_html and MARK not in answer.text:
            silent.append(name)
    assert silent == []
    assert len(pages) > 50


def test_every_page_offers_it_and_its_choice_lasts(phone, catalan):
    assert "Català" in phone.get("/").text
    phone.post("/i18n/setlang/", {"language": "ca", "next": "/"})
    assert 'lang="ca"' in phone.get("/help/").text


@pytest.mark.long
@extent.by_night("another language")
def test_a_phone_has_its_texts_and_writes_its_dates_as_the_server(catalan, monkeypatch):
    for name, source in (
        ("language", generated.language("ca")),
        ("addresses", generated.addresses()),
    ):
        module = ModuleType(name)
        exec(source, module.__dict__)
        monkeypatch.setitem(sys.modules, f"phone.runtime.{name}", module)
    monkeypatch.delitem(sys.modules, "phone.runtime.stand_ins.templates", False)
    templates = import_module("phone.runtime.stand_ins.templates")
    assert templates.gettext("Deshacer") == f"{MARK}Deshacer"
    day = date(2026, 11, 2)
    moment = datetime(2026, 11, 2, 9, 5, tzinfo=UTC)
    with translation.override("ca"):
        for value, name in ((day, "DATE_FORMAT"), (moment, "SHORT_DATETIME_FORMAT")):
            assert templates.date_format(value, name) == formats.date_format(
                value, name
            )


def test_a_paper_key_has_the_words_of_spanish(catalan):
    words = paper_keys.make(Phone.objects.create(), "ca")
    assert paper_keys.read(" ".join(words)).is_whole
