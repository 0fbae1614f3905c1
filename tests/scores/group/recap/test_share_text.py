"""The result as text for a chat."""

from datetime import date

from django.test import Client
from django.urls import reverse
from django.utils import translation

from rules.close_kinds import Close
from rules.events import Finished, HandScored, Retired
from scores.core.matches.scoresheet import Sheet
from scores.group.recap import share_text
from scores.models import Match
from tests.rules.support.table import hand
from tests.scores.group.recap.test_money import sheet_of
from tests.scores.support.factories import start
from tests.scores.support.table import page_text, play

SPACE = "\N{NO-BREAK SPACE}"


def lines_of(key: str, *log_of: object, currency: str = "", **knobs: object) -> list[str]:
    match = sheet_of(key, *log_of, **knobs).match
    Match.objects.filter(pk=match.pk).update(played_on=date(2026, 11, 21), currency=currency)
    return share_text.text(Sheet(Match.objects.get(pk=match.pk))).splitlines()


def test_it_says_who_won_at_what_and_when_and_where_everybody_ended():
    assert lines_of("chinchon", hand(0, 90, 61), hand(0, 20, 5), Finished()) == [
        "Ganó Ana",
        "Chinchón · 21 nov 2026 · 2 manos",
        "1. Ana −20",
        "2. Luis 66 (1 reenganche)",
        "2. Eva 66",
    ]


def test_chinchones_and_who_left_are_told():
    lines = lines_of(
        "chinchon", HandScored({1: 20, 2: 9}, 0, Close.CHINCHON), Retired(2), Finished(), chinchon_points=-50
    )
    assert lines[2:] == ["1. Ana −50 (1 chinchón)", "2. Luis 20", "3. Eva 9 (se retiró)"]


def test_who_went_past_the_limit_is_out():
    lines = lines_of("chinchon", hand(0, 90, 7), hand(0, 20, 7), Finished(), rebuys=0)
    assert lines[2:] == ["1. Ana −20", "2. Eva 14", "3. Luis 110 (fuera)"]


def test_partners_are_one_line_and_win_together():
    one = HandScored(dict.fromkeys(range(4), 0), 0, table={0: 95, 1: 40, 2: 15, 3: 60})
    lines = lines_of("rum-500-pairs", one, Finished(), players=4)
    assert lines[0] == "Ganaron Ana y Eva"
    assert lines[2:] == ["1. Ana y Eva 110", "2. Luis y Paco 100"]


def test_partners_at_gin_have_one_grand_total_and_share_the_money():
    hands = [HandScored({1: 80}, 0, Close.GIN), HandScored({3: 41, 2: 9}, 2, Close.KNOCK)]
    lines = lines_of("gin", *hands, players=4, team_size=2, per_point=1)
    assert (lines[0], lines[2:]) == (
        "Ganaron Ana y Eva",
        [
            "1. Ana y Eva 287",
            "2. Luis y Paco 0",
            "Ana +144 · Luis −143 · Eva +143 · Paco −144",
            f"Paco → Ana: 144{SPACE}fichas",
            f"Luis → Eva: 143{SPACE}fichas",
        ],
    )


def test_gin_ends_with_the_grand_total():
    knock = HandScored({0: 6, 1: 19}, 0, Close.KNOCK)
    assert lines_of("gin", knock, Finished(), players=2)[2:] == ["1. Ana 138", "2. Luis 0"]


def test_money_is_who_won_what_and_who_pays_whom_unless_the_pot_pays():
    knock = HandScored({0: 6, 1: 19}, 0, Close.KNOCK)
    assert lines_of("gin", knock, Finished(), players=2, currency="€", per_point=1)[4:] == [
        f"Ana +138{SPACE}€ · Luis −138{SPACE}€",
        f"Luis → Ana: 138{SPACE}€",
    ]
    pot = lines_of("chinchon", hand(0, 3, 7), Finished(), stake=5)
    assert pot[5:] == ["Ana +10 · Luis −5 · Eva −5"]
    assert lines_of("chinchon", hand(0, 3, 7), Finished())[5:] == []


def test_of_a_match_that_goes_on_it_says_how_it_stands():
    assert lines_of("chinchon", hand(0, 3, 7)) == [
        "Mano 2",
        "Chinchón · 21 nov 2026 · 1 mano",
        "1. Ana −10",
        "2. Luis 3",
        "3. Eva 7",
    ]


def test_the_rules_are_called_what_the_table_calls_them():
    sheet = sheet_of("chinchon", Finished())
    sheet.match.rules_name = "Las de la abuela"
    assert share_text.circumstances(sheet).startswith("Las de la abuela · ")


def test_it_speaks_the_language_of_the_phone():
    with translation.override("en"):
        assert lines_of("chinchon", Finished())[1] == "Chinchón · Nov. 21, 2026 · 0 hands"


def test_the_page_holds_it_as_text_that_can_be_marked_without_javascript():
    phone = Client()
    match = start(phone, "Ana <b>", "Luis", chinchon_points="wins")
    play(phone, match, HandScored({}, 0, Close.CHINCHON))
    page = phone.get(reverse("tell", args=[match.code]))
    text = page.content.decode()
    inside = text.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    assert inside.splitlines()[0] == "Ganó Ana &lt;b&gt;"
    assert "Compartir resultado" in page_text(phone.get(match.get_absolute_url()))
    assert 'rows="5"' in text
