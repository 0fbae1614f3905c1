"""Requests must be in UTF-8. test_raw.py tests it on a running server."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from chinchon_site.middleware import in_utf_8

IN_A_FORM = "application/x-www-form-urlencoded"


def page(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [b"page"]


def status_of(content_type: str) -> str:
    statuses: list[str] = []
    in_utf_8(page)({"CONTENT_TYPE": content_type}, lambda status, headers: statuses.append(status))
    return statuses[0]


@pytest.mark.parametrize(
    "said", ["", "; charset=utf-8", "; charset=UTF-8", '; charset="utf-8"; a=b', "; charset=utf8"]
)
def test_a_request_in_utf_8_is_answered(said):
    assert status_of(IN_A_FORM + said) == "200 OK"


# Base64 is a codec, but none of text: Django failed on it before any middleware was asked.
@pytest.mark.parametrize("charset", ["base64", "rot13", "idna", "latin-1", "", "utf-16", '"utf-7"', "utf-8x"])
@pytest.mark.parametrize("key", ["charset", "Charset", "charset*"])
def test_a_request_in_anything_else_is_refused(charset, key):
    assert status_of(f"{IN_A_FORM}; {key}={charset}") == "400 Bad Request"


def test_a_request_without_a_body_says_nothing_of_letters_and_is_answered():
    assert b"".join(in_utf_8(page)({}, lambda status, headers: None)) == b"page"
