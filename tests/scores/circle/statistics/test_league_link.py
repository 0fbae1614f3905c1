"""The league under the link to watch a circle: as a page for the site of a club, and as CSV."""

from django.test import Client

from scores.core.access import grants
from scores.models import Circle, Role
from tests.scores.support.circle_matches import played
from tests.scores.support.table import page_text


def address(circle: Circle, page: str) -> str:
    return f"{grants.link_path(circle, Role.WATCH)}{page}"


def test_the_league_is_a_table_for_a_spreadsheet(circle):
    played(circle, "Ana", "Luis")
    played(circle, "=Eva", "Ana", days=1)
    answer = Client().get(address(circle, "league.csv"))
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
    page = Client().get(address(circle, "league/"))
    assert "Ana" in page_text(page)
    assert "Luis" in page_text(page)
    assert framed_by(page) == "'none'"
    assert page["X-Frame-Options"] == "DENY"
    settings.EMBED_ORIGINS = ["https://club.example"]
    page = Client().get(address(circle, "league/"))
    assert framed_by(page) == "https://club.example"
    assert "X-Frame-Options" not in page
    elsewhere = Client().get("/")
    assert framed_by(elsewhere) == "'none'"
    assert elsewhere["X-Frame-Options"] == "DENY"


def framed_by(page) -> str:
    [line] = [
        part.strip()
        for part in page["Content-Security-Policy"].split(";")
        if "frame-ancestors" in part
    ]
    return line.partition(" ")[2]


def test_a_wrong_token_opens_none_of_them(circle):
    for page in ("league/", "league.csv", "nights.ics"):
        wrong = address(circle, page).replace("/watch/", "/watch/x")
        assert Client().get(wrong).status_code == 404
