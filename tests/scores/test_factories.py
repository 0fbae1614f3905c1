"""The factories write the same rows as the pages."""

from datetime import date

import pytest
from django.apps import apps
from django.test import Client

from scores.models import Circle, Match, Player, RightsLine
from tests.rules.support.table import hand, nobody_closed
from tests.scores.support.factories import start, write
from tests.scores.support.table import score, start_by_form

CHANCE = {"id", "uid", "code", "client_key"}  # other ones each time
CLOCKS = {"at", "created_at", "granted_at", "happened_at", "written_at", "used_at"}


def stored():
    """Every row of every table, without random columns; keys are replaced by their position. Without the log
    of rights: it names the phone of the request, and a factory has none."""
    models = [
        model
        for model in apps.get_app_config("scores").get_models()
        if model != RightsLine
    ]
    return {
        model.__name__: [_told(row) for row in model.objects.order_by("pk")]
        for model in models
    }


def _told(row):
    fields = [
        field
        for field in row._meta.concrete_fields
        if field.name not in CHANCE | CLOCKS
    ]
    return {
        field.name: _position(getattr(row, field.name))
        if field.is_relation
        else field.value_from_object(row)
        for field in fields
    }


def _position(row):
    """The position of a row in its table."""
    return None if row is None else type(row).objects.filter(pk__lt=row.pk).count()


def both(one, other):
    """The rows stored by each of two functions, both starting with an empty database."""
    found = []
    for way in (one, other):
        way()
        found.append(stored())
        for model in (Match, Player, Circle):
            model.objects.all().delete()
        apps.get_model("scores.Phone").objects.all().delete()
    return found


@pytest.mark.parametrize(
    ("names", "fields"),
    [
        (("Ana", "Luis"), {}),
        (("Ana", "Ana", "Eva", *"BCDEFGH"), {"preset": "chinchon-fournier"}),
        (
            ("Ana", "Luis"),
            {"limit": "50", "rebuys": 0, "wild_cards": "as de oros", "stake": 100},
        ),
        (
            ("Ana", "Luis", "Eva"),
            {"dealer": "1", "deal_direction": "-1", "currency": "€"},
        ),
        (
            ("Ana", "Luis"),
            {"place": "Bar", "note": "Señas", "played_on": date(2026, 1, 2)},
        ),
        (("Ana", "Luis"), {"limit": 70, "save_as": "Las de la abuela"}),
    ],
)
def test_a_match_is_the_one_that_the_form_starts(names, fields):
    ways = both(
        lambda: start_by_form(Client(), *names, **fields),
        lambda: start(Client(), *names, **fields),
    )
    assert ways[0] == ways[1]
    assert len(ways[0]["Seat"]) == len(names)


def test_a_hand_is_the_one_that_the_form_saves():
    hands = (hand(0, 23, 7), nobody_closed(1, 2, 3), hand(3, 0, 12, closer=0))

    def by_form():
        phone = Client()
        match = start(phone, "Ana", "Luis", "Eva")
        for one in hands:
            assert score(phone, match, one).status_code == 302

    def by_factory():
        phone = Client()
        write(start(phone, "Ana", "Luis", "Eva"), *hands, phone=phone)

    ways = both(by_form, by_factory)
    assert ways[0] == ways[1]
    assert len(ways[0]["Entry"]) == 3
