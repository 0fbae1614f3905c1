"""Requests must be in UTF-8."""

from chinchon_site.middleware import in_utf_8
from tests.support.wire import everything

IN_A_FORM = "application/x-www-form-urlencoded"


def page(environ, start_response):
    start_response("200 OK", [])
    return [b"page"]


def status_of(**environ):
    statuses = []
    in_utf_8(page)(environ, lambda status, headers: statuses.append(status))
    return statuses[0]


def test_a_request_in_utf_8_is_answered_and_one_in_anything_else_is_refused():
    assert status_of() == "200 OK"
    for said in ("", "; charset=utf-8", '; charset="UTF-8"; a=b', "; charset=utf8"):
        assert status_of(CONTENT_TYPE=IN_A_FORM + said) == "200 OK"
    # Base64 is a codec, but none of text: Django failed on it before any middleware was asked.
    for charset in ("base64", "idna", "latin-1", "", '"utf-7"', "utf-8x"):
        for key in ("charset", "Charset", "charset*"):
            assert (
                status_of(CONTENT_TYPE=f"{IN_A_FORM}; {key}={charset}")
                == "400 Bad Request"
            )


IN_BASE64 = b"POST /new/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n"
IN_BASE64 += b"Content-Type: multipart/form-data; boundary=x; charset=base64\r\n\r\n"


def test_a_running_server_refuses_it_too(app):
    assert everything(app.port, IN_BASE64).startswith(b"HTTP/1.1 400 Bad Request")
