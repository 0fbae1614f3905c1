"""The language of an answer, and the dates that are written in it."""

from types import SimpleNamespace

import pytest

from chinchon_site.middleware import language_of
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import address_of, page_text, play


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


def test_dates_and_the_words_of_a_hand_are_those_of_the_country_of_the_reader(
    client, db
):
    match = start(client, "Ana", "Luis", played_on="2026-11-22", stake="2")
    play(client, match, hand(0, 20))
    for page, accepted, words in (
        ("scoresheet", "es", ("22 nov 2026",)),
        ("scoresheet", "en-GB", ("22 Nov 2026",)),
        ("scoresheet", "en-US", ("Nov. 22, 2026",)),
        ("match", "es-ES", ("Cierra Ana", "bote")),
        ("match", "es-AR", ("Corta Ana", "pozo")),
    ):
        address = address_of(page, match)
        text = page_text(client.get(address, headers={"accept-language": accepted}))
        assert [word for word in words if word not in text] == [], accepted


def test_the_buttons_offer_only_the_other_language(client):
    pages = [
        client.get("/", headers={"accept-language": code})
        for code in ("es", "en-GB", "en-US")
    ]
    offered = [
        ("English" in page_text(page), "Español" in page_text(page)) for page in pages
    ]
    assert offered == [(True, False), (False, True), (False, True)]
