"""The result of a match to share: the text for a chat, and the picture."""

import re
from datetime import date
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client, override_settings

from rules.events import Close, Finished, HandScored, Retired
from rules.presets import RULESETS
from scores.circle.images import render
from scores.circle.images.render import fitted_line
from scores.circle.recap import share
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played
from tests.scores.support.factories import match_in, phone_with, sheet_of, start
from tests.scores.support.photos import png_size
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    match_now,
    page_at,
    page_of,
    play,
    send_to,
    text_at,
    update_row,
)

SPACE = "\N{NO-BREAK SPACE}"
JOKER = "1f0cf"


def lines_of(key, *log_of, currency="", **knobs):
    match = sheet_of(key, *log_of, **knobs).match
    update_row(match, played_on=date(2026, 11, 21), currency=currency)
    return plain(share.text(Sheet(match_now(match)))).splitlines()


def test_it_says_who_won_at_what_and_when_and_where_everybody_ended():
    assert lines_of("chinchon", hand(0, 90, 61), hand(0, 20, 5), Finished()) == [
        "Ganó Ana",
        "Chinchón · 21 nov 2026 · 2 manos",
        "1.º Ana −20",
        "2.º Luis 66 (1 reenganche)",
        "2.º Eva 66",
    ]
    chinchon = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)
    lines = lines_of("chinchon", chinchon, Retired(2), Finished(), chinchon_points=-50)
    assert lines[2:] == [
        "1.º Ana −50 (1 chinchón)",
        "2.º Luis 20",
        "3.º Eva 9 (se retiró)",
    ]
    lines = lines_of("chinchon", hand(0, 90, 7), hand(0, 20, 7), Finished(), rebuys=0)
    assert lines[2:] == [
        "1.º Ana −20",
        "2.º Eva 14",
        "3.º Luis 110 (fuera en la mano 2)",
    ]
    going = [
        "Mano 2",
        "Chinchón · 21 nov 2026 · 1 mano",
        "1.º Ana −10",
        "2.º Luis 3",
        "3.º Eva 7",
    ]
    assert lines_of("chinchon", hand(0, 3, 7)) == going


def test_partners_are_one_line_win_together_and_share_the_money():
    hands = [
        HandScored({1: 80}, 0, Close.GIN),
        HandScored({3: 41, 2: 9}, 2, Close.KNOCK),
    ]
    of_pairs = {"players": 4, "team_size": 2, "per_point": 1}
    lines = lines_of("gin", *hands, currency="€", **of_pairs)
    assert lines[0] == "Ganaron Ana y Eva"
    assert lines[2:] == [
        "1.º Ana y Eva 287",
        "2.º Luis y Paco 0",
        f"Ana +144{SPACE}€ · Luis −143{SPACE}€ · Eva +143{SPACE}€ · Paco −144{SPACE}€",
        f"Paco → Ana: 144{SPACE}€",
        f"Luis → Eva: 143{SPACE}€",
    ]


def test_of_a_pot_it_says_who_won_what_and_nobody_pays():
    pot = lines_of("chinchon", hand(0, 3, 7), Finished(), stake=5)
    assert pot[5:] == ["Ana +10 · Luis −5 · Eva −5"]
    assert lines_of("chinchon", hand(0, 3, 7), Finished())[5:] == []


def test_the_page_holds_it_as_text_that_can_be_marked_without_javascript(phone):
    match = start(phone, "Ana <b>", "Luis", chinchon_points="wins")
    play(phone, match, HandScored({}, 0, Close.CHINCHON))
    page = page_at(phone, "tell", match)
    text = page.text
    inside = (
        text.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    )
    assert inside.splitlines()[0] == "Ganó Ana &lt;b&gt;"
    assert "/watch/" in inside
    assert "Compartir resultado" in text_at(phone, match.get_absolute_url())


def test_a_long_name_ends_before_a_long_total_in_the_picture(db):
    hands = tuple([hand(0, 90)] * 14)
    names = ("Maximiliano Bartolomé de las Casas y Oca", "Luis")
    match = played(new_circle(), *names, hands=hands, limit=20_000, clean_points=-999)
    for row in share.match_card(Sheet(match))["rows"]:
        total = fitted_line(row["side"].total, 41, 9999, bold=True)
        assert share.NAME + row["name"].width + 20 < share.LIST - 22 - total.width


@pytest.fixture
def match(phone):
    match = start(phone, "José 🃏", "Luis", chinchon_points="wins")
    play(phone, match, hand(0, 3), HandScored({}, 0, Close.CHINCHON))
    return match


def address(match):
    return address_of("picture", match)


@pytest.fixture
def drawn(monkeypatch):
    """The SVG texts that were rendered as PNG."""
    svgs = []
    draw = render.drawn
    monkeypatch.setattr(render, "drawn", lambda svg: svgs.append(svg) or draw(svg))
    return svgs


def words(svg):
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


# Access and caching


