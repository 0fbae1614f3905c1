"""A game that nobody has written a sentence for: every page about it answers.

It is a preset like any other under a key of its own, with the knobs of one that exists, some of them turned.
"""

import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.urls import reverse

from rules import presets
from rules.events import Close
from rules.knobs import Doubles, Scoring
from rules.presets import PRESETS, RULESETS, BilingualText, Preset
from scores.models import Role
from tests.rules.support.table import hand, on_table, out
from tests.scores.support.factories import phone_of, write
from tests.support import extent
from tests.support.addresses import (
    TABLE,
    VALUES,
    match_to_walk,
    path_of,
)

NAMES = ("Ana", "Luis", "Eva", "Inés")
LANGUAGES = [language for language, _name in settings.LANGUAGES]
# Games with a worked match have these pages; a preset that has none gets no link to them.
EXAMPLES = ("help-example", "help-example-hand")
TURNED = {  # from four presets that take different code another game
    "chinchon": {"hand_size": 10, "close_limit": 10},
    "gin": {"close_limit": 7},
    "rum-500-pairs": {"limit": 300},
    "chinaso": {"hand_size": 12, "buys": 3, "jokers": 0},
}


@pytest.fixture(
    params=extent.all_but("made-up games", TURNED, ("chinchon", "gin", "chinaso"))
)
def game(request, monkeypatch):
    """A game beside the ten."""
    key = f"made-up-{request.param}"
    ruleset = replace(
        RULESETS[request.param].with_options(TURNED[request.param]), key=key
    )
    words = BilingualText("Inventado", "Made up")
    monkeypatch.setitem(PRESETS, key, Preset(ruleset, words, words, words))
    monkeypatch.setitem(RULESETS, key, ruleset)
    monkeypatch.setitem(VALUES, "key", key)
    return ruleset


@pytest.fixture
def language(game):
    """One of the languages; each has every other game, because an address has one template for both."""
    return LANGUAGES[
        [*TURNED].index(game.key.removeprefix("made-up-")) % len(LANGUAGES)
    ]


def players_of(game):
    low, high = game.players
    return max(low, min(high, 3))


def a_hand(game):
    others = (12, 30, 7)[: players_of(game) - 1]
    if game.scoring is Scoring.TABLE:
        return on_table((30, 0), *((5, points) for points in others), closer=0)
    if game.contracts:
        return out(None, *others)
    return hand(0, *others) if game.scoring is Scoring.COUNT else hand(3, *others)


@pytest.fixture
def match(game):
    """A match of it in which two hands were played, with what the addresses of `TABLE` ask for."""
    match = match_to_walk(*NAMES[: players_of(game)], preset=game.key)
    write(match, a_hand(game), a_hand(game))
    return match


def answers(phone, match, game):
    """What the owner of the circle gets at every address where a game matters: a night plays its own."""
    found = {}
    for name in TABLE:
        if not name.startswith("night-"):
            found[name] = phone.get(path_of(name, match))
    for name, query in (
        ("new-match", f"?circle={match.circle.code}"),
        ("check", f"?rules={game.key}"),
    ):
        found[name + query] = phone.get(reverse(name) + query)
    return found


def test_every_address_answers_as_for_any_game(game, match, language):
    phone = phone_of(match.circle, Role.OWN)
    phone.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    phone.raise_request_exception = False
    found = answers(phone, match, game)
    expected = {name: TABLE[name.partition("?")[0]].get[-1] for name in found}
    expected |= dict.fromkeys(EXAMPLES, 404)
    assert {name: answer.status_code for name, answer in found.items()} == expected
    links = re.findall(
        'href="(/help/[^"]*)', found["help-game"].text + found["help-tips"].text
    )
    assert f"/help/{game.key}/tips/" in links
    assert {phone.get(link).status_code for link in links} == {200}


def test_no_page_asks_for_a_game_by_its_name():
    """The knobs answer what a page asks, or what `Says` of the text."""
    names_of_games = [
        name for name, value in vars(presets).items() if value in RULESETS.values()
    ]
    assert len(names_of_games) == 10
    # others are also kinds of close
    keys = [key for key in RULESETS if key not in [*Close, *Doubles]]
    asking = re.compile(
        rf"\b(?:{'|'.join(names_of_games)})\.key\b|[\"'](?:{'|'.join(keys)})[\"']"
    )
    folders = (("scores", "*.py"), ("phone", "*.py"), ("templates", "*.html"))
    files = [
        file
        for folder, name in folders
        for file in (settings.BASE_DIR / folder).rglob(name)
    ]
    assert [str(file) for file in files if asking.search(file.read_text())] == []
