"""Import through the pages; `test_export_pages.py` has export."""

import re
from dataclasses import replace
from io import StringIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scores.circle.accounts import account
from scores.circle.circles import people
from scores.models import Circle, KeptFile, Match, Role
from scores.transfer import importer, limits, views
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import (
    address_of,
    at_once,
    errors,
    form,
    page_at,
    page_text,
    real_transactions,
    refusal,
    tap,
    text_at,
)
from tests.scores.transfer.circles import (
    FILE,
    MATCHES,
    counts,
    empty_the_database,
    played,
    text,
    with_every_knob,
)
from tests.scores.transfer.test_round_trip import B, file_with


def look(phone, circle, content):
    """Upload a file and get the preview."""
    file = SimpleUploadedFile("x.jsonl", content.encode())
    return phone.post(address(circle), {"file": file, "text": ""})


def address(circle):
    return address_of("import-into", circle) if circle else reverse("import")


def known():
    phone = Client()
    start(phone, "Ana", "Luis")
    return phone


def short_file():
    """The file of a circle with one match."""
    circle = Circle.objects.create()
    played(circle, "Lola", "Pepe")
    return text(circle)


# Import


def test_a_file_is_looked_at_first_and_then_brought_in(phone, match):
    before = counts()
    page = look(phone, match.circle, FILE)
    assert page.status_code == 200
    assert counts() == before
    assert f"partidas nuevas {MATCHES}" in page_text(page)
    answer = tap(phone, page, "Traerlo")
    assert answer.url == match.circle.get_absolute_url()
    assert match.circle.matches.count() == 1 + MATCHES
    again = look(phone, match.circle, FILE)
    assert "Todo lo que hay en este archivo ya está aquí." in page_text(again)
    assert f"partidas que ya están {MATCHES}" in page_text(again)


def test_a_pasted_record_does_as_well(phone, match):
    record = page_at(phone, "record", match).text
    Match.objects.all().delete()
    page = phone.post(address(match.circle), {"text": record.replace("\n", "\r\n")})
    assert tap(phone, page, "Traerlo").status_code == 302
    brought = match.circle.matches.get(uid=match.uid)
    assert [seat.player.name for seat in brought.seats.all()] == ["Ana", "Luis", "Eva"]
    assert match.circle.players.count() == 3  # offered by their names


def test_a_circle_comes_to_a_phone_that_nobody_knows_once_however_often_it_is_tapped(
    phone,
):
    page = look(phone, None, FILE)
    assert "El grupo «La peña «=1+1» 🃏»" in page_text(page)
    taps = [tap(phone, page, "Traerlo").url for _ in range(2)]
    circle = Circle.objects.get()
    address = circle.get_absolute_url()
    assert taps == [address] * 2
    assert text(circle) == with_every_knob(FILE)
    assert circle.name == "La peña «=1+1» 🃏"
    assert phone.get(address).status_code == 200
    assert circle.grants.get().role == Role.OWN
    Circle.objects.update(name="Otro nombre")
    tap(phone, page, "Traerlo")
    assert Circle.objects.get().name == "Otro nombre"


@real_transactions
def test_two_taps_at_once_bring_it_in_once(phone):
    start(phone, "Ana", "Luis")
    circle = Circle.objects.get()
    page = look(phone, circle, FILE)

    def taps():
        return tap(phone, page, "Traerlo").status_code

    assert at_once(taps, taps) == [302, 302]
    assert circle.matches.count() == 1 + MATCHES


def test_what_is_wrong_is_said_with_its_path_and_nothing_changes(
    phone, match, monkeypatch
):
    before = counts()
    page = look(phone, match.circle, FILE.replace('"direction":1', '"direction":7', 1))
    line = 1 + FILE.partition('"direction":1')[0].count("\n")
    expected = f"No se ha cambiado nada. Ese número no puede ser. Línea {line}, $.match.direction"
    assert expected in refusal(page)
    page = look(
        phone, match.circle, '{"reenganche": 1, "<script>alert(1)</script>": 1}'
    )
    assert "&lt;script&gt;" in page.text
    for fields in ({}, {"text": " "}, {"file": SimpleUploadedFile("x", b"")}):
        page = phone.post(address(match.circle), fields)
        assert page.status_code == 422
        assert errors(page) == ["Falta el archivo, o está vacío."]
    monkeypatch.setattr(limits, "UPLOADED", 10_000)
    page = look(phone, match.circle, FILE)
    too_long = "El archivo pasa de 0 MB. Quien lleva el servidor puede traerlo."
    assert page.status_code == 422
    assert errors(page) == [too_long]
    assert counts() == before
    assert not KeptFile.objects.exists()


