"""The league table: all time, a year, other periods; by each of its columns; ties and new players."""

from datetime import timedelta
from random import Random

from django.test import Client
from django.urls import reverse

from rules.events import Finished, Retired
from scores.circle.statistics import persons, records, season
from scores.circle.statistics.league import league, spreadsheet_rows
from scores.circle.statistics.standings import RATING
from scores.core.access import grants
from scores.core.matches import ratings
from scores.core.matches.skill import PROVISIONAL_BELOW
from scores.models import Result, Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import JULY, played
from tests.scores.support.factories import phone_of
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, errors, forms, page_text

SHARE = "wins"
TABLE = ("Ana", "Luis", "Eva")
GAMES = ("chinchon", "chinchon-french")


def table(circle, period=(None, None), game="", by=SHARE):
    rows = league(circle, *period, game, by).rows
    return [(row.position, row.player.name, row.wins, row.matches) for row in rows]


def page(circle, **asked):
    return phone_of(circle).get(address_of("league", circle), asked)


def days(first, last):
    """The period between two days, counted from the start of July."""
    at = [None if day is None else JULY + timedelta(days=day) for day in (first, last)]
    return tuple(at)


# The table


def test_who_won_most_of_their_matches_is_first_then_who_has_the_better_ranks(circle):
    played(circle, "Paco", "Luis", hands=(hand(0, 3),))  # which goes on
    played(circle, "Ana", "Luis")
    played(circle, "Ana", "Eva", days=1)
    played(circle, "Eva", "Pepe", "Lola", days=2)
    played(circle, "Luis", "Ana", days=3)
    assert table(circle) == [
        (1, "Ana", 2, 3),
        (2, "Eva", 1, 2),
        (2, "Luis", 1, 2),
        (4, "Pepe", 0, 1),
        (5, "Lola", 0, 1),
    ]
    played(circle, "Luis", "Ana", days=4)
    assert [name for _rank, name, _wins, _matches in table(circle)] == [
        "Luis",
        "Ana",
        "Eva",
        "Pepe",
        "Lola",
    ]


def test_only_the_matches_of_the_time_and_the_game_that_are_asked_for_are_in_it(circle):
    for day in range(3):
        played(circle, "Ana", "Luis" if day else "Eva", days=day)
    played(circle, "Luis", "Ana", preset="chinchon-fournier", days=3)
    assert table(circle, days(1, 2)) == [(1, "Ana", 2, 2), (2, "Luis", 0, 2)]
    assert table(circle, days(None, 0)) == [(1, "Ana", 1, 1), (2, "Eva", 0, 1)]
    assert table(circle, days(4, 9)) == []
    alone = [(1, "Luis", 1, 1), (2, "Ana", 0, 1)]
    assert (
        table(circle, days(3, None)) == table(circle, game="chinchon-fournier") == alone
    )


def test_by_rating_who_beat_the_strong_is_before_who_beat_the_weak_as_often(circle):
    for day in range(6):
        played(circle, "Ana", "Luis", days=day)
    for day in range(6, 6 + PROVISIONAL_BELOW):
        played(circle, "Eva", "Ana", days=day)
        played(circle, "Pepe", "Luis", days=day)
    order = [name for _rank, name, _wins, _matches in table(circle, by=RATING)]
    assert order[0] == "Eva"
    assert order[-1] == "Luis"
    assert order.index("Eva") < order.index("Pepe")


def test_by_closes_who_closed_most_hands_of_a_match_is_first(circle):
    played(circle, "Ana", "Luis", hands=(hand(0, 3), hand(5, 0, closer=1), hand(0, 99)))
    played(circle, "Luis", "Ana", days=1)
    played(circle, "Luis", "Eva", hands=(hand(0, 3), hand(0, 99)), days=2)
    found = league(circle, by="closes")
    shown = [(row.position, row.player.name, row.figure) for row in found.rows]
    assert shown == [(1, "Luis", "1,3"), (2, "Ana", "1,0"), (3, "Eva", "0,0")]


def test_an_order_in_which_nobody_has_a_figure_is_not_offered(circle):
    played(circle, "Ana", "Luis")
    assert "Cierres por partida" in page_text(page(circle))
    Result.objects.update(closes=0)
    ratings.invalidate(circle.pk)
    assert "closes" not in dict(league(circle).orders)
    assert "closes" in dict(league(circle, by="closes").orders)


def test_who_played_little_comes_last_without_a_position_unless_all_did(circle):
    for day in range(PROVISIONAL_BELOW):
        played(circle, "Ana", "Luis", "Eva" if day else "Paco", days=-day)
        early = "hasta que alguien las tenga, salen todos" in page_text(page(circle))
        assert early == (day < PROVISIONAL_BELOW - 1)
    for by in (RATING, SHARE):
        rows = league(circle, by=by).rows
        found = [(row.position, row.player.name, row.missing) for row in rows]
        assert found[:2] == [(1, "Ana", 0), (2, "Luis", 0)]
        assert {*found[2:]} == {(None, "Eva", 1), (None, "Paco", 4)}
    assert [row.position for row in league(circle, *days(0, 0)).rows] == [1, 2, 3]
    text = page_text(page(circle))
    assert "Eva entra con 1 partida más 4 de 5" in text
    assert "Paco entra con 4 partidas más 1 de 5" in text


