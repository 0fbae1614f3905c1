"""Accents in one form (NFC): where names enter, and what older versions stored."""

from importlib import import_module

from django.db import connection
from django.test import Client

from rules.presets import CHINCHON
from scores.circle.circles.people import persons_named
from scores.models import Circle, HouseRules, Phone, Player
from tests.rules.support.table import hand
from tests.scores.support.factories import start, write
from tests.scores.support.old_models import models_of_1_0
from tests.scores.support.table import (
    rename,
    start_by_form,
    text_on,
)

migration = import_module("scores.migrations.0031_write_accents_in_one_form")
COMPOSED = "José"
DECOMPOSED = "Jose\u0301"
SINGLETON = "\u0958"  # becomes two letters, and only two


def migrate():
    migration.compose(models_of_1_0(), connection.schema_editor())


def names(circle):
    return [player.name for player in circle.players.order_by("pk")]


def test_whoever_types_an_accent_as_two_letters_is_the_same_person(phone):
    start_by_form(phone, COMPOSED, "Ana")
    match = start_by_form(phone, DECOMPOSED, "Ana", note="El cafe\u0301")
    assert Player.objects.filter(name=COMPOSED).count() == Player.objects.count() - 1
    assert match.note == "El café"


def test_a_letter_that_becomes_two_does_not_burst_the_name():
    match = start_by_form(Client(), SINGLETON * 40, "Ana")
    assert [len(player.name) for player in match.circle.players.all()] == [40, 3]


def test_two_who_come_to_look_alike_are_still_two():
    circle = Circle.objects.create(name="Pen\u0303a")
    people = [
        COMPOSED,
        DECOMPOSED,
        "JOSE\u0301",
        "Eva",
        "E\u0301va",
        "Jose\u0301 (2)",
        SINGLETON * 40,
        "x" * 36 + DECOMPOSED[-2:],
    ]
    for name in people:
        Player.objects.create(circle=circle, name=name)
    match = start(Client(), "Ana", "Luis", place="Cafe\u0301")
    HouseRules.objects.create(
        circle=circle, name="Las de Jose\u0301", ruleset=CHINCHON.dump()
    )
    HouseRules.objects.create(
        circle=circle, name="Las de José", ruleset=CHINCHON.dump()
    )
    Phone.objects.create(name=DECOMPOSED)
    migrate()
    circle.refresh_from_db()
    match.refresh_from_db()
    told_apart = [
        COMPOSED,
        "José (2)",
        "José (2)",
        "Eva",
        "Éva",
        "José (2) (2)",
        SINGLETON * 40,
        "x" * 36 + "é",
    ]
    assert names(circle) == told_apart
    assert circle.name == "Peña"
    assert match.place == "Café"
    assert [rules.name for rules in circle.house_rules.order_by("pk")] == [
        "Las de José (2)",
        "Las de José",
    ]
    assert [player.name for player in persons_named(circle, DECOMPOSED)] == [COMPOSED]
    assert Phone.objects.filter(name=COMPOSED).exists()
    migrate()
    assert names(circle) == told_apart


def test_a_log_that_names_somebody_in_the_other_form_is_still_read(phone):
    match = start(phone, "Ana", COMPOSED)
    write(match, hand(0, 5))
    rename(COMPOSED, DECOMPOSED)
    migrate()
    assert COMPOSED in text_on(phone, "match", match)
