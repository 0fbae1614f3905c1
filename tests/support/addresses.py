"""Every address of the site, for all who walk them: what stands in it, and what each phone gets there.

An address missing from `TABLE` fails tests/scores/test_urls.py, and so does an entry whose address no longer
exists. A parameter without a value in `VALUES` is a KeyError.
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scores.circle.circles import merging
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Claim, Grant, Match, Phone, Player, Role
from scores.night import links
from scores.night.cards import table_cards
from scores.night.models import Night, NightTable
from scores.transfer import exporter
from tests.rules.support.table import hand
from tests.scores.support.nights import open_night, published
from tests.scores.support.photos import data_url, give_photo, picture
from tests.scores.support.table import form_fields, typed

Pattern = URLPattern | URLResolver
OF_A_ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")  # a parameter: its name


def patterns(
    above: list[Pattern] | None = None, front: str = ""
) -> Iterator[tuple[str, str]]:
    """Name and route of every address; an address without a name has its route as name."""
    for pattern in get_resolver().url_patterns if above is None else above:
        route = front + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, route)
        else:
            yield pattern.name or route, route


def names() -> list[str]:
    """The names of all addresses; a name that two addresses share is listed twice."""
    return [name for name, _route in patterns()]


@cache
def routes() -> dict[str, str]:
    return dict(patterns())


# What stands in an address


def night_of(match: Match) -> Night:
    """A night of the circle that plays its first round."""
    return match.circle.nights.first() or published(
        open_night(match.circle, "Mar", "Sol", "Noa", "Leo")
    )


def _planned_night(match: Match) -> str:
    night_of(match)
    match.circle.nights.update(starts_on="2026-07-03")
    return night_of(match).code


def _table_of(match: Match) -> NightTable:
    """Table 1 of that night."""
    return NightTable.objects.select_related("night").get(
        night=night_of(match), number=1
    )


def _at_night(match: Match) -> str:
    """The match, which is put at that table."""
    _table_of(match).sittings.update(match=match)
    return match.code


def _somebody(thing: Circle | Match) -> int:
    """The grant of another phone."""
    key = {grants.kind_of(thing): thing}
    other = Phone.objects.create()
    return Grant.objects.create(phone=other, role=Role.WATCH, **key).pk


def _claim(match: Match) -> int:
    """Another phone that says it is held by Ana."""
    return Claim.objects.create(phone=Phone.objects.create(), player=_ana(match)).pk


def _merged(match: Match) -> str:
    """A circle that was merged into the circle of the match."""
    other = Circle.objects.create()
    merging.merge(match.circle, other, {}, Phone.objects.create())
    return other.code


def _ana(match: Match) -> Player:
    """Who sits first, also if she was merged."""
    return match.seats.first().player


def _joined(match: Match) -> object:
    """Another player merged into Ana."""
    target = _ana(match)
    if not target.merges_in_force:
        other = match.circle.players.get(name="Anita")
        merging.merge_players(target, other, Phone.objects.create())
    return target.merges_in_force[0].emptied.uid


LINKS: dict[str, Callable[[Match], str]] = {  # by the front of the route
    "match": lambda match: grants.link_path(match, Role.WATCH),
    "<slug:kind>": lambda match: grants.link_path(match, Role.WATCH),
    "circle": lambda match: grants.link_path(match.circle, Role.WATCH),
    "night": lambda match: links.link_path(night_of(match), Role.WATCH),
    "place": lambda match: table_cards.link_path(_table_of(match)),
}
# By the name of the parameter, or of one address; `code` by the first letter of the route.
VALUES: dict[str, Callable[[Match], object] | str | int] = {
    "m": lambda match: match.code,
    "c": lambda match: match.circle.code,
    "n": lambda match: night_of(match).code,
    **dict.fromkeys(
        (f"code of {name}" for name in ("match-night", "match-missing", "match-call")),
        _at_night,
    ),
    "code of night-calendar": _planned_night,
    "choice": "yes",
    "day": "2026-01-02",
    "digest": lambda match: give_photo(_ana(match)),
    "emptied of undo-merge": _merged,
    "emptied of undo-person-merge": _joined,
    "hand": 7,
    "key": "gin",
    "key of night-csv": "tables",
    "kind": "misdeal",
    "kind of hand-picture": "worst",
    "number": 1,
    "other": lambda match: match.seats.all()[1].player.uid,
    "pk of circle-claim": _claim,
    "pk of circle-phone": lambda match: _somebody(match.circle),
    "pk of house-rules": lambda match: match.circle.house_rules.earliest("pk").pk,
    "pk of match-claim": _claim,
    "pk of match-phone": _somebody,
    "table": 1,
    "ref": "0",
    "role": "watch",
    "role of circle-revoke": "own",
    "role of match-revoke": "score",
    "seat": 1,
    "slug": "sharing",
    "uid": lambda match: _ana(match).uid,
    "year": 2025,
}


def parts_of(name: str) -> list[str]:
    """The names of the parameters of an address."""
    return OF_A_ROUTE.findall(routes()[name])


def key_in(known: Container[str], part: str, name: str) -> str:
    """The key under which the value of that parameter stands in a table such as `VALUES`."""
    own = f"{part} of {name}"
    if own in known:
        return own
    return routes()[name][0] if part == "code" else part


def value_of(part: str, name: str, match: Match) -> object:
    """What stands there in the address; what it names is there afterwards."""
    front, *route = routes()[name].split("/")
    if front == "l":
        path = LINKS[route[0]](match).strip("/").split("/")[1:]
        [value] = [
            given
            for step, given in zip(route, path, strict=False)
            if f":{part}>" in step
        ]
        return value
    value = VALUES[key_in(VALUES, part, name)]
    return value(match) if callable(value) else value


def path_of(name: str, match: Match) -> str:
    return reverse(name, args=[value_of(part, name, match) for part in parts_of(name)])


# What each phone gets there

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


def where(gets: tuple[int, ...], answer: int) -> tuple[int, ...]:
    """`answer` for everybody who gets 200, else the status of GET."""
    return tuple(answer if status == 200 else status for status in gets)


@dataclass(frozen=True)
class Address:
    """The statuses of GET and POST for each of `WHO`; one number for POST is the status of who gets 200.

    `fields` are those that a form of a match does not have by itself; they may be a function of the match.
    """

    get: tuple[int, ...]
    answer: tuple[int, ...] | int = NOT_SO
    fields: Callable[[Match], dict[str, Any]] | dict[str, Any] | None = None
    reads: int = 0  # queries of GET to the circle's owner
    writes: int | None = None  # of POST

    @property
    def post(self) -> tuple[int, ...]:
        return (
            where(self.get, self.answer)
            if isinstance(self.answer, int)
            else self.answer
        )


def _record(match: Match) -> dict[str, Any]:
    """The record of the match, to be previewed."""
    return {"text": exporter.record_of(Sheet(match))}


HAND = typed(hand(0, 1, 2))
WRITES = where(SCORE, 302)
REFUSED = where(SCORE, 422)

TABLE = {
    # that read nothing of anybody
    **dict.fromkeys(
        (
            "demo-picture",
            "check",
            "check-picture",
            "help",
            "help-game",
            "help-nights",
            "help-tips",
            "help-example",
            "help-example-hand",
            "guide",
            "guide-page",
            "privacy",
            "robots",
            "five-questions",
            "worker",
            "manifest",
            "repair",
            "no-signal",
        ),
        Address(ALL),
    ),
    **dict.fromkeys(
        (
            "match",
            "scoresheet",
            "big",
            "document",
            "log",
            "tell",
            "picture",
            "record",
            "sheet-csv",
        ),
        Address(WATCH, reads=3),
    ),
    **dict.fromkeys(
        # what is there already may be restored: a second tap
        ("match-claim", "archive", "unarchive", "restore-match"),
        Address(NOT_SO, where(OWN, 302)),
    ),
    **dict.fromkeys(
        ("circle-claim", "night-reopen", "restore-night", "night-seats", "night-call"),
        Address(NOT_SO, where(CIRCLE_OWN, 302)),
    ),
    "home": Address(ALL, reads=19),
    "demo": Address(ALL, INVALID),
    "matches": Address(ALL, reads=8),
    "trash": Address(ALL, reads=4),
    "check-in-match": Address(SCORE, reads=3),
    "table-in-match": Address(WATCH, reads=2),
    "help-of-match": Address(WATCH, reads=2),
    "asset-links": Address(NOWHERE),  # there is no Android app
    "circles-document": Address(ALL, reads=8),
    "new-match": Address(ALL, INVALID, reads=5),
    "pulse": Address(WATCH, reads=4),
    "big-pulse": Address(WATCH, reads=4),
    "push": Address(NOT_SO, where(SCORE, 400)),  # a form is no JSON
    "score-hand": Address(NOT_SO, WRITES, fields=HAND),
    "preview": Address(NOT_SO, SCORE, fields=HAND, writes=3),
    "spoken": Address(NOT_SO, SCORE, fields={"text": "Ana dos"}, writes=3),
    "undo": Address(NOT_SO, WRITES),
    "redo": Address(NOT_SO, REFUSED),  # nothing was undone
    "answer": Address(NOT_SO, REFUSED),  # nobody was asked
    "differs": Address(NOT_SO, SCORE),
    "everyday": Address(SCORE, reads=2),
    "happen": Address(SCORE, WRITES, reads=2),
    "correct": Address(
        SCORE,
        SCORE,
        fields={"act": "remove"},
        reads=3,
        writes=4,
    ),
    "forecast": Address(WATCH, reads=4),
    "forecast-now": Address(WATCH, reads=4),
    "forecast-story": Address(WATCH, reads=4),
    "forecast-show": Address(NOT_SO, where(WATCH, 302)),
    "hand-picture": Address(NOWHERE, reads=2),  # it goes on
    "share": Address(WATCH, reads=2),
    "me": Address(WATCH, 302, reads=2),
    "give-code": Address(NOT_SO, where(WATCH, 302)),
    "join": Address(ALL, INVALID),
    "rematch": Address(NOT_SO, WRITES),
    "paper": Address(SCORE, REFUSED, reads=3),  # nothing is typed
    "details": Address(
        SCORE,
        WRITES,
        fields={"place": "Bar", "played_on": "2026-01-02"},
        reads=1,
    ),
    "delete-match": Address(OWN, 422, reads=5),  # no word is typed
    "link": Address(
        ALL,
        LEADS_ON,
        reads=8,
    ),
    "link-picture": Address(ALL, reads=1),
    "link-board": Address(ALL, reads=3),
    "link-overlay": Address(ALL, reads=3),
    "link-league": Address(ALL, reads=9),
    "link-league-csv": Address(ALL, reads=8),
    "link-nights": Address(ALL, reads=2),
    "match-phones": Address(OWN, reads=3),
    "match-phone": Address(
        OWN,
        302,
        fields={"name": "Ana", "role": 2},
        reads=3,
    ),
    "match-revoke": Address(OWN, 302, reads=2),
    "circle": Address(CIRCLE_WATCH, reads=19),
    "evenings": Address(CIRCLE_WATCH, reads=4),
    "evening": Address(NOWHERE, NOWHERE, reads=3),  # nothing was played
    "account": Address(NOWHERE, NOWHERE, reads=4),  # nothing for money
    "evening-picture": Address(NOWHERE, reads=3),
    "season": Address(NOWHERE, reads=3),
    "certificate": Address(NOWHERE, reads=3),
    "season-picture": Address(NOWHERE, reads=3),
    "league": Address(CIRCLE_WATCH, reads=4),
    "records": Address(CIRCLE_WATCH, reads=4),
    "person": Address(
        CIRCLE_WATCH,
        reads=4,
    ),
    "against": Address(
        CIRCLE_WATCH,
        reads=5,
    ),
    "circle-matches": Address(CIRCLE_WATCH, reads=9),
    "export": Address(CIRCLE_OWN, reads=24),
    "import-into": Address(CIRCLE_OWN, 200, fields=_record, reads=3, writes=16),
    "import": Address(ALL, ALL, fields=_record, reads=0, writes=8),
    "circle-settings": Address(
        CIRCLE_OWN,
        302,
        fields={"name": "Los jueves", "time_zone": "UTC"},
        reads=3,
    ),
    "person-edit": Address(CIRCLE_OWN, 302, {"name": "Anita"}, reads=5),
    "person-face": Address(
        CIRCLE_SCORE,
        302,
        {"emoji": "🦊", "chosen_colour": "3"},
        reads=4,
    ),
    "person-photo": Address(CIRCLE_OWN, 302, {"photo": PHOTO}, reads=7),
    "photo": Address(CIRCLE_WATCH, reads=3),
    "person-merge": Address(CIRCLE_OWN, 422, reads=5),
    "undo-person-merge": Address(CIRCLE_OWN, 302, reads=5),
    "person-erase": Address(CIRCLE_OWN, 302, {"name": "Ana"}, reads=5),
    "house-rules": Address(
        CIRCLE_SCORE,
        302,
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
        fields={"do": "remove"},
        reads=5,
    ),
    "circle-revoke": Address(CIRCLE_OWN, 302, reads=3),
    "merge": Address(CIRCLE_OWN, 422, reads=3),
    "undo-merge": Address(CIRCLE_OWN, 302, reads=6),
    "all-nights": Address(ALL, reads=5),
    "nights": Address(CIRCLE_WATCH, reads=4),
    "night-league": Address(CIRCLE_WATCH, reads=6),
    "night-league-csv": Address(CIRCLE_WATCH, reads=5),
    "night-set-up": Address(CIRCLE_OWN, 422, reads=4),
    "night-open": Address(ALL, INVALID),
    "night-desk": Address(CIRCLE_OWN, reads=11),
    "night-clock": Address(NOT_SO, where(CIRCLE_OWN, 302), fields={"minutes": "30"}),
    "night-end": Address(CIRCLE_OWN, 302, reads=7),
    "night-delete": Address(CIRCLE_OWN, 302, reads=3),
    "night-cut": Address(NOT_SO, where(CIRCLE_OWN, 302), fields={"by": "lot"}),
    "night-log": Address(CIRCLE_OWN, 409, fields={"entry": "0"}, reads=10),
    "night-check-in": Address(CIRCLE_OWN, 422, reads=6),
    "night-entrant": Address(
        CIRCLE_OWN,
        302,
        fields={"do": "left"},
        reads=7,
    ),
    "night-list": Address(CIRCLE_OWN, 422, reads=4),
    "night-plan": Address(CIRCLE_OWN, 302, reads=5),
    "night-seat": Address(CIRCLE_OWN, 422, reads=15),
    "night-table": Address(CIRCLE_OWN, 422, reads=11),
    "night-board": Address(where(CIRCLE_OWN, 302), reads=4),
    "night-aloud": Address(CIRCLE_OWN, reads=7),
    "night-hall": Address(CIRCLE_WATCH, reads=9),
    "night-version": Address(CIRCLE_WATCH, reads=1),
    "night-share": Address(CIRCLE_OWN, 302, reads=5),
    "night-emergency": Address(CIRCLE_OWN, reads=3),
    "night-me": Address(NOT_SO, where(CIRCLE_WATCH, 302), fields={"entrant": "1"}),
    "night-link": Address(ALL, LEADS_ON, reads=2),
    "night-csv": Address(CIRCLE_OWN, reads=7),
    "night-standings": Address(CIRCLE_WATCH, reads=8),
    "night-calendar": Address(CIRCLE_WATCH, reads=2),
    "night-print": Address(CIRCLE_OWN, reads=6),
    "night-slips": Address(CIRCLE_OWN, reads=7),
    "night-lists": Address(CIRCLE_OWN, reads=7),
    "night-cards": Address(CIRCLE_OWN, 302, fields={"tables": "2"}, reads=3),
    "night-money": Address(CIRCLE_OWN, 302, fields={"do": "paid 1"}, reads=7),
    "match-night": Address(WATCH, reads=7),
    "match-missing": Address(NOT_SO, where(SCORE, 409), {"do": "missing 1"}),
    "match-call": Address(NOT_SO, where(SCORE, 302)),
    "table-link": Address(ALL, LEADS_ON, reads=4),
    "phone": Address(KNOWN, 302, fields={"name": "Mío"}, reads=1),
    "paper-key": Address(KNOWN, 200, reads=2),
    "recover": Address(ALL, INVALID),
    "passkeys": Address(KNOWN, 422, reads=2),  # nothing is signed
    "recover-passkey": Address(NOT_SO, NOWHERE),  # a site without HTTPS
    "set_language": Address(LEADS_ON, LEADS_ON, writes=0),
    "forget": Address(
        KNOWN, 200, reads=7
    ),  # the last: it ends the cookie of its client
}
"""Every address by its name."""


def fields_of(name: str, match: Match) -> dict[str, Any]:
    """What a POST to the address sends."""
    fields = TABLE[name].fields or {}
    own = fields(match) if callable(fields) else fields
    return form_fields(match, **own) if routes()[name].startswith("m/") else own
