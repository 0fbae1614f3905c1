"""The token of a share link is never logged."""

import json
import logging
import os
import signal
import sys
import urllib.error
import urllib.request

import pytest
from django.test import Client

from chinchon_site.logs import JsonLines, WithoutTokens
from tests.support.servers import ALONE, Served, serving
from tests.tools.kill.patience import wait_until

TOKEN = "9CXwK3Bx0123456789abcd"


def test_the_token_of_a_link_refused_for_want_of_a_cookie_is_not_logged(tmp_path):
    with serving(tmp_path, **ALONE) as app:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{app.url}/l/circle/frnzh3b5px/own/{TOKEN}/", data=b"")
        refused.value.close()
    assert ("/l/circle/frnzh3b5px/own/…" in app.stderr, TOKEN in app.stderr) == (True, False)


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


def asked(app: Served, path: str, **headers: str) -> tuple[int, str]:
    """The status and the request id of a response."""
    try:
        with urllib.request.urlopen(urllib.request.Request(app.url + path, headers=headers)) as answer:
            return answer.status, answer.headers["X-Request-ID"]
    except urllib.error.HTTPError as refused:
        refused.close()
        return refused.code, refused.headers["X-Request-ID"]


def test_for_machines_each_request_is_one_line_and_says_no_token_and_no_cookie(tmp_path):
    with serving(tmp_path, **ALONE, REENGANCHE_LOG="json") as app:
        names = [
            asked(app, path, Cookie="phone=secret")
            for path in (f"/l/match/frnzh3b5px/own/{TOKEN}/?a=b", "/help/", "/healthz", "/readyz")
        ]
    lines = [json.loads(line) for line in app.stderr.splitlines()]
    assert [{key: line[key] for key in line if key not in ("time", "ms")} for line in lines] == [
        {
            "level": "info",
            "logger": "chinchon_site.requests",
            "message": f"GET {path} {status}",
            "request_id": name,
            "method": "GET",
            "path": path,
            "view": view,
            "status": status,
        }
        for (path, view), (status, name) in zip(
            (("/l/match/frnzh3b5px/own/…/", "link"), ("/help/", "help")), names[:2], strict=True
        )
    ]
    assert all(0 < line["ms"] < 60_000 and line["time"].endswith("+00:00") for line in lines)


@pytest.mark.long
def test_for_people_only_what_went_wrong_is_said(tmp_path):
    with serving(tmp_path, **ALONE) as app:
        assert [asked(app, path)[0] for path in ("/help/", "/nowhere/")] == [200, 404]
    assert app.stderr == ""


@pytest.mark.parametrize(
    ("behind", "said", "is_kept"),
    [
        (True, "0f8fad5b-d9cb-469f", True),
        (True, "short", False),
        (True, 'forged"} {"level', False),
        (True, "x" * 65, False),
        (False, "0f8fad5b-d9cb-469f", False),
    ],
)
def test_the_proxys_name_for_a_request_is_kept_if_it_is_one(behind, said, is_kept, settings, client: Client):
    settings.BEHIND_PROXY = behind
    name = client.get("/healthz", headers={"X-Request-ID": said})["X-Request-ID"]
    assert (name == said, len(name)) == (is_kept, len(said) if is_kept else 32)


def test_an_exception_is_told_without_the_token_in_it():
    try:
        raise ValueError(f"/l/match/ab/own/{TOKEN}/")
    except ValueError:
        record = logging.LogRecord("any", logging.ERROR, "", 0, "failed", (), sys.exc_info())
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["exception"].splitlines()[-1]) == (
        "failed",
        "ValueError: /l/match/ab/own/…/",
    )


@pytest.mark.long
def test_what_gunicorn_says_is_json_too(tmp_path):
    with serving(tmp_path, REENGANCHE_LOG="json") as app:
        asked(app, "/healthz")  # until there are workers
        worker = app.workers[0]
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: worker not in app.workers, "gunicorn notices")
        asked(app, "/healthz")
    assert [json.loads(line)["logger"] for line in app.stderr.splitlines()] == ["gunicorn.error"]
