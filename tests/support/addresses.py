"""Every address of the site, for all who walk them: what stands in it, and what each phone gets there.

An address missing from addresses.txt fails tests/scores/test_urls.py, and so does an entry whose address no
longer exists. A parameter without a value in `VALUES` is a KeyError.
"""

import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from scores.circle.circles import merging
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.fields import hand_fields
from scores.models import Circle, Claim, Grant, Phone, Player, Role
from scores.night import links
from scores.night.cards import table_cards
from scores.night.models import NightTable
from scores.transfer import exporter
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.nights import open_night, published
from tests.scores.support.photos import data_url, give_photo, picture
from tests.scores.support.table import form_fields

OF_A_ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")  # a parameter: its name


def patterns(above=None, front=""):
    """Name and route of every address; an address without a name has its route as name."""
    for pattern in get_resolver().url_patterns if above is None else above:
        route = front + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, route)
        else:
            yield pattern.name or route, route


def names():
    """The names of all addresses; a name that two addresses share is listed twice."""
    return [name for name, _route in patterns()]


@cache
def routes():
    return dict(patterns())


# What stands in an address


def match_to_walk(*names, **fields):
    """A match with what the addresses ask for: rules under a name, and a player who does not play."""
    seated = names or ("Ana", "Luis", "Eva")
    match = start(Client(), *seated, save_as="Las de la abuela", **fields)
    Player.objects.create(circle=match.circle, name="Anita")
    return match


def night_of(match):
    """A night of the circle that plays its first round."""
    return match.circle.nights.first() or published(
        open_night(match.circle, "Mar", "Sol", "Noa", "Leo")
    )


def _planned_night(match):
    night_of(match)
    match.circle.nights.update(starts_on="2026-07-03")
    return night_of(match).code


def _table_of(match):
    """Table 1 of that night."""
    return NightTable.objects.select_related("night").get(
        night=night_of(match), number=1
    )


def _at_night(match):
    """The match, which is put at that table."""
    _table_of(match).sittings.update(match=match)
    return match.code


def _somebody(thing):
    """The grant of another phone."""
    key = {grants.kind_of(thing): thing}
    other = Phone.objects.create()
    return Grant.objects.create(phone=other, role=Role.WATCH, **key).pk


def _claim(match):
    """Another phone that says it is held by Ana."""
    return Claim.objects.create(phone=Phone.objects.create(), player=_ana(match)).pk


def _merged(match):
    """A circle that was merged into the circle of the match."""
    other = Circle.objects.create()
    merging.merge(match.circle, other, {}, Phone.objects.create())
    return other.code


def _ana(match):
    """Who sits first, also if she was merged."""
    return match.seats.first().player


def _joined(match):
    """Another player merged into Ana."""
    target = _ana(match)
    if not target.merges_in_force:
        other = match.circle.players.get(name="Anita")
        merging.merge_players(target, other, Phone.objects.create())
    return target.merges_in_force[0].emptied.uid


LINKS = {  # by the front of the route
    "match": lambda match: grants.link_path(match, Role.WATCH),
    "<slug:kind>": lambda match: grants.link_path(match, Role.WATCH),
    "circle": lambda match: grants.link_path(match.circle, Role.WATCH),
    "night": lambda match: links.link_path(night_of(match), Role.WATCH),
    "place": lambda match: table_cards.link_path(_table_of(match)),
}
# By the name of the parameter, or of one address; `code` by the first letter of the route.
VALUES = {
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


def parts_of(name):
    """The names of the parameters of an address."""
    return OF_A_ROUTE.findall(routes()[name])


def key_in(known, part, name):
    """The key under which the value of that parameter stands in a table such as `VALUES`."""
    own = f"{part} of {name}"
    if own in known:
        return own
    return routes()[name][0] if part == "code" else part


def value_of(part, name, match):
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


def path_of(name, match):
    return reverse(name, args=[value_of(part, name, match) for part in parts_of(name)])


# What each phone gets there

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
MAY = {  # of `WHO`, in the words of addresses.txt
    "all": WHO,
    "known": WHO[1:],
    "watch": WHO[2:],
    "score": ("match own", *WHO[4:]),
    "own": ("match own", "circle own"),
    "circle-watch": WHO[3:],
    "circle-score": WHO[4:],
    "circle-own": WHO[5:],
}


class Address(NamedTuple):
    """The statuses of GET and POST for each of `WHO`, and the queries of both for the circle's owner."""

    get: tuple[int, ...]
    post: tuple[int, ...]
    sends: dict[str, str]
    reads: int
    writes: int | None = None


def _addresses():
    file = Path(__file__).with_suffix(".txt")
    for line in file.read_text(encoding="utf-8").splitlines():
        if said := line.partition("#")[0].split():
            name, may, *numbers = said
            sends = dict(parse_qsl(numbers.pop())) if "=" in said[-1] else {}
            get, post, *costs = map(int, numbers)
            answers = (_answers(may, status) for status in (get, post))
            yield name, Address(*answers, sends, *costs)


def _answers(may, status):
    is_for_all = status == HTTPStatus.METHOD_NOT_ALLOWED
    return tuple(status if is_for_all or who in MAY[may] else 404 for who in WHO)


TABLE = dict(_addresses())
"""Every address by its name."""


def _record(match):
    """The record of the match, to be previewed."""
    return {"text": exporter.record_of(Sheet(match))}


HAND = hand_fields(hand(0, 1, 2))
FIELDS = {
    "score-hand": HAND,
    "preview": HAND,
    "import-into": _record,
    "import": _record,
    "person-photo": {"photo": data_url(picture())},
}
"""What a form sends that is not in addresses.txt, nor in every form of a match."""


def fields_of(name, match):
    """What a POST to the address sends."""
    fields = FIELDS.get(name, TABLE[name].sends)
    own = fields(match) if callable(fields) else fields
    return form_fields(match, **own) if routes()[name].startswith("m/") else own
