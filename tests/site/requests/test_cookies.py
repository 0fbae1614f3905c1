"""The CSRF cookie of a public site."""

import pytest
from django.test import Client

CSRF, SECURE_CSRF = "csrftoken", "__Host-csrftoken"


@pytest.fixture
def phone(settings, db):
    settings.CSRF_COOKIE_NAME = SECURE_CSRF
    settings.CSRF_COOKIE_SECURE = True
    return Client(enforce_csrf_checks=True)


def post(phone: Client, **fields: str) -> int:
    sent = {"language": "en", "next": "/", **fields}
    origin = {"origin": "https://testserver", "referer": "https://testserver/"}
    return phone.post("/i18n/setlang/", sent, secure=True, headers=origin).status_code


def test_a_form_is_accepted_with_the_cookie_of_its_page(phone):
    phone.get("/new/", secure=True)
    token = phone.cookies[SECURE_CSRF].value
    assert (post(phone, csrfmiddlewaretoken=token), post(phone)) == (302, 403)


def test_a_page_that_was_open_before_the_upgrade_can_still_be_sent(phone):
    phone.get("/new/", secure=True)
    token = phone.cookies.pop(SECURE_CSRF).value
    phone.cookies[CSRF] = token
    assert post(phone, csrfmiddlewaretoken=token) == 302


def test_the_older_name_counts_only_where_there_is_no_cookie_of_the_new_one(phone):
    phone.get("/new/", secure=True)
    phone.cookies[CSRF] = "a" * 32
    assert post(phone, csrfmiddlewaretoken="a" * 32) == 403
