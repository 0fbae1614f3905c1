"""The proxy of the offline tests leaves no connection open."""

import gc
import socket
import sys
from urllib.parse import urlsplit

from tests.support.line import line_to

TIMES = 50


def test_a_line_that_closes_while_phones_call_leaves_no_connection_open(monkeypatch):
    unclosed = []
    monkeypatch.setattr(sys, "unraisablehook", lambda warning: unclosed.append(str(warning.exc_value)))
    with socket.create_server(("127.0.0.1", 0)) as app:
        for _ in range(TIMES):
            with line_to(app.getsockname()[1]) as line:
                there = urlsplit(line.url)
                phones = [socket.create_connection((there.hostname, there.port)) for _ in range(3)]
            for phone in phones:
                phone.close()
        gc.collect()
    assert unclosed == []