def test_it_is_sent_again_only_after_something_changed_and_to_who_may_watch(
    phone, match, django_assert_num_queries
):
    first = phone.get(address(match))
    watcher = phone_with(Role.WATCH, match)
    tag = {"if-none-match": first["ETag"]}
    assert png_size(first) == (1200, 630)
    assert first["Cache-Control"] == "private, no-cache"
    with django_assert_num_queries(1):  # for the match with the right; none for the log
        assert phone.get(address(match)).content == first.content
    again = watcher.get(address(match), headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert Client().get(address(match), headers=tag).status_code == 404
    english = phone.get(address(match), headers={**tag, "accept-language": "en"})
    assert english.status_code == 200
    assert english["ETag"] != first["ETag"]
    assert {"Cookie", "Accept-Language"} <= set(english["Vary"].split(", "))
    send_to(phone, "undo", match, seq=2, client_key=uuid4().hex)
    assert phone.get(address(match), headers=tag).status_code == 200


# Content


def test_it_names_the_winner_the_ranks_and_the_totals_in_the_colours_of_the_page(
    phone, match, drawn
):
    match.circle.players.update(emoji="🃏")
    phone.get(address(match))
    assert words(drawn[0])[0] == "Ganó José "
    ranking = [word for word in words(drawn[0])[2:] if not word.isdigit()]
    assert ranking[:5] == ["1.º", " José ", "−10", "2.º", " Luis"]
    joker = [drawn[0].count(f'{name}emoji-{JOKER}"') for name in ('id="', 'href="#')]
    assert joker == [1, 4]
    assert drawn[0].count("<polyline") == 2
    style = drawn[0].partition("<style>")[2].partition("</style>")[0]
    assert ("var(" in style) is False
    assert ".c7 { stroke: #6c3300;" in style
    css = "".join(sheet.read_text() for sheet in Path("static/css").glob("*.css"))
    app = Path("static/css/app.css").read_text().partition("@media")[0]
    light = dict(re.findall(r"--(\w+): (#\w+);", app))
    page = re.sub(r"var\(--(\w+)\)", lambda variable: light.get(variable[1], ""), css)
    assert [rule for rule in style.strip().splitlines() if rule not in page] == []


def test_no_name_breaks_it(drawn):
    circle = Circle.objects.create()
    names = ("<b>&amp;\"'", "🃏" * 40, "ÁÉÍÓÚÑ ñü ç ß ő Ж Ω", "W" * 40, "日本")
    names += ("👩‍👩‍👧‍👦", "A\ufffe\uffff")
    match = match_in(circle, names, RULESETS["chinchon"])
    assert share.png(Sheet(match))[:4] == b"\x89PNG"
    assert "&lt;b&gt;" in drawn[0]
    assert "<polyline" not in drawn[0]  # before its first hand


# Letters


def test_letters_stand_as_they_are_where_there_is_room_or_get_smaller_then_are_cut():
    assert fitted_line("", 40, 220).letters == []
    line = fitted_line("Ana", 40, 400)
    assert (line.letters, line.size) == ([(0.0, "Ana")], 40)
    smaller = fitted_line("Bartolomé José", 40, 220)
    cut = fitted_line("W" * 40, 40, 220)
    assert smaller.letters[0][1] == "Bartolomé José"
    assert 28 <= smaller.size < 40
    assert cut.letters[0][1][-1] == "…"
    assert cut.size == 28
    assert len(cut.letters[0][1]) < 12


def test_an_emoji_is_drawn_after_the_letters_before_it():
    line = fitted_line("José 🃏 y 👩‍👩‍👧‍👦", 40, 400)
    assert [text for _x, text in line.letters] == ["José ", " y "]
    family = "1f469-200d-1f469-200d-1f467-200d-1f466"
    assert [file for _x, file in line.emoji] == [JOKER, family]
    (jose, _), (y, _) = line.letters
    (joker, _), (last, _) = line.emoji
    assert jose < joker < y < last
    assert all((render.EMOJI / f"{file}.svg").is_file() for _x, file in line.emoji)


# Addresses


def meta(page, name):
    return re.search(rf'property="og:{name}"\s+content="([^"]*)"', page)[1]


def test_the_page_of_a_match_that_is_over_names_its_picture(phone, match):
    going = start(phone, "Ana", "Luis")
    assert "og:image" not in page_of(phone, going).text
    board = match.get_absolute_url()
    # of no proxy
    page = phone.get(board, headers={"x-forwarded-proto": "https"}).text
    assert meta(page, "image") == f"http://testserver{address(match)}"
    assert meta(page, "title") == "Ganó José 🃏"
    assert meta(page, "url") == f"http://testserver{board}"
    assert 'name="twitter:card" content="summary_large_image"' in page
    with override_settings(LAN_URLS=["http://192.168.1.7:8000/"], ALLOWED_HOSTS=["*"]):
        page = phone.get(board, headers={"host": "localhost:8000"}).text
    assert meta(page, "image") == f"http://192.168.1.7:8000{address(match)}"
