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


def test_a_request_in_utf_8_or_without_a_body_is_answered():
    for said in ("", "; charset=utf-8", "; charset=UTF-8", '; charset="utf-8"; a=b', "; charset=utf8"):
        assert status_of(IN_A_FORM + said) == "200 OK"
    assert b"".join(in_utf_8(page)({}, lambda status, headers: None)) == b"page"


# Base64 is a codec, but none of text: Django failed on it before any middleware was asked.
@pytest.mark.parametrize("charset", ["base64", "rot13", "idna", "latin-1", "", "utf-16", '"utf-7"', "utf-8x"])
def test_a_request_in_anything_else_is_refused(charset):
    for key in ("charset", "Charset", "charset*"):
        assert status_of(f"{IN_A_FORM}; {key}={charset}") == "400 Bad Request"


# Base64 is a codec, but none of text: Django failed on it before any middleware was asked.
