"""HEAD over the wire. `tests/scores/test_urls.py` asks it of every address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.site.test_settings import A_KEY
from tests.support.servers import ALONE, PATIENCE, Served, serving
from tests.support.wire import Phone

OF_ONE_ANSWER = {"Date", "X-Request-ID", "Transfer-Encoding"}
ZIPPED = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("head"), **ALONE, REENGANCHE_METRICS_TOKEN=A_KEY) as served:
        yield served
    assert (served.exit_code, "on a no-body response" in served.stderr) == (0, False)


@pytest.fixture(scope="module")
def watcher(app: Served) -> tuple[Phone, str]:
    """A phone that may only watch a match, and the match."""
    owner, watcher = Phone(app.port), Phone(app.port)
    match = owner.start("Ana", "Luis")
    watcher.post(re.search(r"/l/match/\w+/watch/[\w-]+/", owner.get(match).text)[0])
    return watcher, match


def answers(app: Served, path: str, headers: dict[str, str]) -> list[tuple[int, dict[str, str]]]:
    """Status and headers of GET, of HEAD, and of GET again, on one connection."""
    with closing(HTTPConnection("127.0.0.1", app.port, timeout=PATIENCE)) as wire:
        return [asked(wire, method, path, headers) for method in ("GET", "HEAD", "GET")]


def asked(
    wire: HTTPConnection, method: str, path: str, headers: dict[str, str]
) -> tuple[int, dict[str, str]]:
    wire.request(method, path, headers=headers)
    answer: HTTPResponse = wire.getresponse()
    answer.read()
    # Django makes each zipped page longer by a random number of bytes, so that its length gives nothing away.
    left_out = OF_ONE_ANSWER | ({"Content-Length"} if headers == ZIPPED else set())
    kept = {name: value for name, value in answer.headers.items() if name not in left_out}
    return answer.status, {
        name: re.sub("=.*", "", value) if name == "Set-Cookie" else value for name, value in kept.items()
    }


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/help/", 200),
        ("/help", 301),
        ("/nowhere/", 404),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/undo/", 404),
    ],
)
@pytest.mark.parametrize("headers", [{}, ZIPPED], ids=["plain", "zipped"])
def test_a_page_is_answered_with_the_same_status_and_headers(app, path, status, headers):
    [get, head, again] = answers(app, path, headers)
    assert (get[0], get, again) == (status, head, head)


def test_a_static_file_is_too(app):
    [get, head, again] = answers(app, app.static("django_htmx/htmx-2.min.js"), ZIPPED)
    assert (get[0], get, again) == (200, head, head)


def test_metrics_are_too(app):
    [get, head, _again] = answers(app, "/metrics", {"Authorization": f"Bearer {A_KEY}"})
    assert (get[0], get[1]["Content-Type"]) == (200, head[1]["Content-Type"])


@pytest.mark.parametrize("page", ["pulse", "big/pulse"])
def test_a_poll_is_too_with_and_without_news(app, watcher, page):
    phone, match = watcher
    address = f"{match}{page}/"
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items())}
    [get, head, again] = answers(app, address, cookies)
    assert (get[0], get, again) == (200, head, head)
    [get, head, again] = answers(app, address, {**cookies, "If-None-Match": get[1]["ETag"]})
    assert (get[0], get, again) == (304, head, head)


def test_an_address_says_that_it_allows_head(client, db):
    assert client.put("/help/")["Allow"] == "GET, HEAD"
