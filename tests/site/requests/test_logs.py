"""The token of a share link is never logged."""

import json
import logging
import os
import signal
import socket
import sys
from contextlib import closing
from urllib.parse import unquote

import pytest

from chinchon_site.logs import JsonLines, TextLines, without_tokens
from tests.support import extent
from tests.support.processor_time import seconds_of
from tests.support.servers import ALONE, UNLIMITED, serving
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until

TOKEN = "9CXwK3Bx0123456789abcd"
PERSON = "127.0.0.2"  # the address from which somebody asks; Linux only


def ways_to_write(link):
    """The address of a link as clients and mail programs bend it: some still work, others do not."""
    token = link.strip("/").split("/")[-1]
    double = [number for number, letter in enumerate(link) if letter == "/"]
    yield from (
        link,
        link.rstrip("/"),
        f"{link}?utm=a",
        f"{link}#a",
        f"{link}more/",
        link.replace("/", "//"),
    )
    yield from (link[:index] + "/" + link[index:] for index in double)
    for slash in ("%2f", "%252F", "%5c", "\\", "/./", "/%0a", ";/", "%c0%af"):
        yield "/" + link[1:].replace("/", slash)
        yield from (f"{link[:index]}{slash}{link[index + 1 :]}" for index in double[1:])
    for before in (
        "//evil.example",
        "/x/..",
        "/help",
        "/%2e%2e",
        "/L",
        "/static",
        "/m",
        "/en",
    ):
        yield before + link
    for written in (
        token[:5] + f"%{ord(token[5]):02x}" + token[6:],
        "".join(f"%{ord(a):x}" for a in token),
    ):
        yield from (
            link.replace(token, again)
            for again in (written, written.replace("%", "%25"))
        )
    yield from (
        f"/help/?next={link}",
        f"/{token}",
        f"/help/{token}/",
        f"http://localhost{link}",
        link.upper(),
        f"http://evil.example{link}",
        f"x:{link}?://",
        link.replace("/l/", "/l/x/"),
        f"{link}%zz%ff",
    )


def bent(link):
    """Requests that name the link, most of which are refused."""
    token = link.strip("/").split("/")[-1]
    host = "Host: localhost"
    for target in ways_to_write(link):
        yield f"GET {target} HTTP/1.1\r\n{host}"
    yield from (
        f"POST {link} HTTP/1.1\r\n{host}",
        f"PUT {link} HTTP/1.1\r\n{host}",
        f"GET {link} HTTP/9.9\r\n{host}",
        f"GET {link}\r\n{host}",
        f"get {link} HTTP/1.1\r\n{host}",
        f"{token} / HTTP/1.1\r\n{host}",
        f"GET / {token}\r\n{host}",
        f"GET {link}é HTTP/1.1\r\n{host}",
    )
    yield from (
        f"GET / HTTP/1.1\r\n{said}"
        for said in (
            f"{host}\r\nReferer {link}",
            f"{host}\r\n{token}\x00: a",
            f"{host}\r\nExpect: {link}",
            f"{host}\r\nTransfer-Encoding: {link}",
            f"{host}\r\nContent-Length: {token}",
            f"{host}\r\nX-Request-Id: {token}",
            f"Host: {token}.example",
        )
    )
    for said in (f"Referer: http://elsewhere.example{link}", f"Origin: http://{token}"):
        yield f"POST /new/ HTTP/1.1\r\n{host}\r\n{said}\r\nContent-Length: 0"


def unquoted(text):
    """The text without %-escapes, however often it was encoded."""
    while text != unquote(text):
        text = unquote(text)
    return text


def link_in_every_way(app):
    """Ask for the link of a match in every way; its token."""
    phone = Phone(app.port)
    link = phone.link(phone.start("Ana", "Luis"), "watch")
    for sent in bent(link):
        with closing(
            socket.create_connection(("127.0.0.1", app.port), 30, (PERSON, 0))
        ) as wire:
            wire.sendall(sent.encode() + b"\r\nConnection: close\r\n\r\n")
            assert wire.recv(12).startswith(b"HTTP/1.")
    return link.split("/")[-2]


