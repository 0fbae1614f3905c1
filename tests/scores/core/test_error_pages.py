"""Error pages: what was typed is shown again after every failure."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.core import error_pages
from scores.core.access import phone_cookie
from scores.fields import hand_fields
from tests.rules.support.table import hand
from tests.scores.support.table import (
    address_of,
    form,
    lines,
    new_match,
    page_of,
    page_text,
    refusal,
    send_to,
)


def full_form(phone, match):
    """The form of a hand as a browser sends it, with names."""
    page = page_of(phone, match)
    return {**form(page, "Guardar").fields, **hand_fields(hand(0, 77))}


def shown(page):
    """The fields that the error page shows, with their values."""
    return re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.text)


def test_a_page_that_is_not_there_says_so_in_the_tables_words():
    page = Client().get("/nowhere/")
    assert "Aquí no hay nada" in refusal(page, 404)
    assert Client().post("/nowhere/").status_code == 404


@pytest.mark.parametrize("boundary", ["", "b" * 300, "\xff"])
def test_an_unreadable_form_is_no_reason_to_fail_where_something_else_is_wrong(
    boundary,
):
    sent = {"content_type": f"multipart/form-data; boundary={boundary}", "data": b"?"}
    guarded = Client(enforce_csrf_checks=True)
    elsewhere = guarded.post("/", **sent, headers={"host": "evil.example"})
    assert guarded.post("/nowhere/", **sent).status_code == 404
    assert elsewhere.status_code == 400


def test_a_hand_of_a_phone_that_lost_its_cookie_is_shown_back_as_it_was_typed(
    phone, match
):
    fields = full_form(phone, match)
    del phone.cookies[phone_cookie.COOKIE]
    page = phone.post(
        address_of("score-hand", match),
        {**fields, "csrfmiddlewaretoken": "secret"},
    )
    assert page.status_code == 404
    assert lines(match) == []
    assert "No se ha guardado" in page_text(page)
    assert "Luis 77" in page_text(page)
    hidden = ("secret", fields["client_key"], "called_", "seq")
    assert [word for word in hidden if word in page_text(page)] == []


def test_a_new_match_sent_without_cookies_is_shown_back_with_what_was_typed_in_it():
    guarded = Client(enforce_csrf_checks=True)
    fields = new_match(
        "Ana", "Luis", limit="80", rebuy_choice="ask", rebuys="", deal_direction="-1"
    )
    page = guarded.post(reverse("new-match"), {**fields, "do": "more", "circle": "abc"})
    assert "Permítelas" in refusal(page, 403)
    assert shown(page) == [
        ("Jugador 1", "Ana"),
        ("Jugador 2", "Luis"),
        ("Límite de puntos", "80"),
        ("Al pasarse", "se pregunta"),
    ]


def test_a_refused_line_to_read_aloud_is_one_sentence_and_no_second_board(phone, match):
    fields = full_form(phone, match)
    del phone.cookies[phone_cookie.COOKIE]
    headers = {"hx-request": "true", "hx-target": "line"}
    page = phone.post(address_of("preview", match), fields, headers=headers)
    assert "no tiene permiso" in refusal(page, 404)
    assert re.findall(r"<(\w+)", page.text) == ["p"]


def test_a_failure_of_ours_shows_the_hand_back_and_says_that_it_is_ours(
    phone, match, monkeypatch
):
    monkeypatch.setattr("django.db.models.query.QuerySet.bulk_create", None)
    fields = full_form(phone, match)
    phone.raise_request_exception = False
    page = send_to(phone, "score-hand", match, **fields)
    assert "Luis 77" in refusal(page, 500)
    assert lines(match) == []


def test_an_unknown_match_is_404_whatever_it_is_called(phone):
    for code in ("x", "a%00b", "ñ", "9" * 5_000, ".."):
        page = f"/m/{code}/"
        answers = [phone.get(page).status_code, phone.post(f"{page}hand/").status_code]
        assert (code, answers) == (code, [404, 404])


def test_a_body_that_is_no_form_is_refused(phone, match):
    address = address_of("score-hand", match)
    for body, kind, statuses in (
        (b"\xff\x00{]", "application/json", (422,)),
        (b"--x\r\n", "multipart/form-data; boundary=x", (400, 422)),
        (b"", "multipart/form-data", (422,)),
        (b"a=\xff%ff%00", "application/x-www-form-urlencoded", (422,)),
    ):
        assert phone.post(address, body, content_type=kind).status_code in statuses
    assert lines(match) == []


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (
            {
                "closer": "0",
                "close": "knock-3",
                "deadwood_1": "23",
                "called_0": "Ana",
                "called_1": "Luis",
            },
            [("Quién cerró", "Ana"), ("Cómo", "con carta suelta (3)"), ("Luis", "23")],
        ),
        (
            {"closer": "0", "opponent": "1", "called_1": "Luis"},
            [("Quién cerró", "0"), ("Contra quién", "Luis")],
        ),
        (
            {"closer": "nobody", "close": "gone"},
            [("Quién cerró", "Nadie cerró"), ("Cómo", "gone")],
        ),
        (
            {"table_1": "65", "deadwood_1": "12", "buys_1": "2", "called_1": "Luis"},
            [("Luis", "65 en la mesa"), ("Luis", "12"), ("Luis", "2 compras")],
        ),
        (  # a seat is counted from one where no name came along
            {
                "deadwood_1": "23",
                "melded_0": "on",
                "called_0": "Ana",
                "deadwood_x": "5",
                "close": "clean",
            },
            [("Jugador 2", "23"), ("Ana", "todo ligado"), ("Cómo", "con todo ligado")],
        ),
    ],
)
def test_what_is_shown_back_is_in_the_tables_words(match, sent, expected):
    assert shown(Client().post(f"/m/{match.code}/hand/", sent)) == expected


def test_a_hand_answers_with_its_board_or_with_what_was_wrong_and_the_next_line(
    phone, match
):
    asks = {"accept": "application/json, text/html;q=0.9", "hx-request": "true"}

    def send(**fields):
        typed_hand = {**hand_fields(hand(0, 3)), "seq": 0, **fields}
        return phone.post(address_of("score-hand", match), typed_hand, headers=asks)

    refused = send(client_key="k", deadwood_1="300")
    reasons = ["Luis no puede tener 300: como mucho 100."]
    assert refused.status_code == 422
    assert refused.json() == {"reasons": reasons, "line": 0}
    saved = send(client_key="k")
    assert saved.status_code == 200
    assert saved.headers["Content-Type"] == "text/html; charset=utf-8"
    late = send(client_key="other", deadwood_1="4")
    assert (late.status_code, late.json()["line"]) == (409, 1)
    assert late.json()["reasons"][0].startswith("Esto ya está apuntado.")


COOKIES = "acepte las cookies"
PROXY = "algo entre el teléfono y él"
ELSEWHERE = "no llegó desde una página de este sitio"


@pytest.mark.parametrize(
    ("headers", "why", "setting"),
    [
        ({}, COOKIES, ""),
        ({"origin": "null"}, PROXY, "Referrer-Policy: no-referrer"),
        (
            {"origin": "http://testserver:8443"},
            PROXY,
            "REENGANCHE_CSRF_ORIGINS=http://testserver:8443",
        ),
        ({"origin": "https://testserver"}, PROXY, "REENGANCHE_BEHIND_PROXY=1"),
        (
            {"origin": "https://mesa.example", "sec-fetch-site": "same-origin"},
            PROXY,
            "REENGANCHE_CSRF_ORIGINS=https://mesa.example",
        ),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, ELSEWHERE, "no-referrer"),
        (
            {"origin": "https://evil.example"},
            ELSEWHERE,
            "REENGANCHE_CSRF_ORIGINS=https://evil.example",
        ),
        ({"origin": "http://["}, PROXY, "Referrer-Policy: no-referrer"),
    ],
)
def test_a_refused_form_says_the_true_reason_and_the_log_the_setting(
    headers, why, setting, caplog, monkeypatch
):
    monkeypatch.setattr(error_pages, "_refused", set())
    phone = Client(enforce_csrf_checks=True)
    for _time in range(2):
        page = phone.post(reverse("new-match"), {"name_0": "Ana"}, headers=headers)
        said = [reason for reason in (COOKIES, PROXY, ELSEWHERE) if reason in page.text]
        assert (page.status_code, said) == (403, [why])
        assert ("Jugador 1", "Ana") in shown(page)
    lines = [text for text in caplog.messages if text.startswith("Refused a form")]
    assert [setting in line for line in lines] == [True] * bool(setting)