def test_names_from_a_file_are_shown_and_not_run(phone, match):
    evil = "<img src=x onerror=alert(1)>"
    there = Circle.objects.create(name=evil)
    played(there, evil, "</script>", note=evil, place=evil, rules_name=evil)
    for circle in (match.circle, None):
        assert evil not in look(phone, circle, text(there)).text


def test_behind_a_file_that_was_shared_with_others_the_next_one_is_asked_for(phone):
    answer = tap(phone, look(phone, None, short_file()), "Traerlo", more="yes")
    circle = Circle.objects.order_by("-pk")[0]
    assert answer.url == f"{address(circle)}?more"
    assert "El archivo anterior ya está en el grupo." in text_at(phone, answer.url)
    assert "El archivo anterior" not in text_at(phone, address(circle))


def test_a_share_that_no_service_worker_takes_leads_to_the_page_that_imports():
    phone = Client(enforce_csrf_checks=True)
    shared = {"file": SimpleUploadedFile("x.jsonl", FILE.encode())}
    answer = phone.post("/import/?shared", shared)
    assert answer.url == "/import/?shared"
    assert phone.post("/import/", shared).status_code == 403
    page = phone.get(answer.url).text
    assert '<form method="post" action="/import/" ' in page
    assert "accept=" not in page  # an iPhone would not offer a .jsonl


@pytest.fixture
def small_parts(monkeypatch):
    """A match of a file is a part, as with thousands of hands."""
    monkeypatch.setattr(limits, "PAGE", replace(limits.PAGE, part=200))


def parts(phone, page, button="Traerlo"):
    """Import a file part by part; return how many matches of it were there after each part but the last."""
    there = []
    page = tap(phone, page, button)
    while page.status_code == 200:
        there.append(int(re.search(r"Ya está\w* aquí (\d+)", page_text(page))[1]))
        page = tap(phone, page, "Traer las siguientes")
    assert page.status_code == 302
    return there


def test_who_is_who_is_offered_by_name_and_asked_once_and_no_two_are_one(
    phone, match, small_parts
):
    there = Circle.objects.create()
    for _ in range(2):
        played(there, "ana", "Paco", entries=(hand(0, 20),))
    page = look(phone, match.circle, text(there))
    shown = form(page, "Traerlo").fields
    ana, paco = (
        f"is_{there.players.get(name=name).uid.hex}" for name in ("ana", "Paco")
    )
    here = {player.name: player.uid.hex for player in match.circle.players.all()}
    assert shown[ana] == here["Ana"]
    assert shown[paco] == ""
    stranger = start(Client(), "Zoe", "Pepa").circle.players.first()
    assert tap(phone, page, "Traerlo", **{ana: stranger.uid.hex}).status_code == 422
    answer = tap(phone, page, "Traerlo", **{ana: here["Ana"], paco: here["Ana"]})
    assert "Dos personas del archivo no pueden ser aquí la misma." in refusal(answer)
    assert match.circle.matches.count() == 1
    page = tap(phone, answer, "Traerlo", **{ana: "", paco: here["Luis"]})
    assert parts(phone, page, "Traer las siguientes") == []  # asked once for both parts
    assert match.circle.players.get(name="Luis").seats.count() == 3
    names = match.circle.players.values_list("name", flat=True)
    assert sorted(names) == ["Ana", "Eva", "Luis", "ana"]


def test_a_long_file_comes_in_parts_each_of_them_once_and_is_then_the_same_circle(
    phone, small_parts
):
    page = look(phone, None, FILE)
    assert "El archivo trae más: es largo y se trae por partes." in page_text(page)
    tap(phone, page, "Traerlo")
    assert parts(phone, page) == [*range(1, MATCHES)]
    assert text(Circle.objects.get()) == with_every_knob(FILE)


