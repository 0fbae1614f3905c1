"""No header that a client makes up changes an address, the scheme, or a board that others are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import csp
import django
import django_htmx
import gunicorn
import pytest
import whitenoise
from gunicorn.config import ForwarderHeaders, SecureSchemeHeader

from tests.site.test_settings import PUBLIC
from tests.support import extent
from tests.support.servers import ALONE, PATIENCE, serving
from tests.tools.fuzz.raw import SPARED

READERS = (csp, django, django_htmx, gunicorn, whitenoise)
VARIABLE = re.compile(
    r"""["'](?:HTTP_)?((?<=HTTP_)[A-Z_]+|(?:SCRIPT|PATH|REDIRECT|REMOTE|SERVER|RAW|PROXY)_[A-Z]+|HTTPS)["']"""
)
# What these say is for this client, and a board is not drawn from it: docs/design/caches-and-polling.md.
MEANT = re.compile("HOST|COOKIE|ACCEPT.*|IF_.*|CONNECTION|RANGE")
WELL_KNOWN = (
    "Base-Url",
    "Destination",
    "Forwarded",
    "Front-End-Https",
    "Origin",
    "Path-Info",
    "Remote-Addr",
    "True-Client-Ip",
    "Upgrade-Insecure-Requests",
    "Via",
    "X-Client-Ip",
    "X-Forwarded",
    "X-Forwarded-By",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Path",
    "X-Forwarded-Port",
    "X-Forwarded-Prefix",
    "X-Forwarded-Proto",
    "X-Forwarded-Protocol",
    "X-Forwarded-Scheme",
    "X-Forwarded-Server",
    "X-Forwarded-Ssl",
    "X-Forwarded-Uri",
    "X-Host",
    "X-Http-Method-Override",
    "X-Original-Host",
    "X-Original-Url",
    "X-Real-Ip",
    "X-Request-Id",
    "X-Rewrite-Url",
    "X-Scheme",
    "X-Script-Name",
    "X-Url-Scheme",
)
VALUES = (
    "http://evil.example",
    "//evil.example",
    "evil.example",
    "/m",
    "/evil",
    "https",
    "ssl",
    "on",
    "198.51.100.7",
    "for=198.51.100.7;proto=https;host=evil.example",
)
BY_PROXY = {  # what docs/SETTINGS.md lets the proxy say
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
    "X-Request-Id": "0f8fad5b-d9cb-469f",
}
OF_ONE_ANSWER = re.compile(r'value="(?:[A-Za-z0-9]{32}){1,2}"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
AT_ONCE = 40  # headers in one request


@dataclass(frozen=True)
class Answer:
    """What must not differ."""

    status: int
    location: str
    policy: str
    body: str


@dataclass
class Browser:
    """A client that sends any target and any headers."""

    port: int
    headers: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, target: str, more: Any = (), **fields: object) -> Answer:
        form = urlencode(fields).encode()
        own = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form:
            own |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(form))}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as wire:
            wire.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            for name, value in (*{**self.headers, **own}.items(), *more):
                wire.putheader(name, value)
            wire.endheaders(form)
            return self._read(wire.getresponse())

    def _read(self, answer: HTTPResponse) -> Answer:
        body = OF_ONE_ANSWER.sub("", answer.read().decode())
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _is, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        policy = answer.headers.get("Content-Security-Policy", "")
        return Answer(answer.status, answer.headers.get("Location", ""), policy, body)

    def post(self, path: str, **fields: object) -> Answer:
        self.ask("GET", "/new/")
        token = next(value for name, value in self.cookies.items() if name.endswith("csrftoken"))
        return self.ask("POST", path, csrfmiddlewaretoken=token, **fields)


@dataclass(frozen=True)
class Site:
    scorer: Browser
    match: str

    @property
    def pages(self) -> tuple[str, ...]:
        return ("/", "/help", self.match, *(f"{self.match}{page}/" for page in ("pulse", "share", "tell")))


SITES = {
    "at home": ({}, {"Host": "localhost"}),
    "behind a proxy": (
        {**PUBLIC, "REENGANCHE_BEHIND_PROXY": "1"},
        {"Host": "mesa.example.org", "Referer": "https://mesa.example.org/", **BY_PROXY},
    ),
}


