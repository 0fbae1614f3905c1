"""The league table: all time, a year, other periods; by each of its columns; ties and new players."""

from datetime import date, timedelta

from django.http import HttpResponse
from django.urls import reverse

from scores.circle.statistics.league import league
from scores.circle.statistics.standings import RATING
from scores.core.matches import ratings
from scores.core.matches.skill import PROVISIONAL_BELOW
from scores.models import Circle, Result
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import JULY, played
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of, errors, forms, page_text

Period = tuple[date | None, date | None]
ALWAYS = (None, None)
SHARE = "wins"


def table(
    circle: Circle, period: Period = ALWAYS, game: str = "", by: str = SHARE
) -> list[tuple]:
    rows = league(circle, *period, game, by).rows
    return [(row.position, row.player.name, row.wins, row.matches) for row in rows]


def page(circle: Circle, **asked: str) -> HttpResponse:
    return phone_of(circle).get(address_of("league", circle), asked)


def days(first: int | None, last: int | None) -> Period:
    """The period between two days, counted from the start of July."""
    at = [None if day is None else JULY + timedelta(days=day) for day in (first, last)]
    return tuple(at)


# The table


def test_who_won_most_of_their_matches_is_first_however_often_they_play(circle):
    played(circle, "Paco", "Luis", hands=(hand(0, 3),))  # which goes on
    played(circle, "Ana", "Luis")
    played(circle, "Ana", "Eva", days=1)
    played(circle, "Eva", "Pepe", days=2)
    played(circle, "Luis", "Ana", days=3)
    assert table(circle) == [
        (1, "Ana", 2, 3),
        (2, "Eva", 1, 2),
        (2, "Luis", 1, 2),
        (4, "Pepe", 0, 1),
    ]
    played(circle, "Luis", "Ana", days=4)
    assert [name for _rank, name, _wins, _matches in table(circle)] == [
        "Luis",
        "Ana",
        "Eva",
        "Pepe",
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
    ana = league(circle, *days(3, None), by=SHARE).rows[1]
    assert ana.mean("place") == 2
    assert ana.mean("won") == 0


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
    found = league(circle, by="closes")
    shown = [(line.player.name, figure) for line, figure in found.lines]
    assert shown == [("Ana", "1,0"), ("Luis", "1,0")]
    played(circle, "Luis", "Eva", hands=(hand(0, 3), hand(0, 99)), days=2)
    found = league(circle, by="closes")
    shown = [(line.position, line.player.name, figure) for line, figure in found.lines]
    assert shown == [(1, "Luis", "1,3"), (2, "Ana", "1,0"), (3, "Eva", "0,0")]


def test_an_order_in_which_nobody_has_a_figure_is_not_offered(circle):
    played(circle, "Ana", "Luis")
    assert "Cierres por partida" in page_text(page(circle))
    Result.objects.update(closes=0)
    ratings.invalidate(circle.pk)
    assert [key for key, _heading in league(circle).orders] == [RATING, SHARE]
    assert [key for key, _heading in league(circle, by="closes").orders][-1] == "closes"


def test_who_played_little_comes_last_without_a_position_unless_all_did(circle):
    for day in range(PROVISIONAL_BELOW):
        played(circle, "Ana", "Luis", *(["Eva"] if day else []), days=-day)
    for by in (RATING, SHARE):
        rows = league(circle, by=by).rows
        found = [(row.position, row.player.name, row.missing) for row in rows]
        assert found == [(1, "Ana", 0), (2, "Luis", 0), (None, "Eva", 1)]
    assert [row.position for row in league(circle, *days(0, 0)).rows] == [
        1,
        2,
    ]
    assert "2 de 5" not in page_text(page(circle))
    assert "Eva entra con 1 partida más 4 de 5" in page_text(page(circle))


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


def test_the_table_names_wins_matches_share_and_rating(circle):
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


def test_what_is_no_date_no_order_and_no_game_is_refused_and_kept(circle):
    played(circle, "Ana", "Luis")
    asked = {"until": "2026-07-31", "game": "chinchon", "by": RATING}
    for day in ("ayer", "2026-02-30", "0000-01-01", "x" * 500):
        answer = page(circle, since=day, **asked)
        [form] = [one for one in forms(answer) if "since" in one.fields]
        assert (answer.status_code, errors(answer)) == (
            422,
            [f"«{day[:20]}» no es una fecha."],
        )
        assert form.fields == {"since": day, **asked}
    answer = page(circle, since="2026-07-02", until="2026-07-01")
    assert answer.status_code == 422
    assert errors(answer) == ["«Hasta» es antes que «desde»."]
    assert [
        page(circle, by="beauty").status_code,
        page(circle, game="poker").status_code,
    ] == [422, 422]
    for day in ("0001-01-01", "9999-12-31"):
        assert page(circle, since=day, until=day).status_code == 200


def test_a_year_is_one_tap(circle):
    played(circle, "Ana", "Luis")
    played(circle, "Luis", "Ana", days=-300)
    answer = page(circle)
    assert "since=2025-01-01&amp;until=2025-12-31" in answer.text
    in_2025 = page(circle, since="2025-01-01", until="2025-12-31")
    assert "1 Luis 1 ganada de 1" in page_text(in_2025)
    assert "Es el del 31 dic 2025." in page_text(in_2025)


def test_until_somebody_has_enough_matches_the_page_says_why_all_are_there(circle):
    early = "hasta que alguien las tenga, salen todos"
    for day in range(4):
        played(circle, "Ana", "Luis", days=day)
    assert early in page_text(page(circle))
    played(circle, "Ana", "Eva", days=4)
    assert early not in page_text(page(circle))
    assert "entra con 4 partidas más" in page_text(page(circle))
