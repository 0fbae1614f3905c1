"""The hand to try: a real board that stores nothing."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scores.models import Circle, Entry, Match, Phone
from tests.scores.support.plain import plain
from tests.scores.support.table import form, page_text, tap

SAVE = "Guardar"


def tried(**fields):
    demo = reverse("demo")
    client = Client(enforce_csrf_checks=True)
    return page_text(tap(client, client.get(demo), SAVE, **fields))


HAND = {"closer": "2", "close": "clean", "deadwood_0": "12", "deadwood_1": "20"}


def test_every_visitor_tries_the_same_hand_added_by_the_rules_and_stored_nowhere():
    with CaptureQueriesContext(connection) as queries:
        for _visitor in range(2):
            page = Client().get(reverse("demo"))
            totals = [(plain(row.name), row.total) for row in page.context["rows"]]
            assert totals == [("Ana", "53"), ("Luis", "88"), ("Eva", "14")]
            assert "¿Quién cerró? Toca su nombre." in page_text(page)
            text = tried(**HAND)
            for words in ("Empezar la tuya", "Probar otra mano", "Luis +20 = 108"):
                assert words in text
    stored = [model.objects.count() for model in (Match, Entry, Phone, Circle)]
    assert [query["sql"] for query in queries] == []
    assert stored == [0] * 4
    assert "¡Gana Eva!" in tried(closer="2", close="chinchon")


def test_what_the_rules_refuse_is_said_and_kept():
    client = Client()
    page = tap(
        client,
        client.get(reverse("demo")),
        SAVE,
        closer="2",
        close="clean",
        deadwood_0="12",
    )
    assert page.status_code == 422
    assert form(page, SAVE).fields["deadwood_0"] == "12"
    assert "Luis" in page_text(page)