def test_the_change_of_a_rating_is_that_of_the_last_evening(circle):
    for day in (0, 1):
        played(circle, "Ana", "Luis", "Eva", days=day)
    before = {row.player: row.rating for row in league(circle).rows}
    played(circle, "Luis", "Ana", "Pepe", days=2)
    rows = {row.player.name: row for row in league(circle).rows}
    assert {name: row.change for name, row in rows.items()} == {
        **{
            name: rows[name].rating - before[rows[name].player]
            for name in ("Ana", "Luis")
        },
        "Eva": 0,  # who was not there
        "Pepe": None,  # who was not there before
    }
    assert rows["Luis"].change > 0 > rows["Ana"].change
    assert rows["Luis"].bar <= 100


# The page


def test_the_table_names_wins_matches_share_and_rating_and_a_year_is_one_tap(circle):
    answer = page(circle)
    assert "La clasificación sale sola en cuanto acabe la primera." in page_text(answer)
    assert reverse("new-match") in answer.text
    played(circle, "Ana", "Luis")
    text = page_text(page(circle))
    assert "1 Ana 1 ganada de 1 debut" in text
    assert "2 Luis 0 ganadas de 1 debut" in text
    assert "1 Ana 1 ganada de 1 100 %" in page_text(page(circle, by=SHARE))
    assert "Se entra con 5 partidas; hasta que alguien las tenga, salen todos." in text
    assert "Se empieza en 400." in text
    assert "En ese tiempo no terminó ninguna partida." in page_text(
        page(circle, since="2030-01-01")
    )
    played(circle, "Luis", "Ana", days=-300)
    assert "since=2025-01-01&amp;until=2025-12-31" in page(circle).text
    text = page_text(page(circle, since="2025-01-01", until="2025-12-31"))
    assert "1 Luis 1 ganada de 1" in text
    assert "Es el del 31 dic 2025." in text


def test_what_is_no_date_no_order_and_no_game_is_refused_and_kept(circle):
    played(circle, "Ana", "Luis")
    asked = {"until": "2026-07-31", "game": "chinchon", "by": RATING}
    for day in ("0000-01-01", "x" * 500):
        answer = page(circle, since=day, **asked)
        [form] = [one for one in forms(answer) if "since" in one.fields]
        assert answer.status_code == 422
        assert errors(answer) == [f"«{day[:20]}» no es una fecha."]
        assert form.fields == {"since": day, **asked}
    assert [
        page(circle, by="beauty").status_code,
        page(circle, game="poker").status_code,
    ] == [422, 422]
    for day in ("0001-01-01", "9999-12-31"):
        assert page(circle, since=day, until=day).status_code == 200


# Under the link to watch a circle: as a page for the site of a club, and as CSV


def linked(circle, page):
    return f"{grants.link_path(circle, Role.WATCH)}{page}"


def test_the_league_is_a_table_for_a_spreadsheet(circle):
    played(circle, "Ana", "Luis")
    played(circle, "=Eva", "Ana", days=1)
    answer = Client().get(linked(circle, "league.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    first, *rows = answer.content.decode("utf-8-sig").split("\r\n")
    assert first == (
        "Puesto;Nombre;Nivel;Partidas;Ganadas;Ganadas por partida;Cierres por partida"
    )
    named = [row.split(";") for row in rows if row]
    assert [[row[1], *row[3:]] for row in named] == [
        ["'=Eva", "1", "1", "100\N{NO-BREAK SPACE}%", "1,0"],
        ["Ana", "2", "1", "50\N{NO-BREAK SPACE}%", "0,5"],
        ["Luis", "1", "0", "0\N{NO-BREAK SPACE}%", "0,0"],
    ]


def test_a_club_may_show_the_league_in_a_frame_once_the_operator_allows_it(
    circle, settings
):
    played(circle, "Ana", "Luis")
    page = Client().get(linked(circle, "league/"))
    assert "Ana" in page_text(page)
    assert "Luis" in page_text(page)
    assert framed_by(page) == "'none'"
    assert page["X-Frame-Options"] == "DENY"
    settings.EMBED_ORIGINS = ["https://club.example"]
    page = Client().get(linked(circle, "league/"))
    assert framed_by(page) == "https://club.example"
    assert "X-Frame-Options" not in page
    elsewhere = Client().get("/")
    assert framed_by(elsewhere) == "'none'"
    assert elsewhere["X-Frame-Options"] == "DENY"


def framed_by(page):
    [line] = [
        part.strip()
        for part in page["Content-Security-Policy"].split(";")
        if "frame-ancestors" in part
    ]
    return line.partition(" ")[2]


# A match that ended without a hand is no contest: nobody was the best in it


def contests_of(circle):
    """All that says who was the best of a circle."""
    games = ("", *GAMES)
    tables = [league(circle, game=game) for game in games]
    held = [record for game in games for record in records.records(circle, game)]
    return [
        [list(spreadsheet_rows(table)) for table in tables],
        persons.games(circle),
        [(one.label, one.value, plain(one.holders), one.again) for one in held],
        season.season_of(circle, 2026).trophies,
    ]


def test_a_match_without_a_hand_changes_no_league_record_or_trophy(circle):
    dice = Random(3)
    for day in range(11):
        first, second = (hand(0, *dice.sample(range(1, 24), 2)) for _ in range(2))
        names = dice.sample(TABLE, 3)
        hands = (first, second, Finished())
        played(
            circle,
            *names,
            hands=hands,
            days=day,
            preset=dice.choice(GAMES),
        )
    before = contests_of(circle)
    assert all(before)
    assert "Más partidas ganadas seguidas" in [record[0] for record in before[2]]
    for day in range(11):
        ended = dice.choice(((Finished(),), (Retired(1), Retired(2))))
        played(circle, *dice.sample(TABLE, 3), hands=ended, days=day)
    played(circle, *TABLE, hands=(Finished(),), days=11, preset="gin")
    assert contests_of(circle) == before
