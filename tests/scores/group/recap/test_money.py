"""The money of a match on its page."""

from uuid import uuid4

from django.test import Client

from rules.close_kinds import Close
from rules.events import Finished, HandScored
from rules.presets import RULESETS
from scores.core.access import grants
from scores.core.match_facts import MatchFacts
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.group.recap.money import MatchMoney
from scores.models import Circle, Match, Phone, Role
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play


def sheet_of(key: str, *log_of: object, players: int = 3, **knobs: object) -> Sheet:
    """The scoresheet of a match with these rules and entries."""
    circle = Circle.objects.create()
    grants.grant(Phone.objects.create(), circle, Role.OWN)
    names = ("Ana", "Luis", "Eva", "Paco", "Rosa", "Tere")[:players]
    match = setup.start_match(circle, uuid4(), MatchFacts(RULESETS[key].turned(knobs)), names)
    for seq, entry in enumerate(log_of):
        log.append(Sheet(match), entry, seq=seq, client_key=str(seq), phone=None)
    return Sheet(Match.objects.get(pk=match.pk))


def test_without_money_nothing_is_shown():
    phone = Client()
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 23, 7))
    assert MatchMoney.of_sheet(Sheet(match)) is None


def test_a_pot_that_is_played_for_is_shown_and_nobody_pays_yet():
    match = start(Client(), "Ana", "Luis", "Eva", stake=100)
    assert MatchMoney.of_sheet(Sheet(match)) == MatchMoney(
        300_00, [("Ana", -100_00), ("Luis", -100_00), ("Eva", -100_00)], [], True
    )


def test_a_ledger_shows_at_any_time_who_pays_whom():
    sheet = sheet_of(
        "rummy",
        HandScored({1: 20, 2: 17}, 0, Close.OUT),
        HandScored({0: 5, 2: 31}, 1, Close.OUT),
        per_point=2,
    )
    assert MatchMoney.of_sheet(sheet) == MatchMoney(
        0,
        [("Ana", 64_00), ("Luis", 32_00), ("Eva", -96_00)],
        [("Eva", "Ana", 64_00), ("Eva", "Luis", 32_00)],
        False,
    )


def test_points_are_paid_at_the_end():
    one = HandScored({1: 20, 2: 10}, 0, Close.OUT)
    going = sheet_of("chinaso", one, hand_fee=1)
    assert MatchMoney.of_sheet(going) == MatchMoney(
        0, [("Ana", 2_00), ("Luis", -1_00), ("Eva", -1_00)], [], False
    )
    over = sheet_of("chinaso", one, Finished(), hand_fee=1, game_fee=5)
    assert MatchMoney.of_sheet(over) == MatchMoney(
        0,
        [("Ana", 12_00), ("Luis", -6_00), ("Eva", -6_00)],
        [("Luis", "Ana", 6_00), ("Eva", "Ana", 6_00)],
        False,
    )


def test_money_is_written_with_its_currency():
    phone = Client()
    match = start(phone, "Ana", "Luis", stake=100, currency="€")
    page = page_text(phone.get(match.get_absolute_url())).replace("\N{NO-BREAK SPACE}", " ")
    assert "El bote: 200 €" in page


def test_the_pot_stands_at_the_top_of_the_board_while_it_is_played_for():
    phone = Client()
    match = start(phone, "Ana", "Luis", stake="0,50", currency="€", limit=20, rebuys=0)
    page = page_text(phone.get(match.get_absolute_url())).replace("\N{NO-BREAK SPACE}", " ")
    assert "Mano 1 bote 1 € reparte Ana · empieza Luis · a 20" in page
    play(phone, match, hand(0, 60))
    page = page_text(phone.get(match.get_absolute_url()))
    assert (page.count("bote 1"), "El bote: 1" in page) == (0, True)


def test_the_pot_stands_at_the_top_of_the_big_board_also_when_it_is_won():
    phone = Client()
    match = start(phone, "Ana", "Luis", stake="0,50", currency="€", limit=20, rebuys=0)
    big = f"{match.get_absolute_url()}big/"
    page = page_text(phone.get(big)).replace("\N{NO-BREAK SPACE}", " ")
    assert "Mano 1 · bote 1 € reparte Ana" in page
    play(phone, match, hand(0, 60))
    page = page_text(phone.get(big)).replace("\N{NO-BREAK SPACE}", " ")
    assert "¡Gana Ana! bote 1 €" in page
