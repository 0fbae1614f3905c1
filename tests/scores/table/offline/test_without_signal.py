"""The table of what works without a signal, and what the server, the worker and the scripts make of it."""

import html
import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from chinchon_site import engine_file
from rules.presets import RULESETS
from scores.table.offline import without_server, without_signal
from scores.table.offline.without_signal import (
    ENGINE,
    FILES,
    PAGES,
    for_scripts,
    pattern,
)
from tests.scores.support.table import start
from tests.support import addresses

SCRIPTS = settings.BASE_DIR / "static" / "js"
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"(\.[^"]+)"')


@pytest.fixture
def paths():
    """Every address by its name, each of the same match."""
    match = addresses.match_to_walk()
    return {name: addresses.path_of(name, match) for name in addresses.names()}


NEED_SIGNAL = """
season-picture night-league night-league-csv night-set-up night-open night-entrant night-list
night-money night-log night-aloud night-csv night-calendar night-print night-slips night-lists
night-cards night-hall night-board night-version match-night night-share night-emergency night-delete
phone privacy trash details circle-settings house-rules merge undo-merge person-edit person-face
person-photo photo person-merge undo-person-merge person-erase me delete-match set_language demo-picture
check-picture hand-picture link-picture link-board link-overlay link-league link-league-csv link-nights
table-in-match forecast-now forecast-story forecast-show document pulse big-pulse preview spoken worker
manifest asset-links robots repair
"""
"""What needs no row, because a phone has nothing of it without a signal and no sentence is about it."""


def test_of_every_address_that_answers_get_it_is_decided_what_works(phone, paths):
    in_table = {page.name for page in PAGES}
    answering = {
        name for name, path in paths.items() if phone.get(path).status_code != 405
    }
    need_signal = set(NEED_SIGNAL.split())
    assert answering - in_table == need_signal & answering
    assert need_signal & in_table == set()


def test_a_pattern_finds_its_address_and_no_other(paths):
    for page in PAGES:
        own = (
            paths[page.name]
            if not page.only
            else reverse(page.name, args=["abc", page.only["kind"]])
        )
        found = {name for name, path in paths.items() if re.search(pattern(page), path)}
        assert re.search(pattern(page), own), page.name
        assert found <= {page.name}


def test_a_phone_makes_the_pages_that_its_engine_has():
    engine = settings.BASE_DIR / "phone" / "runtime" / "pages.py"
    scripts = SCRIPTS / "offline" / "match_pages.js"
    of_engine = re.findall(r'^    "(\w+)": _', engine.read_text(), re.MULTILINE)
    assert {page.name for page in PAGES if page.made_by == "page"} == set(of_engine)
    makers = set(re.findall(r"^  (\w+): ", scripts.read_text(), re.MULTILINE))
    assert {page.made_by for page in PAGES if page.made_by} <= makers


def test_the_page_without_a_signal_says_in_one_line_what_a_page_needs():
    page = Client().get("/no-signal/").text
    said = [
        map(html.unescape, row)
        for row in re.findall(r'data-address="([^"]*)"[^>]*>([^<]*)<', page)
    ]
    sentences = {address: words.strip() for address, words in said}
    needs = {
        "/m/abc/share/": without_signal.LINKS,
        "/m/abc/everyday/draw/": without_signal.DRAW,
        "/m/abc/sheet/": without_signal.PAPER,
        "/m/abc/": without_signal.MATCH,
        "/privacy/": without_signal.ELSE,
    }
    for path, words in needs.items():
        assert next(
            sentences[address] for address in sentences if re.search(address, path)
        ) == str(words)
    [pages] = re.findall(r'data-pages="([^"]*)"', page)
    assert json.loads(html.unescape(pages)) == for_scripts()


def test_the_worker_has_the_table():
    script = Client().get("/sw.js").text
    [text] = re.findall(r'JSON\.parse\("(.*)"\)', script)
    table = json.loads(text.encode().decode("unicode_escape"))
    assert table["PAGES"] == for_scripts()
    kept = ["/no-signal/", "/", "/check/", "/help/", "/demo/", "/new/document/"]
    assert table["ALWAYS_KEPT"] == [*kept, *(f"/help/{key}/" for key in RULESETS)]
    assert "/static/js/phone/engine.js" in table["ENGINE"]


@pytest.mark.parametrize("more", [(), without_server.FILES])
def test_what_a_cached_script_imports_is_cached(more):
    """Without a server there are more scripts, and no edition loads those of the other."""
    cached = {
        name.removeprefix("js/")
        for name in (*FILES, *ENGINE, *more)
        if name.startswith("js/")
    }
    imported = {
        str((SCRIPTS / name).parent.joinpath(other).resolve().relative_to(SCRIPTS))
        for name in cached
        if name.endswith(".js") and (SCRIPTS / name).exists()  # the build makes one
        for other in IMPORT.findall((SCRIPTS / name).read_text())
        if "/vendor/" not in other
        and (more or "/without_server/" not in other)
        and other.endswith(".js")  # not the types, which no browser loads
    }
    assert imported <= cached


def test_whoever_opened_home_once_has_the_files_of_all_pages_that_are_always_kept():
    """Of nobody and of a phone with a match. The pictures and the manifest are the browser's."""
    player = Client()
    start(player, "Ana", "Luis")
    pages = [
        phone.get(address).text
        for phone in (Client(), player)
        for address in without_signal.always_kept()
    ]
    shown = {
        path
        for page in pages
        for path in re.findall(r'"/static/([^"]+\.(?:css|js))"', page)
    }
    assert shown <= {*FILES, *ENGINE}


def test_all_files_that_are_made_for_the_engine_are_cached():
    made = set(engine_file.NAMES)
    assert made <= {*without_signal.ENGINE, *without_server.FILES}
    others = set(without_signal.ENGINE) - made
    assert [
        name for name in others if not (settings.BASE_DIR / "static" / name).exists()
    ] == []
