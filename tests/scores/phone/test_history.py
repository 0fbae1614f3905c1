"""A phone without a server computes from the logs what the server reads from columns, of random matches."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from rules.errors import Illegal
from rules.events import Close, Finished, HandScored
from rules.forecast.shipped_texts import texts_of
from rules.presets import RULESETS
from scores.core.notation.names import name_key
from scores.models import Match, Player, Role
from tests.rules.support.table import hand
from tests.scores.phone.conftest import (
    FILES,
    document_of,
    history,
    now,
    summaries_of,
)
from tests.scores.support.circle_matches import JULY, new_circle, played
from tests.scores.support.factories import match_in, phone_of, write
from tests.scores.support.table import address_of, page_at, text_of
from tests.support import extent

MATCHES = extent.share("matches without a server", nightly=200, here=20)
NAMES = ("Ana", "Luis", "Eva", "Paco", "Íñigo", "zoë")
GAMES = ("chinchon", "chinchon-french", "chinchon-fournier")
ONE_HAND = HandScored({1: 23}, 0, Close.CLEAN)


def random_hand(dice, players):
    closer = dice.randrange(players)
    close = dice.choice((Close.CLEAN, Close.CLEAN, Close.KNOCK))
    points = {seat: dice.randrange(1, 60) for seat in range(players) if seat != closer}
    loose = {closer: dice.randrange(1, 4)} if close is Close.KNOCK else {}
    return HandScored({**points, **loose}, closer, close)


def random_match(dice, circle):
    names = dice.sample(NAMES, dice.randrange(2, 5))
    game = dice.choice(GAMES)
    days = dice.choice((dice.randrange(12), dice.randrange(120)))
    money = {"stake": 2, "currency": "€"} if dice.random() < 0.5 else {}
    hands = [random_hand(dice, len(names)) for _hand in range(dice.randrange(1, 9))]
    if dice.random() < 0.2:  # without a hand, and now and then at an end
        played_on = JULY + timedelta(days=days)
        match = match_in(circle, names, RULESETS[game], played_on=played_on)
        if dice.random() < 0.5:
            write(match, Finished())
        return match
    match = played_until_over(circle, names, hands, days=days, preset=game, **money)
    if match.finished_at is None and dice.random() < 0.5:
        leave_lying(match, days=dice.choice((13, 15)))
    return match


def leave_lying(match, days):
    """The last entry was so many days ago."""
    then = timezone.now() - timedelta(days=days)
    Match.objects.filter(pk=match.pk).update(written_at=then)
    match.entries.update(happened_at=then, at=then)


def played_until_over(circle, names, hands, **rules):
    """With as many of the hands as the rules allow."""
    match = played(circle, *names, hands=(hands[0],), **rules)
    for scored in hands[1:]:
        try:
            write(match, scored)
        except Illegal:
            break
    return match


@pytest.fixture(scope="module")
def circle(rows_of_module):
    dice = Random(52)
    circle = new_circle()
    for _match in range(MATCHES):
        random_match(dice, circle)
    return circle


@pytest.fixture(scope="module")
def page_of(circle, phone_alone):
    """The body of a page that the phone makes of these matches."""
    summaries = summaries_of(phone_alone, circle)

    def page_of(path, **query):
        answer = history(phone_alone, summaries, path, query=[*query.items()])
        assert answer["status"] == 200
        return answer["blocks"]["main"]

    return page_of


def parts(html, *names):
    """What the lists and pictures with these classes say, in their order."""
    kinds = "|".join(names)
    pattern = rf'<(dl|ul|ol|table|svg|p) class="(?:{kinds})".*?</\1>'
    return [text_of(one.group()) for one in re.finditer(pattern, html, re.DOTALL)]


def test_the_figures_of_each_player_are_those_of_the_server(circle, page_of):
    client = phone_of(circle)
    seen = 0
    for player in Player.objects.filter(circle=circle):
        key = "".join(f"{byte}-" for byte in name_key(player.name).encode())
        for game in ("", *GAMES):
            asked = {"game": game} if game else {}
            theirs = client.get(address_of("person", circle, player.uid), asked)
            html = theirs.text
            if "felt figures" not in html:
                continue
            ours = page_of(f"/c/phone/people/{key}/", **asked)
            assert parts(ours, *FIGURES) == parts(html, *FIGURES)
            seen += 1
    assert seen > len(NAMES)


FIGURES = (
    "felt figures",
    "counts",
    "by-game",
    "chart histogram",
    "picture-text",
    "form",
    "matches",
)


def test_the_league_is_that_of_the_server(circle, page_of):
    theirs = page_at(phone_of(circle), "league", circle).text
    ours = page_of("/c/phone/")
    assert rows_of_league(ours) == rows_of_league(theirs)
    assert len(rows_of_league(ours)) > len(NAMES)  # with the bars


def rows_of_league(html):
    """What each row says, and its bar."""
    _before, _class, table = html.partition('<ol class="league">')
    table = table.partition("</ol>")[0]
    bars = re.findall(r'<progress max="100" value="(\d+)"', table)
    return [text_of(row) for row in table.split("<li")[1:]] + bars


def test_who_won_an_evening_and_who_pays_whom_is_as_on_the_server(circle, page_of):
    client = phone_of(circle, Role.SCORE)
    over = circle.matches.exclude(finished_at=None)
    days = set(over.values_list("played_on", flat=True))
    assert len(days) > 3
    for day in days:
        theirs = page_at(client, "evening", circle, day.isoformat()).text
        ours = page_of(f"/c/phone/evenings/{day.isoformat()}/")
        names = ("money", "money net", "money due payments", "matches")
        assert parts(ours, *names) == parts(theirs, *names)
        assert best_of(ours) == best_of(theirs)


def best_of(html):
    """Who won most, who gained most, and the hand of the evening."""
    return text_of(html).partition("En partidas")[2].partition("Partidas ganadas")[0]


SEARCHES = (
    {},
    {"q": "paco"},
    {"q": "INIGO fournier"},
    {"rules": "chinchon"},
    {"state": "finished"},
    {"state": "going-on"},
    {"state": "abandoned"},
    {"since": "2026-07-03", "until": "2026-07-08"},
    {"who": "Eva"},
    {"page": "2"},
    {"q": "nobody"},
)


def test_a_search_finds_the_matches_that_the_server_finds(circle, page_of):
    client = phone_of(circle)
    people = {one.name: str(one.pk) for one in circle.players.all()}
    for asked in SEARCHES:
        wanted = {**asked, "who": people.get(asked.get("who", ""), "")}
        theirs = client.get(address_of("circle-matches", circle), wanted).text
        own = {**asked, **({"who": name_key(asked["who"])} if "who" in asked else {})}
        ours = page_of("/history/", **own)
        found = [re.findall(r'href="(/m/[^"]+)"', html) for html in (ours, theirs)]
        assert found[0] == found[1], asked
        if found[0]:
            assert parts(ours, "matches") == parts(theirs, "matches")
        if asked == {"state": "abandoned"}:  # there are some
            assert "a medias" in ours
    # of these the lists say no totals
    assert circle.matches.filter(finished_at=None, hands=0).count() > 1


def test_what_a_phone_stores_of_a_match_is_that_of_scheme_1(phone_alone):
    """Who changes this changes SCHEME in static/js/without_server/documents.js."""
    circle = new_circle()
    match = played(circle, "Ana", "Luis", hands=[ONE_HAND], limit=20, rebuys=0)
    document = document_of(phone_of(circle), match)
    at = document["entries"][0][2]
    assert phone_alone.call("summary", {"id": match.code, "document": document}) == {
        "rules_name": "",
        "currency": "",
        "place": "",
        "note": "",
        "length": 1,
        "code": match.code,
        "played_on": document["played_on"],
        "created": document["created_at"],
        "written": at,
        "finished": at,
        "game": "chinchon",
        "hands": 1,
        "names": [[0, "Ana"], [1, "Luis"]],
        "sides": [],
        "results": [
            [0, 1, True, -10, 0, -10, 1, 0, -10, -10, [-10], [], 1, 1, 0, 0],
            [1, 2, False, 23, 0, 23, 1, 0, 23, 23, [23], [1], 0, 0, 0, 0],
        ],
    }


@pytest.mark.parametrize(
    ("uncopied", "is_lasting", "reminder"),
    [(2, False, []), (3, False, ["3"]), (9, True, []), (10, True, ["10"])],
)
def test_the_first_page_reminds_of_a_copy_sooner_where_matches_may_be_deleted(
    phone_alone, uncopied, is_lasting, reminder
):
    asked = {"groups": {"static": FILES}, "matches": [], "broken": 0, "now": now()}
    asked |= {"uncopied": uncopied, "is_lasting": is_lasting}
    page = phone_alone.call("home", asked)["blocks"]
    assert re.findall(r"(\d+) partidas sin copia", page["main"]) == reminder


def test_a_page_that_nobody_has_played_is_not_found(phone_alone):
    for path in ("/c/phone/evenings/2026-07-01/", "/c/phone/people/1-/", "/nothing/"):
        assert history(phone_alone, [], path) == {"status": 404}


# Who is going to win, as a server says it of the first match of a circle


def chances_in(html):
    return re.findall(r'data-chance="([\d ]+)">([^<]+)<', html)


def chances_on_phone(phone, match):
    document = {**document_of(phone_of(match.circle), match), "static": FILES}
    asked = {"id": match.code, "document": document, "hands": texts_of(match.game)}
    return chances_in(phone.call("chances", asked)["blocks"]["main"])


@pytest.mark.parametrize(("game", "players"), [*zip(GAMES, (4, 3, 2), strict=True)])
def test_the_chances_of_a_first_match_are_those_of_the_server(
    phone_alone, game, players
):
    points = [12, 31, 24][: players - 1]
    hands = (hand(0, *points), hand(0, *points[::-1]))
    names = NAMES[:players]
    match = played(new_circle(), *names, hands=hands, preset=game, limit=200)
    page = page_at(phone_of(match.circle), "forecast-now", match).text
    assert chances_on_phone(phone_alone, match) == chances_in(page)
    assert len(chances_in(page)) == players


def test_a_match_that_is_over_has_no_chances(phone_alone):
    match = played(new_circle(), "Ana", "Luis")
    assert chances_on_phone(phone_alone, match) == []
