"""The health checks /healthz and /readyz."""

import pytest
from django.core.management import call_command
from django.test import Client

from tests.support.servers import free_port, manage


def probe(path):
    answer = Client().get(path)
    return answer.status_code, answer.content.decode()


def test_a_live_process_says_so_without_asking_the_database():
    assert probe("/healthz") == (200, "ok\n")  # without `db` a query would fail


def test_it_is_ready_once_the_database_answers_with_all_its_tables(
    db, django_assert_num_queries
):
    phone = Client()
    assert phone.get("/readyz").content == b"ok\n"
    with django_assert_num_queries(1):  # the tables were seen
        phone.get("/readyz")


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_while_migrations_are_missing():
    call_command("migrate", "scores", "0001", fake=True, verbosity=0)
    try:
        assert probe("/readyz") == (503, "migrations are missing\n")
    finally:
        call_command("migrate", "scores", fake=True, verbosity=0)
    assert probe("/readyz") == (200, "ok\n")


def test_without_its_database_it_lives_and_is_not_ready_and_says_no_password(tmp_path):
    nowhere = f"postgresql://ana:hush@127.0.0.1:{free_port()}/mesa"
    asked = """
from django.test import Client
for path in ("/healthz", "/readyz"):
    answer = Client().get(path, headers={"host": "10.0.0.7"})
    print(answer.status_code, answer.content.decode().strip())
"""
    shown = manage(
        tmp_path, "shell", "--verbosity=0", "-c", asked, DATABASE_URL=nowhere
    )
    assert shown.stdout.splitlines() == ["200 ok", "503 the database does not answer"]


def test_a_probe_need_speak_no_https_and_know_no_name(settings, db):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["mesa.example.org"]
    assert probe("/readyz") == (200, "ok\n")