def test_a_fault_in_a_later_part_is_said_when_it_comes_and_what_came_before_stays(
    phone, small_parts
):
    wrong = FILE.rpartition('"direction":1')
    page = look(phone, None, f'{wrong[0]}"direction":7{wrong[2]}')
    page = tap(phone, page, "Traerlo")
    while page.status_code == 200:
        page = tap(phone, page, "Traer las siguientes")
    assert "Ese número no puede ser." in refusal(page)
    # It is found with the part before it, because a part ends where the next match would be too much.
    assert Match.objects.count() == MATCHES - 2


def test_files_bring_no_more_payments_than_an_account_has_room_for(
    phone, match, monkeypatch
):
    monkeypatch.setattr(account, "MOST_FACTS", 1)
    circle = match.circle
    for status in (302, 302, 422):
        page = look(phone, circle, file_with({}).replace(B, str(uuid4())))
        assert tap(phone, page, "Traerlo").status_code == status
    assert circle.account_entries.count() == 2


def test_the_yes_has_to_come_within_the_hour_and_for_a_file_that_was_kept(phone, match):
    page = look(phone, match.circle, FILE)
    for token in ("", "x", "\0", "../../secrets:1:x", uuid4()):
        answer = phone.post(address(match.circle), {"kept": token, "key": uuid4()})
        assert (token, answer.status_code) == (token, 409)
    KeptFile.objects.update(kept_at=F("kept_at") - importer.STAGED_FOR)
    answer = tap(phone, page, "Traerlo")
    assert answer.status_code == 409
    assert match.circle.matches.count() == 1
    assert errors(answer) == ["Ha pasado demasiado tiempo: elige el archivo otra vez."]


def test_a_file_is_brought_in_only_by_the_phone_that_sent_it(phone, match):
    # a form of another site
    assert look(Client(enforce_csrf_checks=True), None, FILE).status_code == 403
    page = look(phone, None, FILE)
    assert tap(known(), page, "Traerlo").status_code == 409
    assert match.circle.matches.count() == 1
    assert tap(phone, page, "Traerlo").status_code == 302


def test_of_one_phone_and_of_strangers_few_files_are_kept_and_nobody_elses_make_room(
    phone, match
):
    file = short_file()
    of_one = [look(phone, None, file) for _ in range(importer.FILES_PER_PHONE + 1)]
    strangers = [
        look(Client(), None, file) for _ in range(importer.FILES_OF_STRANGERS + 1)
    ]
    assert KeptFile.objects.count() == len(of_one) + len(strangers) - 2
    for one, pages in ((phone, of_one), (Client(), strangers)):
        assert tap(one, pages[0], "Traerlo").status_code == 409
        assert tap(one, pages[-1], "Traerlo").status_code == 302


def test_all_files_together_have_so_much_room_and_the_oldest_make_it(monkeypatch):
    file = short_file()
    look(Client(), None, file)
    monkeypatch.setattr(importer, "TOTAL_BYTES", 2 * KeptFile.objects.get().size)
    phones = [known() for _ in range(3)]
    pages = [look(phone, None, file) for phone in phones]
    assert KeptFile.objects.count() == 2
    for phone, page, status in zip(phones, pages, (409, 302, 302), strict=True):
        assert tap(phone, page, "Traerlo").status_code == status


def test_no_more_persons_are_sent_back_than_the_page_asked_about(match):
    made_up = {f"is_{uuid4()}": "" for _person in range(3 * views.ASKED)}
    form = views.WhoForm.from_post(made_up, match.circle)
    assert len(form.there) == views.ASKED


def test_what_nobody_agreed_to_is_gone_with_the_next_file_or_the_purge(phone, match):
    for goes, left in (
        (lambda: look(Client(), None, FILE), 1),
        (lambda: call_command("purge", stdout=StringIO()), 0),
    ):
        look(phone, match.circle, FILE)
        KeptFile.objects.update(kept_at=F("kept_at") - importer.STAGED_FOR)
        goes()
        assert KeptFile.objects.count() == left


def test_a_second_file_finds_the_group_that_the_first_one_made_as_full_as_it_is(
    phone, monkeypatch
):
    monkeypatch.setattr(people, "MOST_MATCHES", 1)
    files = (short_file(), short_file())
    empty_the_database()
    first, second = (look(phone, None, file) for file in files)
    for _twice in range(2):
        assert tap(phone, first, "Traerlo").status_code == 302
    answer = tap(phone, second, "Traerlo", key=form(first, "Traerlo").fields["key"])
    assert str(people.FULL) in refusal(answer)
    assert Match.objects.count() == 1
