"""Club nights without requests, as the state before a test."""

import re

from django.template.loader import render_to_string
from django.test import Client

from rules.night import events
from rules.night.events import At, TableResult
from rules.night.presets import USUAL_NUMBERS, Format
from rules.night.stages import MatchOf
from scores.models import Match, Player
from scores.night import links
from scores.night.cards import table_cards
from scores.night.log import append, sheet_of
from scores.night.models import Night, Plan
from scores.night.seating.drafts import next_draft
from scores.night.seating.matches import publish
from scores.night.seen import SeenNight
from tests.rules.night.support.logs import stages_of
from tests.scores.support.table import hand, page_at, score, send_to
from tests.support.wire import hidden_fields

FOUR = ("Ana", "Luis", "Eva", "Paco")
EIGHT = (*FOUR, "Luz", "Leo", "Mar", "Sol")
THIRTEEN = (*EIGHT, "Pau", "Noa", "Ian", "Iris", "Max")


def open_night(
    circle, *names, preset=Format.EVERYBODY, final=None, stages=None, **plan
):
    """A night in which these people are here, «Ana + Eva» a pair; by default four, of whom nobody has paid
    the five euros."""
    usual = stages_of(preset, MatchOf(), USUAL_NUMBERS.get(preset, 0), final)
    money = {"fee": 500, "prizes": (60, 40), **plan}
    plan = Plan.of_stages(stages or usual, preset, **money)
    night = Night.objects.create(circle=circle, name="Noche", plan=plan.dump())
    come = [
        events.Entered(number, tuple(each.pk for each in players_named(circle, *who)))
        for number, who in enumerate((name.split(" + ") for name in names or FOUR), 1)
    ]
    append(night, None, lambda _night: come, "start")
    return night


def players_named(circle, *names):
    """The first of each name, because a merged circle may have two; who is missing is created."""
    new = set(names) - set(circle.players.values_list("name", flat=True))
    Player.objects.bulk_create(
        Player(circle=circle, name=name) for name in names if name in new
    )
    first = {player.name: player for player in circle.players.order_by("-pk")}
    return [first[name] for name in names]


def published(night):
    """The night after one more round was seated."""
    publish(night, None, next_draft(SeenNight.of(night), seed=1, steps=200))
    return night


def told(night, *made):
    append(night, None, lambda _night: made, f"told-{night.entries.count()}")
    return night


def write_lines(night, *lines):
    """The kind and the payload of each, in the log of the night whether it can read them or not."""
    for seq, (kind, payload) in enumerate(lines, night.entries.count()):
        row = {"kind": kind, "payload": payload, "client_key": f"line{seq}-0"}
        night.entries.create(seq=seq, **row)


def ended(night):
    return told(night, events.Ended())


def last_entry(night):
    return night.entries.count() - 1


def taken_back(night):
    """The night after its last entry was taken back."""
    return told(night, events.TakenBack(last_entry(night)))


def person(circle, name):
    return circle.players.get(name=name)


def persons(count):
    """The names of so many people."""
    return [f"Persona {number}" for number in range(count)]


def reported(night, *order, table=1, number=1, reason=""):
    """The night after the result of a table was entered by hand: the rank of each, as they sit; by default
    who sits first won, the next is second, and so on."""
    at = At(number, table)
    seats = sheet_of(night).seats_at(at)
    ranks = order or range(1, len(seats) + 1)
    result = TableResult(dict(zip(seats, ranks, strict=True)))
    return told(night, events.Reported(at, result, reason))


def all_reported(night, number=1):
    """The night after each table of a round has the usual result of `reported`."""
    for table in sheet_of(night).rounds[number - 1].tables:
        reported(night, table=table.number, number=number)
    return night


def seats_of(night):
    """Who sits at the first table of the first round."""
    return sheet_of(night).rounds[0].tables[0].seats


def played(night, number=1, table=1):
    """The match of a table in that round."""
    return Match.objects.get(
        sitting__table__night=night,
        sitting__round=number,
        sitting__table__number=table,
    )


def card(night, number=1):
    """The link of the card of a table."""
    return table_cards.link_path(
        night.tables.select_related("night").get(number=number)
    )


def scanned(night, client=None):
    """A phone that scanned the card of the first table."""
    table = client or Client()
    assert table.post(card(night)).status_code == 302
    return table


def writes(client, match):
    """Whether the phone may write the next hand of four players, which then it has."""
    now = Match.objects.get(pk=match.pk)
    return score(client, now, hand(0, 12, 9, 7)).status_code == 302


def link(night, role):
    """The link of the night for that role, as it is now."""
    return links.link_path(Night.objects.get(pk=night.pk), role)


def by_link(night, role, name=""):
    """A phone that came by that link of the night."""
    client = Client()
    assert client.post(link(night, role), {"name": name}).status_code == 302
    return client


# Pages


def send_to_table(phone, night, **fields):
    """POST these fields to the page of the first table of the first round."""
    return send_to(phone, "night-table", night, 1, 1, **fields)


def let_in(phone, night, name):
    """Somebody comes to the door and gives this name."""
    return send_to(phone, "night-check-in", night, do="new", q=name)


def set_clock(phone, night, do, number=1, minutes=30):
    """POST to the clock as the desk does in the round of that number."""
    return send_to(phone, "night-clock", night, do=do, round=number, minutes=minutes)


def publish_on_page(phone, night):
    """The phone publishes the draft of the next round, also where results are missing."""
    fields = hidden(page_at(phone, "night-seat", night))
    return send_to(phone, "night-seat", night, **fields | {"do": "publish anyway"})


def hidden(answer):
    """The fields that the forms of a page send along."""
    return hidden_fields(answer.text)


def lines_of(template, context, tag):
    """The texts of these elements of a part of a page of a night."""
    said = render_to_string(f"scores/night/{template}.html", context)
    elements = re.findall(f"<{tag}[^>]*>(.*?)</{tag}>", said, re.DOTALL)
    return [" ".join(element.split()) for element in elements]
