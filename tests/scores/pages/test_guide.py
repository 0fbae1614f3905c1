"""The guide: short pages with pictures, in each language, and those of an edition without a server."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.languages import LANGUAGES
from scores.models import Role
from scores.pages.views import TITLES, WITHOUT_SERVER
from tests.scores.support.factories import phone_with, start
from tests.tools import guide

WORDS = 150
STEP = re.compile(r"<li>")
PICTURE = re.compile(
    r'<img class="screen" src="/static/([\w/-]+)(?:\.\w+)?\.(webp|png)"'
)


def main_of(address, language="es"):
    page = Client().get(address, headers={"accept-language": language}).text
    return page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("language", [each.code for each in LANGUAGES])
@pytest.mark.parametrize("slug", TITLES)
def test_a_page_has_at_most_150_words_steps_and_one_or_two_pictures(
    slug, language, settings
):
    main = main_of(f"/guide/{slug}/", language)
    words = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", main, flags=re.DOTALL).split()
    assert len(words) <= WORDS
    assert len(STEP.findall(main)) >= 5
    pictures = PICTURE.findall(main)
    assert 1 <= len(pictures) <= 2
    for name, ending in pictures:
        assert (settings.BASE_DIR / "static" / f"{name}.{ending}").is_file()
        assert ending == "png" or name.endswith(f"-{language}")


def test_the_pages_are_read_one_after_the_other():
    for slug, following in pairwise(TITLES):
        assert f'href="/guide/{following}/"' in main_of(f"/guide/{slug}/")


@pytest.mark.parametrize("name", ["help", "phone"])
def test_one_tap_leads_to_the_guide(name):
    phone = phone_with(Role.WATCH, start(Client(), "Ana", "Luis"))
    assert 'href="/guide/"' in phone.get(reverse(name)).text


def test_without_a_server_no_page_is_about_what_only_a_server_can_do(settings):
    settings.HAS_SERVER = False
    linked = re.findall(r'href="/guide/([\w-]+)/"', main_of("/guide/"))
    assert linked == [*WITHOUT_SERVER]
    assert Client().get("/guide/sharing/").status_code == 404


def test_the_guide_in_the_repository_says_what_that_of_the_app_says():
    """Otherwise run `python -m tests.tools.guide`."""
    pages = guide.pages()
    assert {path: path.read_text("utf-8") for path in pages} == pages