@pytest.fixture(scope="module", params=SITES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app with a match that has no hand yet, so that its board shows links and QR codes."""
    variables, headers = SITES[request.param]
    with serving(tmp_path_factory.mktemp("site"), **ALONE, **SPARED, **variables) as app:
        scorer = Browser(app.port, headers)
        seated = {f"name_{place}": name for place, name in enumerate(("Ana", "Luis"))}
        started = scorer.post(
            "/new/", uid=uuid4(), preset="chinchon", dealer=0, places=4, limit=101, **seated
        )
        yield Site(scorer, started.location)


def made_up_names(site: Site) -> list[str]:
    """What the packages read from a request, and well-known headers, in each way to write a name."""
    sources = [file for package in READERS for file in Path(package.__file__).parent.rglob("*.py")]
    read = {name for file in sources for name in VARIABLE.findall(file.read_text(errors="replace"))}
    read |= {*ForwarderHeaders.default.split(","), *SecureSchemeHeader.default}
    assert {"SCRIPT_NAME", "X_FORWARDED_HOST", "REMOTE_ADDR"} <= read
    read |= {name.upper() for name in WELL_KNOWN}
    plain = {name.replace("-", "_") for name in read if not MEANT.fullmatch(name)}
    written = {
        way
        for name in plain
        for way in (
            name,
            name.lower(),
            name.replace("_", "-"),
            f"http_{name.lower()}",
            f"Http-{name.title()}",
        )
    }
    return sorted(written - {name.upper() for name in site.scorer.headers})


@pytest.mark.long
def test_no_made_up_header_changes_an_address_or_what_a_board_shows(site):
    pages = {page: site.scorer.ask("GET", page) for page in site.pages}
    assert {answer.status for answer in pages.values()} == {200, 301}
    names = made_up_names(site)
    for value in VALUES:
        for start in range(0, len(names), AT_ONCE):
            sent = [(name, value) for name in names[start : start + AT_ONCE]]
            for page, alone in pages.items():
                assert (site.scorer.ask("GET", page, sent), sent) == (alone, sent)


@extent.by_night("trouble")
@pytest.mark.long
def test_no_single_made_up_header_changes_a_board(site):
    page = f"{site.match}pulse/"
    alone = site.scorer.ask("GET", page)
    changed = {
        (name, value)
        for name in made_up_names(site)
        for value in VALUES
        if name.isupper() and site.scorer.ask("GET", page, [(name, value)]) != alone
    }
    assert changed == set()


def test_nobody_gets_another_board_after_such_requests(site):
    before = site.scorer.ask("GET", site.match)
    site.scorer.ask("GET", f"//evil.example{site.match}", [("SCRIPT_NAME", "//evil.example")])
    site.scorer.ask(
        "GET", f"x:https://evil.example{site.match}?://", [("SCRIPT_NAME", "https://evil.example")]
    )
    site.scorer.ask("GET", f"http://evil.example{site.match}")
    assert site.scorer.ask("GET", site.match) == before


def test_a_form_that_is_sent_with_made_up_headers_leads_to_the_same_page(site):
    sent = [(name, "//evil.example") for name in ("SCRIPT_NAME", "X-Forwarded-Host", "X-Script-Name")]
    alone = site.scorer.post("/i18n/setlang/", language="es", next="/help/")
    token = next(value for name, value in site.scorer.cookies.items() if name.endswith("csrftoken"))
    fields = {"csrfmiddlewaretoken": token, "language": "es", "next": "/help/"}
    assert site.scorer.ask("POST", "/i18n/setlang/", sent, **fields) == alone


def test_a_target_that_names_a_host_counts_instead_of_the_header_host(site):
    """RFC 9112, 3.2.2."""
    host = site.scorer.headers["Host"]
    alone = site.scorer.ask("GET", site.match)
    other = replace(site.scorer, headers={**site.scorer.headers, "Host": "evil.example"})
    assert other.ask("GET", f"http://{host}{site.match}") == alone
    assert site.scorer.ask("GET", f"http://evil.example{site.match}").status == 400


@pytest.mark.parametrize(
    "target",
    [
        "x:/help/://",
        "x:https://evil.example/help/",
        "http:evil.example/help/?://",
        "ftp://localhost/",
        "http://localhost@evil.example/",
    ],
)
def test_a_target_that_is_neither_a_path_nor_an_address_of_the_web_is_refused(site, target):
    assert Browser(site.scorer.port, site.scorer.headers).ask("GET", target).status == 400
