"""The board for other programs, under the link to watch a match: as JSON, and as an overlay."""

import re

import pytest
from django.test import Client

from rules.events import Finished
from scores.core.access import grants, phones
from scores.models import Match, Role
from scores.table.board.document import board_feed
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import sheet_of
from tests.scores.support.table import page_text, play, text_at


def link_of(match, role=Role.WATCH):
    return grants.link_path(match, role)


def player(seat, name, total, **facts):
    usual = {
        "emoji": "",
        "colour": seat,
        "rebuys": 0,
        "is_in": True,
        "is_dealer": False,
        "has_won": False,
    }
    return {"seat": seat, "name": name, "total": total, **usual, **facts}


def test_a_program_with_the_link_to_watch_reads_the_board_without_a_cookie(
    phone, match
):
    play(phone, match, hand(0, 23))
    answer = Client().get(f"{link_of(match)}board.json")
    assert answer.json() == {
        "match": match.code,
        "version": Match.objects.get().version,
        "game": "Chinchón",
        "limit": 100,
        "hands": 1,
        "is_over": False,
        "players": [player(0, "Ana", -10), player(1, "Luis", 23, is_dealer=True)],
        "last_hand": {
            "number": 1,
            "closer": 0,
            "points": {"0": -10, "1": 23},
            "read_aloud": ["Cierra Ana: −10, va con −10 · Luis +23 = 23"],
        },
        "rematch": None,
    }
    assert answer.cookies == {}
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_before_the_first_hand_there_is_none_and_at_the_end_a_winner(phone, match):
    address = f"{link_of(match)}board.json"
    first = Client().get(address)
    seen = {"if-none-match": first["ETag"]}
    assert first.json()["last_hand"] is None
    again = Client().get(address, headers=seen)
    assert (again.status_code, again.content) == (304, b"")
    play(phone, match, hand(0, 23), Finished())
    board = Client().get(address, headers=seen).json()
    won = [player["has_won"] for player in board["players"]]
    assert board["is_over"] is True
    assert won == [True, False]


def test_after_the_end_they_lead_on_to_the_rematch_unless_its_link_was_renewed(
    phone, match
):
    play(phone, match, hand(0, 23), Finished())
    address = f"{link_of(match)}board.json"
    over = Client().get(address)
    assert over.json()["rematch"] is None
    assert "revancha" not in text_at(Client(), f"{link_of(match)}overlay/")
    again = setup.rematch(match)
    news = Client().get(address, headers={"if-none-match": over["ETag"]}).json()
    assert news["rematch"] == link_of(again)
    assert Client().get(f"{news['rematch']}board.json").json()["match"] == again.code
    page = Client().get(f"{link_of(match)}overlay/")
    assert "terminada · A la revancha" in page_text(page)
    assert f'data-next="{link_of(again)}overlay/"' in page.text
    phones.revoke(again, Role.WATCH, None, and_take=False)
    assert Client().get(address).json()["rematch"] is None
    assert "data-next" not in Client().get(f"{link_of(match)}overlay/").text


@pytest.mark.parametrize("page", ["board.json", "overlay/"])
def test_only_the_link_to_watch_opens_them_until_it_is_renewed(match, page):
    assert Client().get(f"{link_of(match)}{page}").status_code == 200
    other = f"{link_of(match, Role.SCORE)}{page}".replace("/score/", "/watch/")
    assert Client().get(other).status_code == 404
    renewed = link_of(match)
    phones.revoke(match, Role.WATCH, None, and_take=False)
    assert Client().get(f"{renewed}{page}").status_code == 404


def test_the_overlay_has_names_and_totals_without_anything_to_tap(phone, match):
    play(phone, match, hand(0, 23))
    page = Client().get(f"{link_of(match)}overlay/")
    text = page_text(page)
    assert [word in text for word in ("Ana", "−10", "Luis", "23", "Mano 2")] == [
        True
    ] * 5
    assert "<a " not in page.text
    assert "<button" not in page.text
    assert "<form" not in page.text


@pytest.mark.parametrize(
    ("key", "knobs", "said", "limit"),
    [
        ("chinchon", {}, "a 100", 100),
        ("chinaso", {}, "7 manos", 7),
        ("chinchon", {"ends": "open"}, "", None),
    ],
)
def test_board_and_overlay_say_how_long_a_match_plays(key, knobs, said, limit):
    match = sheet_of(key, **knobs).match
    text = text_at(Client(), f"{link_of(match)}overlay/")
    assert re.findall(r"Chin\w+ (.*?) ?· Mano 1", text) == [said]
    board = Client().get(f"{link_of(match)}board.json").json()
    assert board["limit"] == limit


def test_in_gin_in_pairs_both_partners_deal():
    sheet = sheet_of("gin", players=4, team_size=2)
    deal = [player["is_dealer"] for player in board_feed(sheet)["players"]]
    assert deal == [True, False, True, False]
