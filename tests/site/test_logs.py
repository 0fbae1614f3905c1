"""Links that give rights never reach the log with their token."""

import logging
import urllib.error
import urllib.request

import pytest

from chinchon_site.logs import WithoutTokens
from tests.processes import serving

TOKEN = "9CXwK3Bx0123456789abcd"


def test_the_token_of_a_link_refused_for_want_of_a_cookie_is_not_logged(tmp_path):
    with serving(tmp_path) as app:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{app.url}/l/circle/frnzh3b5px/own/{TOKEN}/", data=b"")
        refused.value.close()
    assert ("/l/circle/frnzh3b5px/own/…" in app.complained, TOKEN in app.complained) == (True, False)


def test_whoever_logs_the_address_of_a_link_logs_no_token():
    record = logging.LogRecord(
        "any", logging.ERROR, "", 0, "Internal Server Error: %s", (f"/l/match/ab/score/{TOKEN}/?x",), None
    )
    WithoutTokens().filter(record)
    assert record.getMessage() == "Internal Server Error: /l/match/ab/score/…/?x"


def test_the_server_for_developers_logs_no_token_either():
    [handler] = [one for one in logging.getLogger("django.server").handlers if one.name]
    record = logging.LogRecord(
        "django.server", logging.INFO, "", 0, '"GET /l/match/ab/own/%s/"', (TOKEN,), None
    )
    assert (handler.filter(record), record.getMessage()) == (True, '"GET /l/match/ab/own/…/"')