@pytest.mark.long
def test_for_people_only_errors_are_logged_without_the_token_of_a_link_or_an_address(
    tmp_path,
):
    with serving(tmp_path, **ALONE, **UNLIMITED) as app:
        assert [
            Phone(app.port).get(path).status for path in ("/help/", "/nowhere/")
        ] == [200, 404]
        token = link_in_every_way(app)
    said = unquoted(app.stderr)
    assert [text in said for text in (token, PERSON, "nowhere", "/watch/…/")] == [
        False,
        False,
        False,
        True,
    ]


@extent.by_night("corners of operators")
def test_for_machines_each_request_is_one_line_and_says_no_token_and_no_cookie(
    tmp_path,
):
    with serving(tmp_path, **UNLIMITED, REENGANCHE_LOG="json") as app:
        paths = (
            f"/l/match/frnzh3b5px/own/{TOKEN}/?a=b",
            "/help/",
            "/healthz",
            "/readyz",
        )
        answers = [Phone(app.port, {"phone": "secret"}).get(path) for path in paths]
        worker = app.workers[0]
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: worker not in app.workers, "gunicorn notices")
        Phone(app.port).get("/healthz")
        token = link_in_every_way(app)
    lines = [json.loads(line) for line in app.stderr.splitlines()]
    assert [
        {key: line[key] for key in line if key not in ("time", "ms")}
        for line in lines[:2]
    ] == [
        {
            "level": "info",
            "logger": "chinchon_site.requests",
            "message": f"GET {path} {answer.status}",
            "request_id": answer.headers["X-Request-ID"],
            "method": "GET",
            "path": path,
            "view": view,
            "status": answer.status,
        }
        for path, view, answer in zip(
            ("/l/match/frnzh3b5px/own/…/", "/help/"),
            ("link", "help"),
            answers[:2],
            strict=True,
        )
    ]
    assert all(
        0 < line["ms"] < 60_000 and line["time"].endswith("+00:00")
        for line in lines[:2]
    )
    assert lines[2]["logger"] == "gunicorn.error"  # the worker that was killed
    said = unquoted(app.stderr)
    assert [text in said for text in (token, TOKEN, PERSON, "secret", "/l/match/")] == [
        *4 * [False],
        True,
    ]


def test_an_exception_that_names_a_link_is_printed_without_its_token():
    try:
        raise ValueError(
            f"GET /l//match%2fab/own/{TOKEN}/ in KeyError of a_function_of_a_long_name"
        )
    except ValueError:
        record = logging.LogRecord(
            "any", logging.ERROR, "", 0, "failed", (), sys.exc_info()
        )
    said = (
        "ValueError: GET /l//match%2fab/own/…/ in KeyError of a_function_of_a_long_name"
    )
    assert TextLines().format(record).splitlines()[-1] == said
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["exception"].splitlines()[-1]) == ("failed", said)


@pytest.mark.parametrize(
    "path", ["/" * 4000, "/l/a/a" + "/" * 4000, "%2f" * 1300], ids=lambda path: path[:6]
)
def test_a_path_of_slashes_is_searched_for_links_in_no_time(path):
    assert seconds_of(lambda: without_tokens(path)) < 0.02


def test_an_address_of_a_link_that_the_server_for_developers_logs_has_no_token():
    [handler] = [one for one in logging.getLogger("django.server").handlers if one.name]
    record = logging.LogRecord(
        "django.server",
        logging.INFO,
        "",
        0,
        '"GET /l/match/ab/own/%s/"',
        (TOKEN,),
        None,
    )
    assert (handler.filter(record), record.getMessage()) == (
        True,
        '"GET /l/match/ab/own/…/"',
    )


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
def test_the_proxys_name_for_a_request_is_kept_if_it_is_one(
    behind, said, is_kept, settings, client
):
    settings.BEHIND_PROXY = behind
    name = client.get("/healthz", headers={"X-Request-ID": said})["X-Request-ID"]
    assert (name == said, len(name)) == (is_kept, len(said) if is_kept else 32)
