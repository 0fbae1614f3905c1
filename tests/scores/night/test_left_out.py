"""A site that leaves club nights out: nobody meets a word of them, and what is stored stays as it is."""

import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import reload
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import clear_url_caches, reverse
from django.utils import timezone

import chinchon_site.urls
import scores.urls
from phone.build import generated
from phone.build.templates import compile_templates
from scores.core.access.rights_log import OfNight, log_given
from scores.models import Match, Role, Way
from scores.night.cards import table_cards
from scores.night.models import Night, NightEntry, NightTable, Sitting
from scores.table.offline.without_signal import (
    PAGES,
    for_scripts,
    pattern,
    sentences,
)
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start, write
from tests.scores.support.nights import open_night, published
from tests.scores.transfer.circles import brought, looked_at, text, whole
from tests.scores.transfer.test_pages import look
from tests.support.addresses import TABLE, names, path_of

WORDS = re.compile(r"\b(noches?|nights?)\b|nights?[/.]|/n/", re.IGNORECASE)
SCRIPTS = re.compile(r"/static/js/[\w/]+")
OF_NIGHTS = {
    name for name in TABLE if "night" in name or name in ("table-link", "match-call")
} | {"match-missing"}


def _read_addresses_again() -> None:
    reload(scores.urls)
    reload(chinchon_site.urls)
    clear_url_caches()


@pytest.fixture
def leave_out(settings) -> Iterator:
    """Called once a test has its nights: from then on the site is one without them."""

    def leave() -> None:
        settings.CLUB_NIGHTS = False
        _read_addresses_again()

    yield leave
    settings.CLUB_NIGHTS = True
    _read_addresses_again()


@pytest.fixture
def match(db) -> Match:
    """A match at a table of a night; of other nights one is in the bin."""
    match = start(Client(), "Ana", "Luis", "Eva", save_as="Las de la abuela")
    write(match, hand(0, 1, 2))
    match.circle.players.create(name="Anita")
    deleted = open_night(match.circle)
    Night.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    night = published(open_night(match.circle, "Mar", "Sol", "Noa", "Leo"))
    Sitting.objects.filter(table__night=night).update(match=match)
    Match.objects.filter(pk=match.pk).update(night_table=1)
    log_given(OfNight(night), Role.OWN, uuid4(), Way.OWNER)
    return Match.objects.get(pk=match.pk)


@pytest.mark.long
def test_no_page_says_a_word_of_a_night_and_its_addresses_answer_404(match, leave_out):
    paths = {name: path_of(name, match) for name in TABLE}
    phone = phone_with(Role.OWN, match)
    leave_out()
    assert set(TABLE) - set(names()) == OF_NIGHTS
    answers = {
        name: phone.get(path) for name, path in paths.items() if "picture" not in name
    }
    assert {answers[name].status_code for name in OF_NIGHTS} == {404}
    assert said_in(answers) == {}


def said_in(answers: dict[str, HttpResponse]) -> dict[str, str]:
    """The first word of a night in each page that is there, without the names of scripts."""
    found = {
        name: WORDS.search(SCRIPTS.sub("", answer.getvalue().decode()))
        for name, answer in answers.items()
        if answer.status_code == 200 and name != "photo"
    }
    assert len(found) > 60
    return {
        name: word.string[word.start() :][:80] for name, word in found.items() if word
    }


def test_the_guide_has_no_page_of_them_and_what_a_phone_keeps_names_no_address(
    leave_out,
):
    of_nights = {pattern(page) for page in PAGES if page.name in OF_NIGHTS}
    assert of_nights & {row["pattern"] for row in for_scripts()}
    leave_out()
    assert Client().get("/guide/club-night/").status_code == 404
    assert WORDS.search(Client().get("/guide/data/").text) is None
    assert of_nights & {row["pattern"] for row in for_scripts()} == set()
    assert [text for _addresses, text in sentences() if WORDS.search(str(text))] == []
    assert OF_NIGHTS & generated.patterns().keys() == set()
    board = compile_templates(["scores/board/board.html"]).source
    assert "match-night" not in board


def test_a_file_comes_without_its_nights_and_says_so(match, leave_out):
    file = text(match.circle)
    phone = phone_with(Role.OWN, match)
    rows = [*NightEntry.objects.order_by("pk").values_list("pk", "payload")]
    leave_out()
    assert "night" in file
    assert "night" not in text(match.circle)
    assert looked_at(file).nights == 1
    page = look(phone, None, file)
    assert "aquí no las hay" in page.text
    here = whole(file)
    assert here.matches.count() == match.circle.matches.count()
    assert not here.nights.exists()
    assert not looked_at(file, here).adds_something({})
    brought(file, match.circle)
    assert [*NightEntry.objects.order_by("pk").values_list("pk", "payload")] == rows


def test_the_letters_of_a_card_lead_nowhere_and_no_clock_ends_a_match(
    match, leave_out, django_capture_on_commit_callbacks
):
    table = NightTable.objects.filter(night__in=match.circle.nights.all()).earliest(
        "pk"
    )
    typed = {"code": table_cards.letters_of(table)}
    assert Client().post(reverse("join"), typed).status_code == 302
    leave_out()
    assert Client().post(reverse("join"), typed).status_code == 422
    Night.objects.update(clock_ends_at=timezone.now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks(execute=True):
        write(match, hand(0, 3, 4))
    match.refresh_from_db()
    assert match.finished_at is None
