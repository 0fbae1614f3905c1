"""Create matches, phones and hands without requests, as the state before a test.

`test_factories` checks that the rows are the same as those written through the pages.
"""

from datetime import date
from functools import cache
from types import SimpleNamespace
from uuid import uuid4

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from rules.presets import RULESETS
from scores.circle.circles import people
from scores.core.access import grants, phone_cookie, rate_limits, rights
from scores.core.match_facts import MatchFacts
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Match, Phone, Player, Role
from scores.table.new_match import setup
from scores.table.new_match.setup import save_rules
from tests.scores.support.house_rules_form import HouseRulesForm

# Fields of the form that are not knobs, and the arguments of `start_match` that they become.
COLUMNS = {
    name: name for name in ("dealer", "currency", "place", "note", "played_on")
} | {"deal_direction": "direction"}


def start(phone, *names, preset="chinchon", circle="", save_as="", **fields):
    """Create the match that the form with these fields would create; knobs have the texts typed in the form.

    `circle` is a code, "new", or empty for the circle that the phone used last. For blank seats and saved
    rules use `start_by_form`.
    """
    columns = {COLUMNS[name]: fields.pop(name) for name in COLUMNS if name in fields}
    typed = tuple((knob, str(value)) for knob, value in fields.items())
    ruleset = _turned(preset, typed, len(names), get_language())
    ruleset = (
        ruleset.in_cents() if columns.get("currency") else ruleset.in_whole_units()
    )
    match = _started(phone, circle, ruleset, names, rules_name=save_as, **columns)
    if save_as:
        save_rules(match.circle, save_as, ruleset)
    return match


def _started(phone, circle, ruleset, names, **columns):
    known = holder(phone)
    if known is None or circle == "new":
        created = people._create_circle(known or new_phone(phone), uuid4())
        return seated(created, ruleset, names, **columns)
    return match_in(_chosen(known, circle), names, ruleset, **columns)


def match_in(circle, names, ruleset, *entries, **columns):
    """A match in this circle, of players of these names, with these entries."""
    match = setup.start_match(circle, uuid4(), facts(ruleset, **columns), names)
    write(match, *entries)
    return match


def facts(ruleset, dealer=0, direction=1, played_on=None, **texts):
    day = date.fromisoformat(played_on) if isinstance(played_on, str) else played_on
    return MatchFacts(ruleset, int(dealer), int(direction), day, texts)


@cache
def _turned(preset, typed, players, language):
    """The ruleset of typed knobs, as the form reads them: `limit=80`, `wild_cards="as de oros"`."""
    form = HouseRulesForm(dict(typed), preset=RULESETS[preset], players=players)
    assert {knob for knob, _text in typed} <= form.fields.keys(), typed
    assert form.is_valid(), form.errors
    ruleset = form.chosen_ruleset() if typed else RULESETS[preset]
    assert ruleset is not None, form.errors
    return ruleset


def seated(circle, ruleset, names, **columns):
    """Create a match with new players in `circle`."""
    players = [
        Player(circle=circle, name=name, colour=index % people.COLOURS)
        for index, name in enumerate(names)
    ]
    began = facts(ruleset, **columns)
    return setup._create_match(
        circle, uuid4(), began, Player.objects.bulk_create(players), timezone.now()
    )


def _chosen(phone, code):
    if code:
        return Circle.objects.get(code=code)
    request = SimpleNamespace(phone_uid=phone.uid)
    return people.circle_for_new_match(
        phone, rights.circles_with(request, Role.SCORE).first()
    )


# Phones


def new_phone(client):
    """Create a phone for this client and set its cookie."""
    phone = Phone.objects.create()
    client.cookies.update(cookies_of(phone))
    return phone


def cookies_of(phone):
    """What a browser is given for this phone."""
    answer = HttpResponse()
    phone_cookie._write_cookie(answer, phone.uid)
    return answer.cookies


def holder(client):
    """The phone of the client's cookie; None without one."""
    cookie = client.cookies.get(phone_cookie.COOKIE)
    uid = phone_cookie.phone_from_cookie(cookie.value) if cookie else None
    return Phone.objects.filter(uid=uid).first() if uid else None


def phone_with(role, match):
    """A new phone that accepted the link for `role`: of the circle for OWN, else of the match."""
    return phone_of(match.circle if role is Role.OWN else match, role)


def phone_of(thing, role=Role.WATCH):
    """A new phone that accepted this link."""
    client = Client()
    if role is not Role.NONE:
        with (
            transaction.atomic()
        ):  # as a request: PostgreSQL locks rows only in a transaction
            grants.accept_link(new_phone(client), thing, role)
    return client


def grow_up():
    """Let all phones be older than a day, so that each has limits of its own."""
    Phone.objects.update(created_at=timezone.now() - 2 * rate_limits.YOUNG)


# Entries


def write(match, *written, phone=None):
    """Append entries to the log of the match."""
    sheet = Sheet(match)
    by = holder(phone) if phone else None
    for entry in written:
        sheet = log.append(
            sheet, entry, seq=sheet.seq, client_key=uuid4().hex, phone=by
        )


def sheet_of(key, *log_of, players=3, **knobs):
    """The scoresheet of a match with these rules and entries."""
    circle = Circle.objects.create()
    grants.grant(Phone.objects.create(), circle, Role.OWN)
    names = ("Ana", "Luis", "Eva", "Paco", "Rosa", "Tere")[:players]
    match = match_in(circle, names, RULESETS[key].with_options(knobs), *log_of)
    return Sheet(Match.objects.get(pk=match.pk))
