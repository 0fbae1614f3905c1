"""Pictures: what the most expensive names cost, and what is shown where a picture cannot be drawn."""

from functools import partial
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import reverse

from rules.presets import RULESETS
from scores.circle.images import render
from scores.circle.images.render import NotDrawnError, fitted_line
from scores.circle.recap.evening import evening_png
from scores.circle.recap.evening_facts import Evening, PlayerEvening
from scores.models import Circle, Role
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import match_in, phone_of, phone_with
from tests.scores.support.table import address_of, match_now
from tests.support.processor_time import seconds_of

# of processor, for one picture; a machine on which tests run may be half as fast
SECONDS = 2 * 0.25
LETTERS = 40  # of a name
SARK = "🇨🇶"  # the largest drawing
NAMES = {
    "one emoji": SARK * (LETTERS // 2),
    "many emoji": "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗🐴🦄🐝🐛🦋🐌🐞🐜🦟🦗🦂🐢🐍🦎🦖🦕🐙🦑🦐🫎",
    "combining marks": "a" + "\N{COMBINING ACUTE ACCENT}" * (LETTERS - 1),
}
ENDLESS = """<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">
<filter id="noise"><feTurbulence baseFrequency=".9" numOctaves="99"/></filter>
<rect width="4000" height="4000" filter="url(#noise)"/></svg>"""
ICON = Path("static/icons/icon-512.png").read_bytes()


def numbered(name, count):
    return [f"{name[: LETTERS - 3]}{number}" for number in range(count)]


def full_match(name):
    """A match of twelve with this name, and the largest emoji each."""
    circle = Circle.objects.create(name=name)
    names = numbered(name, 12)
    match = match_in(circle, names, RULESETS["chinchon"], rules_name=name)
    circle.players.update(emoji=SARK)
    return match_now(match)


# What it costs


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_pictures_of_a_match_and_of_an_evening_are_cheap_whatever_the_names(
    db, name
):
    match = full_match(name)
    phone = phone_with(Role.WATCH, match)
    address = address_of("picture", match)
    names = numbered(name, 300)
    gain = "+100.000 💰💰💰"
    money = " · ".join([gain] * 50)
    players = [PlayerEvening(each, 1, 2, money) for each in names]
    evening = Evening(JULY, 300, players, [(name, gain)] * 50, name)

    def draw_match():
        cache.clear()
        assert phone.get(address)["Content-Type"] == "image/png"

    for draw in (
        draw_match,
        partial(evening_png, Circle(name=name * 2), evening),
    ):
        assert any(seconds_of(draw) <= SECONDS for _try in range(6))


@pytest.mark.long
def test_a_picture_that_takes_too_long_is_ended():
    def draw():
        with pytest.raises(NotDrawnError):
            render.drawn(ENDLESS)

    assert seconds_of(draw) < 1.5


# What is shown instead


def test_where_a_picture_cannot_be_drawn_there_is_the_icon_until_it_can(
    db, monkeypatch
):
    circle = new_circle()
    match = played(circle, "Ana", "Luis")
    phone = phone_of(circle)
    paths = [
        address_of("picture", match),
        address_of("evening-picture", circle, JULY.isoformat()),
        reverse("demo-picture"),
        reverse("check-picture"),
    ]
    cache.clear()  # of a picture that another test has drawn
    with monkeypatch.context() as patched:
        patched.setattr(render, "DRAWING", ["/no/such/program"])
        instead = [phone.get(path) for path in paths]
    assert [
        (answer.status_code, answer.content, answer["Cache-Control"])
        for answer in instead
    ] == [(200, ICON, "no-store")] * len(paths)
    after = [phone.get(path) for path in paths]
    assert [(answer.status_code, answer.content == ICON) for answer in after] == [
        (200, False)
    ] * len(paths)


# Emoji


def test_a_line_has_a_first_emoji_more_while_they_are_cheap_and_all_of_its_letters():
    line = fitted_line("🃏" * 20 + "Ana" + SARK, 40, 2_000)
    assert [name for _x, name in line.emoji] == ["1f0cf"] * 11
    assert [text for _x, text in line.letters] == ["Ana"]
    assert [name for _x, name in fitted_line(SARK + SARK, 40, 2_000).emoji] == [
        "1f1e8-1f1f6"
    ]
    assert len(fitted_line("🃏" * 20, 40, 2_000, lines=24).emoji) == 5
