"""Every address of the site, from the resolver: the responses for each role, and the number of queries.

An address missing from `TABLE` fails the tests, and so does an entry whose address no longer exists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scores.circle.archive import lifecycle
from scores.circle.circles import merging
from scores.core.access import grants, rate_limits
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Claim, Grant, Match, Phone, Player, Role
from scores.night import links
from scores.night.cards import places
from scores.night.models import Night, NightEntry, Place, Sitting
from scores.table.board import html_cache
from scores.transfer import exporter
from tests.rules.support.table import hand
from tests.scores.support.factories import grow_up, phone_of, phone_with, start, write
from tests.scores.support.nights import open_night, published
from tests.scores.support.photos import data_url, give_photo, picture
from tests.scores.support.table import form_fields, typed
from tests.support.addresses import names, patterns

PHOTO = data_url(picture())
WHO = (
    "stranger",
    "owner of another circle",
    "match own",
    "circle watch",
    "circle score",
    "circle own",
)
TWO = ("stranger", "circle own")
WRITE_NOTHING = ("stranger", "owner of another circle", "circle watch")
WRITERS = tuple(who for who in WHO if who not in WRITE_NOTHING)
ALL = (200,) * 6
NOT_SO = (405,) * 6
NOWHERE = (404,) * 6
INVALID = (422,) * 6
LEADS_ON = (302,) * 6
WATCH = (404, 404, 200, 200, 200, 200)
SCORE = (404, 404, 200, 404, 200, 200)
OWN = (404, 404, 200, 404, 404, 200)
CIRCLE_WATCH = (404, 404, 404, 200, 200, 200)
CIRCLE_SCORE = (404, 404, 404, 404, 200, 200)
CIRCLE_OWN = (404, 404, 404, 404, 404, 200)
KNOWN = (404, 200, 200, 200, 200, 200)


def _where(gets: tuple[int, ...], answer: int) -> tuple[int, ...]:
    """`answer` for everybody who gets 200, else the status of GET."""
    return tuple(answer if status == 200 else status for status in gets)


@dataclass(frozen=True)
class Address:
    """The statuses of GET and POST for each of `WHO`; one number for POST is the status of who gets 200.

    `more` are the parameters behind the code of the match, the circle or the night; `fields` those that a
    form of a match does not have by itself. Both may be functions of the match.
    """

    get: tuple[int, ...]
    answer: tuple[int, ...] | int = NOT_SO
    more: Callable[[Match], list[Any]] | list[Any] = ()
    fields: Callable[[Match], dict[str, Any]] | dict[str, Any] | None = None
    reads: int = 0  # queries of GET to the circle's owner
    writes: int | None = None  # of POST

    @property
    def post(self) -> tuple[int, ...]:
        return (
            _where(self.get, self.answer)
            if isinstance(self.answer, int)
            else self.answer
        )


def _night(match: Match) -> Night:
    """A night of the circle that plays its first round."""
    return match.circle.nights.first() or published(
        open_night(match.circle, "Mar", "Sol", "Noa", "Leo")
    )


def _planned_night(match: Match) -> list[Any]:
    _night(match)
    match.circle.nights.update(starts_on="2026-07-03")
    return []


def _night_link(match: Match) -> list[str]:
    """The parameters of the link with which anybody may watch that night."""
    return links.link_path(_night(match), Role.WATCH).strip("/").split("/")[2:5]


def _card(match: Match) -> list[str]:
    """The parameters of the link on table 1 of that night."""
    place = Place.objects.select_related("night").get(night=_night(match), number=1)
    return places.link_path(place).strip("/").split("/")[2:5]


def _at_night(match: Match) -> list[str]:
    """Puts the match at table 1 of that night."""
    at_table = Sitting.objects.filter(place__night=_night(match), place__number=1)
    at_table.update(match=match)
    return []


def _watch_link(thing: Circle | Match) -> list[str]:
    """The code and the token of the link to watch it."""
    return grants.link_path(thing, Role.WATCH).strip("/").split("/")[2::2]


def _watch_circle(match: Match) -> list[str]:
    return _watch_link(match.circle)


def _somebody(thing: Circle | Match) -> list[int]:
    """The grant of another phone."""
    key = {grants.kind_of(thing): thing}
    other = Phone.objects.create()
    return [Grant.objects.create(phone=other, role=Role.WATCH, **key).pk]


def _claim(match: Match) -> list[int]:
    """Another phone that says it is held by Ana."""
    ana = match.seats.first().player
    return [Claim.objects.create(phone=Phone.objects.create(), player=ana).pk]


def _merged(match: Match) -> list[str]:
    """A circle that was merged into the circle of the match."""
    other = Circle.objects.create()
    merging.merge(match.circle, other, {}, Phone.objects.create())
    return [other.code]


def _person(match: Match) -> list[Any]:
    """The player Ana, also if she was merged."""
    return [match.seats.first().player.uid]


def _photo(match: Match) -> list[Any]:
    """The photo of that player."""
    player = match.seats.first().player
    return [give_photo(player)]


def _joined(match: Match) -> list[Any]:
    """The player Ana, and another player merged into her."""
    target = match.seats.first().player
    other = match.circle.players.get(name="Anita")
    if not target.merges_in_force:
        merging.merge_players(target, other, Phone.objects.create())
    return [target.uid, other.uid]


def _record(match: Match) -> dict[str, Any]:
    """The record of the match, to be previewed."""
    return {"text": exporter.record_of(Sheet(match))}


HAND = typed(hand(0, 1, 2))
WRITES = _where(SCORE, 302)
REFUSED = _where(SCORE, 422)

TABLE = {
    "home": Address(ALL, reads=22),
    "demo": Address(ALL, INVALID),
    "demo-picture": Address(ALL),
    "matches": Address(ALL, reads=8),
    "trash": Address(ALL, reads=4),
    "check": Address(ALL),
    "check-picture": Address(ALL),
    "check-in-match": Address(SCORE, reads=3),
    "table-in-match": Address(WATCH, reads=2),
    "help": Address(ALL),
    "help-game": Address(ALL, more=["gin"]),
    "help-nights": Address(ALL),
    "help-tips": Address(ALL, more=["gin"]),
    "help-example": Address(ALL, more=["gin"]),
    "help-example-hand": Address(ALL, more=["gin", 7]),
    "help-of-match": Address(WATCH, reads=2),
    "guide": Address(ALL),
    "guide-page": Address(ALL, more=["sharing"]),
    "privacy": Address(ALL),
    "robots": Address(ALL),
    "asset-links": Address(NOWHERE),  # there is no Android app
    "circles-document": Address(ALL, reads=8),
    "new-match": Address(ALL, INVALID, reads=5),
    "five-questions": Address(ALL),
    "match": Address(WATCH, reads=3),
    "scoresheet": Address(WATCH, reads=3),
    "big": Address(WATCH, reads=3),
    "pulse": Address(WATCH, reads=4),
    "big-pulse": Address(WATCH, reads=4),
    "document": Address(WATCH, reads=3),
    "push": Address(NOT_SO, _where(SCORE, 400)),  # a form is no JSON
    "score-hand": Address(NOT_SO, WRITES, fields=HAND),
    "preview": Address(NOT_SO, SCORE, fields=HAND, writes=3),
    "undo": Address(NOT_SO, WRITES),
    "redo": Address(NOT_SO, REFUSED),  # nothing was undone
    "answer": Address(NOT_SO, REFUSED, more=[1, "yes"]),  # nobody was asked
    "differs": Address(NOT_SO, SCORE),
    "everyday": Address(SCORE, reads=2),
    "happen": Address(SCORE, WRITES, more=["misdeal"], reads=2),
    "correct": Address(
        SCORE,
        SCORE,
        more=["0"],
        fields={"act": "remove"},
        reads=3,
        writes=4,
    ),
    "log": Address(WATCH, reads=3),
    "tell": Address(WATCH, reads=3),
    "forecast": Address(WATCH, reads=4),
    "forecast-now": Address(WATCH, reads=4),
    "forecast-story": Address(WATCH, reads=4),
    "forecast-show": Address(NOT_SO, _where(WATCH, 302)),
    "picture": Address(WATCH, reads=3),
    "share": Address(WATCH, reads=2),
    "me": Address(WATCH, 302, reads=2),
    "match-claim": Address(NOT_SO, _where(OWN, 302), more=_claim),
    "circle-claim": Address(NOT_SO, _where(CIRCLE_OWN, 302), more=_claim),
    "give-code": Address(NOT_SO, _where(WATCH, 302), more=["watch"]),
    "join": Address(ALL, INVALID),
    "rematch": Address(NOT_SO, WRITES),
    "paper": Address(SCORE, REFUSED, reads=3),  # nothing is typed
    "details": Address(
        SCORE,
        WRITES,
        fields={"place": "Bar", "played_on": "2026-01-02"},
        reads=1,
    ),
    "archive": Address(NOT_SO, _where(OWN, 302)),
    "unarchive": Address(NOT_SO, _where(OWN, 302)),
    "delete-match": Address(OWN, 422, reads=5),  # no word is typed
    "restore-match": Address(NOT_SO, _where(OWN, 302)),  # it is there: a second tap
    "link": Address(
        ALL,
        LEADS_ON,
        lambda match: grants.link_path(match, Role.WATCH).strip("/").split("/")[1:],
        reads=8,
    ),
    "link-picture": Address(ALL, more=_watch_link, reads=1),
    "link-board": Address(ALL, more=_watch_link, reads=3),
    "link-overlay": Address(ALL, more=_watch_link, reads=3),
    "link-league": Address(ALL, more=_watch_circle, reads=9),
    "link-league-csv": Address(ALL, more=_watch_circle, reads=8),
    "link-nights": Address(ALL, more=_watch_circle, reads=2),
    "match-phones": Address(OWN, reads=3),
    "match-phone": Address(
        OWN,
        302,
        more=_somebody,
        fields={"name": "Ana", "role": 2},
        reads=3,
    ),
    "match-revoke": Address(OWN, 302, more=["score"], reads=2),
    "circle": Address(CIRCLE_WATCH, reads=17),
    "evenings": Address(CIRCLE_WATCH, reads=4),
    "evening": Address(NOWHERE, more=["2026-01-02"], reads=3),  # nothing was played
    "evening-picture": Address(NOWHERE, more=["2026-01-02"], reads=3),
    "season": Address(NOWHERE, more=[2025], reads=3),
    "certificate": Address(NOWHERE, more=[2025], reads=3),
    "season-picture": Address(NOWHERE, more=[2025, 0], reads=3),
    "league": Address(CIRCLE_WATCH, reads=4),
    "records": Address(CIRCLE_WATCH, reads=4),
    "person": Address(
        CIRCLE_WATCH,
        more=_person,
        reads=4,
    ),
    "against": Address(
        CIRCLE_WATCH,
        more=lambda match: [seat.player.uid for seat in match.seats.all()[:2]],
        reads=5,
    ),
    "circle-matches": Address(CIRCLE_WATCH, reads=9),
    "record": Address(WATCH, reads=3),
    "sheet-csv": Address(WATCH, reads=3),
    "export": Address(CIRCLE_OWN, reads=23),
    "import-into": Address(CIRCLE_OWN, 200, fields=_record, reads=3, writes=15),
    "import": Address(ALL, ALL, fields=_record, reads=0, writes=8),
    "circle-settings": Address(
        CIRCLE_OWN,
        302,
        fields={"name": "Los jueves", "time_zone": "UTC"},
        reads=3,
    ),
    "person-edit": Address(CIRCLE_OWN, 302, _person, {"name": "Anita"}, reads=5),
    "person-face": Address(
        CIRCLE_SCORE,
        302,
        _person,
        {"emoji": "🦊", "chosen_colour": "3"},
        reads=4,
    ),
    "person-photo": Address(CIRCLE_OWN, 302, _person, {"photo": PHOTO}, reads=8),
    "photo": Address(CIRCLE_WATCH, more=_photo, reads=3),
    "person-merge": Address(CIRCLE_OWN, 422, _person, reads=5),
    "undo-person-merge": Address(CIRCLE_OWN, 302, _joined, reads=5),
    "person-erase": Address(CIRCLE_OWN, 302, _person, {"name": "Ana"}, reads=5),
    "house-rules": Address(
        CIRCLE_SCORE,
        302,
        more=lambda match: [match.circle.house_rules.get().pk],
        fields={"name": "De la otra abuela"},
        reads=3,
    ),
    "circle-share": Address(CIRCLE_OWN, reads=2),
    "circle-phones": Address(CIRCLE_OWN, reads=4),
    "circle-rights": Address(CIRCLE_OWN, reads=5),
    "rights-csv": Address(CIRCLE_OWN, reads=5),
    "circle-phone": Address(
        CIRCLE_OWN,
        302,
        more=lambda match: _somebody(match.circle),
        fields={"do": "remove"},
        reads=5,
    ),
    "circle-revoke": Address(CIRCLE_OWN, 302, more=["own"], reads=3),
    "merge": Address(CIRCLE_OWN, 422, reads=3),
    "undo-merge": Address(CIRCLE_OWN, 302, _merged, reads=6),
    "all-nights": Address(ALL, reads=5),
    "nights": Address(CIRCLE_WATCH, reads=4),
    "night-league": Address(CIRCLE_WATCH, reads=6),
    "night-league-csv": Address(CIRCLE_WATCH, reads=5),
    "night-set-up": Address(CIRCLE_OWN, 422, reads=4),
    "night-open": Address(ALL, INVALID),
    "night-desk": Address(CIRCLE_OWN, reads=13),
    "night-clock": Address(NOT_SO, _where(CIRCLE_OWN, 302), fields={"minutes": "30"}),
    "night-end": Address(CIRCLE_OWN, 302, reads=9),
    "night-reopen": Address(NOT_SO, _where(CIRCLE_OWN, 302)),
    "night-delete": Address(CIRCLE_OWN, 302, reads=3),
    "restore-night": Address(NOT_SO, _where(CIRCLE_OWN, 302)),
    "night-cut": Address(NOT_SO, _where(CIRCLE_OWN, 302), fields={"by": "lot"}),
    "night-seats": Address(NOT_SO, _where(CIRCLE_OWN, 302)),
    "night-log": Address(CIRCLE_OWN, 409, fields={"entry": "0"}, reads=9),
    "night-call": Address(NOT_SO, _where(CIRCLE_OWN, 302), more=[1, 1]),
    "night-check-in": Address(CIRCLE_OWN, 422, reads=6),
    "night-entrant": Address(
        CIRCLE_OWN,
        302,
        more=[1],
        fields={"do": "left"},
        reads=4,
    ),
    "night-list": Address(CIRCLE_OWN, 422, reads=4),
    "night-plan": Address(CIRCLE_OWN, 302, reads=5),
    "night-seat": Address(CIRCLE_OWN, 422, reads=18),
    "night-table": Address(CIRCLE_OWN, 422, more=[1, 1], reads=12),
    "night-board": Address(_where(CIRCLE_OWN, 302), more=[1, 1], reads=4),
    "night-aloud": Address(CIRCLE_OWN, reads=4),
    "night-hall": Address(CIRCLE_WATCH, reads=9),
    "night-version": Address(CIRCLE_WATCH, reads=1),
    "night-share": Address(CIRCLE_OWN, 302, reads=3),
    "night-emergency": Address(CIRCLE_OWN, reads=2),
    "night-me": Address(NOT_SO, _where(CIRCLE_WATCH, 302), fields={"entrant": "1"}),
    "night-link": Address(ALL, LEADS_ON, _night_link, reads=2),
    "night-csv": Address(CIRCLE_OWN, more=["tables"], reads=7),
    "night-standings": Address(CIRCLE_WATCH, reads=11),
    "night-calendar": Address(CIRCLE_WATCH, more=_planned_night, reads=2),
    "night-print": Address(CIRCLE_OWN, reads=6),
    "night-slips": Address(CIRCLE_OWN, reads=7),
    "night-lists": Address(CIRCLE_OWN, reads=7),
    "night-cards": Address(CIRCLE_OWN, 302, fields={"tables": "2"}, reads=3),
    "night-money": Address(CIRCLE_OWN, 302, fields={"do": "paid 1"}, reads=7),
    "match-night": Address(WATCH, more=_at_night, reads=9),
    "match-missing": Address(
        NOT_SO, _where(SCORE, 409), _at_night, {"do": "missing 1"}
    ),
    "match-call": Address(NOT_SO, _where(SCORE, 302), _at_night),
    "place-link": Address(ALL, LEADS_ON, _card, reads=6),
    "phone": Address(KNOWN, 302, fields={"name": "Mío"}, reads=1),
    "paper-key": Address(KNOWN, 200, reads=2),
    "recover": Address(ALL, INVALID),
    "passkeys": Address(KNOWN, 422, reads=2),  # nothing is signed
    "recover-passkey": Address(NOT_SO, NOWHERE),  # a site without HTTPS
    "worker": Address(ALL),
    "manifest": Address(ALL),
    "repair": Address(ALL),
    "no-signal": Address(ALL),
    "set_language": Address(LEADS_ON, LEADS_ON, writes=0),
    "forget": Address(
        KNOWN, 200, reads=7
    ),  # the last: it ends the cookie of its client
}
"""Every address by its name."""


def written(match: Match, hands: int) -> Match:
    write(match, *[hand(0, 1, 2)] * (hands - match.entries.count()))
    return Match.objects.get(pk=match.pk)


def match_of_three() -> Match:
    """With one hand, rules under a name, and a player who did not play."""
    match = start(Client(), "Ana", "Luis", "Eva", save_as="Las de la abuela")
    Player.objects.create(circle=match.circle, name="Anita")
    return written(match, 1)


@dataclass(frozen=True)
class Shared:
    """What each test begins with: making it takes longer than most requests."""

    match: int
    cookies: dict[str, SimpleCookie]  # of each of `WHO`


@pytest.fixture(scope="module")
def shared(rows_of_module) -> Shared:
    """Also with a night."""
    match = match_of_three()
    _night(match)
    return Shared(match.pk, {who: _phone(who, match).cookies for who in WHO})


@pytest.fixture
def match(shared) -> Match:
    return Match.objects.get(pk=shared.match)


def test_every_address_is_in_the_table():
    assert sorted(names()) == sorted(TABLE)


@cache
def _routes() -> dict[str, str]:
    return dict(patterns())


CODES = {
    "m": lambda match: [match.code],
    "c": lambda match: [match.circle.code],
    "n": lambda match: [_night(match).code],
}


def parameters(name: str, match: Match) -> list[Any]:
    """The parameters of an address; what they name is there afterwards."""
    first = _routes()[name].partition("/")[0]
    more = TABLE[name].more
    code = CODES[first](match) if first in CODES else []
    return [*code, *(more(match) if callable(more) else more)]


def _fields(name: str, match: Match) -> dict[str, Any]:
    fields = TABLE[name].fields or {}
    own = fields(match) if callable(fields) else fields
    return form_fields(match, **own) if _routes()[name].startswith("m/") else own


OF_NO_MATCH = (
    *("restore-match", "place-link", "night-link"),
    *("link-league", "link-league-csv", "link-nights"),
)


def _is_of_a_match(name: str) -> bool:
    """Whether the address or link belongs to a match that is not in the bin."""
    return _routes()[name].startswith(("m/", "l/")) and name not in OF_NO_MATCH


def test_a_match_that_was_deleted_is_nowhere(match):
    """Neither for its owner nor by its links, nor on the pages of its circle."""
    phone = phone_with(Role.OWN, match)
    written_then = list(match.entries.values())
    requests = {
        name: [_prepared(phone, match, name, method) for method in ("GET", "POST")]
        for name in TABLE
        if _is_of_a_match(name)
    }
    lifecycle.delete(match)
    for name, sends in requests.items():
        rate_limits.read_limiter.storage.reset()
        answers = {send().status_code for send in sends}
        assert name == name
        assert answers <= {404, 405}
        assert 404 in answers
    assert list(match.entries.values()) == written_then
    for name in (
        "home",
        "matches",
        "circle",
        "circle-matches",
        "circle-phones",
        "merge",
    ):
        page = phone.get(reverse(name, args=parameters(name, match)))
        assert (name, page.status_code) == (name, 200)
        assert match.code not in page.text


def _prepared(
    phone: Client, match: Match, name: str, method: str
) -> Callable[[], HttpResponse]:
    """A function that sends the request."""
    address = reverse(name, args=parameters(name, match))
    if method == "GET":
        return partial(phone.get, address)
    return partial(phone.post, address, _fields(name, match))


def _send(phone: Client, match: Match, name: str, method: str) -> HttpResponse:
    return _prepared(phone, match, name, method)()


def _phone(who: str, match: Match) -> Client:
    kind, _space, role = who.partition(" ")
    if kind == "stranger":
        return Client()
    if kind == "owner":
        phone = Client()
        start(phone, "Lola", "Pepe")
        return phone
    return phone_of(match.circle if kind == "circle" else match, Role[role.upper()])


def _asking(statuses: tuple[int, ...]) -> dict[str, int]:
    """Who asks, with the status expected: only `TWO` where all get the same one. On another database only the
    owner, whose requests send every statement."""
    expected = dict(zip(WHO, statuses, strict=True))
    few = TWO if len(set(statuses)) == 1 else WHO
    asking = few if connection.vendor == "sqlite" else ("circle own",)
    return {who: expected[who] for who in asking}


@pytest.mark.parametrize("name", TABLE)
def test_everybody_gets_what_his_right_gives_and_who_may_not_write_writes_nothing(
    shared, match, name
):
    """The owner reads English. And HEAD is answered as GET without the body."""
    written(match, 3 if name == "undo" else 1)  # one for each who may undo
    getting = _asking(TABLE[name].get)
    posting = _asking(TABLE[name].post)
    phones = {who: Client() for who in {*getting, *posting}}
    for who, phone in phones.items():
        phone.cookies.update(shared.cookies[who])
    phones["circle own"].defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    parameters(name, match)
    before = _stored(match)
    gets = {who: _send(phones[who], match, name, "GET") for who in getting}
    assert {who: get.status_code for who, get in gets.items()} == getting
    get = gets["circle own"]
    phones["circle own"].cookies.pop("csrftoken", None)  # as before the GET
    head = phones["circle own"].head(get.request["PATH_INFO"])
    assert head.status_code == get.status_code
    assert _lasting(head) == _lasting(get)
    assert head.getvalue() == b""
    assert (get.status_code, get["Content-Language"]) == (get.status_code, "en-gb")
    posts = {
        who: _send(phones[who], match, name, "POST").status_code
        for who in posting
        if who not in WRITERS
    }
    assert _stored(match) == before
    posts |= {
        who: _send(phones[who], match, name, "POST").status_code
        for who in posting
        if who in WRITERS
    }
    assert posts == posting


def _stored(match: Match) -> list[list[dict[str, Any]]]:
    """All rows of the circle of the match, without the versions of boards."""
    circle = Circle.objects.filter(pk=match.circle_id)
    rows = (
        circle,
        match.circle.matches,
        match.circle.players,
        match.circle.house_rules,
        match.circle.nights,
    )
    rows += (
        match.entries,
        match.seats,
        NightEntry.objects.filter(night__circle=match.circle),
    )
    return [
        [
            {**row, "version": 0, "written_at": None}
            for row in table.order_by("pk").values()
        ]
        for table in rows
    ]


def test_no_other_method_does_anything(match):
    phone = phone_with(Role.OWN, match)
    addresses = {name: reverse(name, args=parameters(name, match)) for name in TABLE}
    before = _stored(match)
    for name, address in addresses.items():
        for method in ("put", "delete", "patch"):
            answer = getattr(phone, method)(address)
            assert (name, method) == (name, method)
            assert answer.status_code < 500
    assert _stored(match) == before


def _lasting(response: HttpResponse) -> dict[str, str]:
    """The headers and the names of the cookies, which do not differ between two equal responses."""
    different = {
        "X-Request-ID": "",
        "X-CSRF-Token": "",
        "Set-Cookie": " ".join(response.cookies),
    }
    return {**response.headers, **different}


def _phone_of_yesterday(match: Match) -> Client:
    """An owner's phone that no longer shares the limit of its address."""
    phone = phone_with(Role.OWN, match)
    grow_up()
    return phone


def _cost(phone: Client, match: Match, name: str, method: str) -> int:
    """The number of queries of a request, with an empty cache of boards."""
    send = _prepared(phone, match, name, method)
    html_cache.cache.clear()
    with CaptureQueriesContext(connection) as queries:
        send()
    return len(queries)


def test_the_first_page_costs_the_same_at_1_match_and_at_10():
    match = match_of_three()
    phone = phone_with(Role.OWN, match)
    costs = [_cost(phone, match, "home", "GET")]
    for number in range(2, 11):
        written(start(phone, "Ana", "Luis", f"Eva {number}"), 1)
    costs.append(_cost(phone, match, "home", "GET"))
    assert costs[0] == costs[1]


def test_saving_a_hand_costs_the_same_at_1_hand_and_at_30(match):
    phone = _phone_of_yesterday(match)
    costs = []
    for hands in (1, 30):
        costs.append(_cost(phone, written(match, hands), "score-hand", "POST"))
    assert match.entries.count() == 31
    assert costs[0] == costs[1]
