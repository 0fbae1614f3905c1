"""The board of a match that is over, and of a hand that was closed with chinchón."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from rules.events import Close, Finished, HandScored
from rules.match.corrections import Undone
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.models import Match, Player, Role
from scores.table.board.context import rows
from scores.table.hand_entry.form import HandForm
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, sheet_of, start, write
from tests.scores.support.table import play, played

CHINCHON = HandScored({1: 20, 2: 9}, 0, Close.CHINCHON)
CALLED = "chinchon-called"


def podium(sheet: Sheet) -> list[tuple[int | None, str, bool]]:
    """Place, name and star of every row, from the top."""
    return [(row.place, row.name, row.leads) for row in rows(sheet, HandForm(sheet=sheet), sheet.board)]


def html_of(phone: Client, match: Match) -> str:
    return phone.get(match.get_absolute_url()).content.decode()


def test_the_rows_stand_in_the_order_of_places_and_equal_totals_share_one():
    sheet = sheet_of("chinchon", hand(20, 9, 0, 9, closer=2), Finished(), players=4)
    assert podium(sheet) == [(1, "Eva", True), (2, "Luis", False), (2, "Paco", False), (4, "Ana", False)]


def test_after_the_end_the_money_stands_above_the_buttons_and_only_there(phone):
    match = played(phone, "Ana", "Luis", "Eva", CHINCHON, stake=2, chinchon_points="wins")
    page = html_of(phone, match)
    assert page.count('id="pot"') == 1
    assert page.index('id="pot"') < page.index("over-panel") < page.index('id="below"')
    assert 'id="pot"' not in phone.get(reverse("scoresheet", args=[match.code])).content.decode()
    assert "con chinchón" in page


def test_the_winner_bears_in_the_headline_the_face_of_his_row_and_nobody_else_does(phone):
    match = start(phone, "Ana", "Luis", "Eva", chinchon_points="wins")
    Player.objects.filter(name="Ana").update(emoji="🦊", chosen_colour=3)
    Player.objects.filter(name="Eva").update(emoji="🐻", chosen_colour=5)
    play(phone, match, CHINCHON)
    headline = html_of(phone, match).partition('class="headline">')[2].partition("</p>")[0]
    assert re.findall(r'class="mark".*?class="(c\d)"', headline, re.DOTALL) == ["c3"]
    assert " ".join(re.sub("<[^>]*>", "", headline).split()) == "🦊 ¡Gana Ana!"


@pytest.mark.parametrize(("entries", "is_called"), [([], True), ([hand(0, 3, 4), Undone()], False)])
def test_a_chinchon_is_called_while_its_hand_is_the_newest_line(phone, entries, is_called):
    match = start(phone, "Ana", "Luis", "Eva", chinchon_points=-50)
    write(match, CHINCHON, *entries, phone=phone)
    watcher = phone_with(Role.WATCH, match)
    big = phone.get(reverse("big", args=[match.code])).content.decode()
    assert [CALLED in page for page in (html_of(phone, match), html_of(watcher, match), big)] == [
        is_called
    ] * 3


def test_the_shared_text_has_the_link_to_watch_and_that_gives_no_more(phone):
    match = played(phone, "Ana", "Luis", HandScored({}, 0, Close.CHINCHON), chinchon_points="wins")
    link = grants.link_path(match, Role.WATCH)
    for reader in (phone, phone_with(Role.WATCH, match)):
        page = reader.get(reverse("tell", args=[match.code])).content.decode()
        summary = page.partition("<textarea")[2].partition("</textarea>")[0]
        assert summary.splitlines()[-1] == f"Para verla: http://testserver{link}"
    assert Client().get(reverse("tell", args=[match.code])).status_code == 404
    stranger = Client()
    stranger.post(link)
    assert stranger.get(match.get_absolute_url()).status_code == 200
    assert stranger.post(reverse("undo", args=[match.code])).status_code == 404
