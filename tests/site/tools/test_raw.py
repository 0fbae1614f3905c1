"""Malformed requests that no HTTP client would send: the server answers an error and goes on."""

from random import Random

from tests.support.servers import serving
from tests.support.wire import everything
from tests.tools.fuzz import raw

IN_BASE64 = b"POST /new/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n"
IN_BASE64 += b"Content-Type: multipart/form-data; boundary=x; charset=base64\r\n\r\n"


def test_whatever_bytes_come_over_the_wire_the_server_refuses_them_and_goes_on(
    tmp_path,
):
    with serving(tmp_path, **raw.SPARED) as app:
        assert everything(app.port, IN_BASE64).startswith(
            b"HTTP/1.1 400 Bad Request\r\n"
        )
        found = raw.faults(app, Random("1"), 100)
    assert (found, list(raw.complaints(app))) == ([], [])
