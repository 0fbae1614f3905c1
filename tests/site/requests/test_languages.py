"""The language of an answer, and the dates that are written in it."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from chinchon_site.middleware import language_of
from rules.events import Finished
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play


def reader(accepted, chosen=""):
    """A request of a browser that accepts these languages; `chosen` is the cookie of the buttons."""
    cookies = {"django_language": chosen} if chosen else {}
    return SimpleNamespace(META={"HTTP_ACCEPT_LANGUAGE": accepted}, COOKIES=cookies)


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("fr-FR,fr;q=0.9", "", "es"),
        ("en-GB,en;q=0.9,en-US;q=0.8", "", "en-gb"),
        ("en-AU,en-US;q=0.9", "", "en-gb"),
        ("fr,en-US;q=0.7,en-GB;q=0.8", "", "en-gb"),
        ("es,en-US;q=0.5", "en", "en-us"),
        ("en-US", "es", "es"),
        ("es-AR,es;q=0.9", "", "es-419"),
        ("es-419,es;q=0.9", "", "es-419"),
        ("es-ES,es;q=0.9,es-MX;q=0.8", "", "es"),
        ("en-US,es-MX;q=0.5", "es", "es-419"),
    ],
)
def test_the_chosen_language_wins_and_the_browser_says_the_country(
    accepted, chosen, language
):
    assert language_of(reader(accepted, chosen)) == language


def test_a_date_is_written_as_the_reader_writes_it(client, db):
    match = start(client, "Ana", "Luis", played_on="2026-11-22")
    play(client, match, hand(0, 20), Finished())
    for accepted, day in (
        ("es", "22 nov 2026"),
        ("en-GB", "22 Nov 2026"),
        ("en-US", "Nov. 22, 2026"),
    ):
        sheet = client.get(
            reverse("scoresheet", args=[match.code]),
            headers={"accept-language": accepted},
        )
        assert day in page_text(sheet)


def test_in_america_one_cuts_for_the_pot_in_the_words_of_america(client, db):
    match = start(client, "Ana", "Luis", stake="2")
    play(client, match, hand(0, 20))
    for accepted, words in (
        ("es-ES", ("Cierra Ana", "bote")),
        ("es-AR", ("Corta Ana", "pozo")),
    ):
        board = client.get(
            reverse("match", args=[match.code]), headers={"accept-language": accepted}
        )
        assert [word in page_text(board) for word in words] == [True, True], accepted


def test_the_buttons_offer_only_the_other_language(client):
    pages = [
        client.get("/", headers={"accept-language": code})
        for code in ("es", "en-GB", "en-US")
    ]
    offered = [
        ("English" in page_text(page), "Español" in page_text(page)) for page in pages
    ]
    assert offered == [(True, False), (False, True), (False, True)]
