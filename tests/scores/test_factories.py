"""The factories write the same rows as the pages."""

from datetime import date

import pytest
from django.apps import apps
from django.test import Client

from scores.models import Circle, Match, Phone, Player, RightsLine
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


NAMES = ("Ana", "Ana", "Eva")
HANDS = (hand(0, 23, 7), nobody_closed(1, 2, 3), hand(3, 0, 12, closer=0))


def by_forms(**fields):
    phone = Client()
    match = start_by_form(phone, *NAMES, **fields)
    for one in HANDS:
        assert score(phone, match, one).status_code == 302


def by_factories(**fields):
    phone = Client()
    write(start(phone, *NAMES, **fields), *HANDS, phone=phone)


@pytest.mark.parametrize(
    "fields",
    [
        {"limit": "70", "rebuys": 0, "wild_cards": "as de oros", "save_as": "De casa"},
        {"preset": "chinchon-fournier", "stake": 100, "currency": "€"},
        {"dealer": "1", "deal_direction": "-1", "place": "Bar", "note": "Señas"},
        {"played_on": date(2026, 1, 2)},
    ],
)
def test_a_match_and_its_hands_are_those_of_the_forms(fields):
    found = []
    for write_match in (by_forms, by_factories):
        write_match(**fields)
        found.append(stored())
        for model in (Match, Player, Circle, Phone):
            model.objects.all().delete()
    assert found[0] == found[1]
    assert [len(found[0][table]) for table in ("Seat", "Entry")] == [3, 3]
