"""The privacy page and the link to it."""

from django.test import Client
from django.urls import reverse

from tests.scores.support.table import page_text


def test_the_first_page_leads_to_what_is_stored(client: Client, db):
    assert f'href="{reverse("privacy")}"' in client.get("/").content.decode()


def test_what_is_stored_names_who_runs_the_site(client: Client, settings):
    settings.OPERATOR = "Peña Los Jueves <mesa@example.org>"
    assert "Lo lleva: Peña Los Jueves &lt;mesa@example.org&gt;" in page_text(client.get(reverse("privacy")))


def test_at_home_nobody_need_be_named(client: Client, settings):
    settings.OPERATOR = ""
    assert "quien ha puesto en marcha esta máquina" in page_text(client.get(reverse("privacy")))


def test_looking_at_what_is_stored_stores_nothing(client: Client):
    assert set(client.get(reverse("privacy")).cookies) <= {"csrftoken"}
