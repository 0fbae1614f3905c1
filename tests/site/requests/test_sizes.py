"""Requests that are too large are refused early, and never with a 5xx."""

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve, reverse

from tests.scores.support.factories import start
from tests.scores.support.table import form_fields, lines, page_text


@pytest.fixture
def phone():
    return Client()


@pytest.fixture
def match(phone, db):
    return start(phone, "Ana", "Luis")


TOO_LARGE = {
    "a form of 3 MB": lambda phone, address, _fields: phone.post(
        address, f"closer={'9' * 3 * 2**20}", "text/plain"
    ),
    "a length of 5,000 digits": lambda phone, address, fields: phone.post(
        address, fields, CONTENT_LENGTH="9" * 5000
    ),
    "a file of 21 MB": lambda phone, address, fields: phone.post(
        address, {**fields, "file": SimpleUploadedFile("a.json", b"x" * 21 * 2**20)}
    ),
    "a text of 4 MB to be pasted": lambda phone, _address, _fields: phone.post(
        reverse("import"), {"text": "ñ" * 2**21}
    ),
}


@pytest.mark.parametrize("send", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_unread(send, phone, match):
    page = send(phone, reverse("score-hand", args=[match.code]), form_fields(match))
    assert (page.status_code, "demasiado grande" in page_text(page)) == (413, True)
    assert lines(match) == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param(
            "&".join(f"field_{n}=1" for n in range(1500)), 400, id="1,500 fields"
        ),
        pytest.param(
            f"closer=0&close=clean&deadwood_1={'9' * 100_000}",
            422,
            id="a number of 100,000 digits",
        ),
    ],
)
def test_a_form_of_too_much_is_the_phones_mistake(sent, status, phone, match):
    kind = "application/x-www-form-urlencoded"
    phone.raise_request_exception = False
    page = phone.post(reverse("score-hand", args=[match.code]), sent, kind)
    assert (page.status_code, lines(match)) == (status, [])


def forms_below(kind):
    for each in kind.__subclasses__():
        yield each
        yield from forms_below(each)


def test_every_field_for_words_has_a_longest_word():
    resolve("/")  # imports every view
    boundless = {
        (kind.__name__, name)
        for kind in forms_below(forms.Form)
        if kind.__module__.startswith("scores.")
        for name, field in kind.base_fields.items()
        if type(field) is forms.CharField and field.max_length is None
    }
    # Of a hand these are choices: what is none of them is refused, however long (test_hand_form).
    chosen = {("HandForm", "closer"), ("HandForm", "opponent"), ("HandForm", "close")}
    compared = {("PaperForm", "seen")}
    a_file = {("FileForm", "text")}  # as large as a request may be
    assert boundless == chosen | compared | a_file
