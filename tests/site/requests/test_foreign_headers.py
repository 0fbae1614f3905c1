"""No header that a client makes up changes an address, the scheme, or a board that others are shown."""

import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import csp
import django
import django_htmx
import gunicorn
import pytest
import whitenoise
from gunicorn.config import ForwarderHeaders, SecureSchemeHeader

from scores.management.commands.serve import own_addresses
from tests.site.test_settings import PUBLIC
from tests.support import extent
from tests.support.servers import ALONE, UNLIMITED, serving
from tests.support.wire import Phone

READERS = (csp, django, django_htmx, gunicorn, whitenoise)
VARIABLE = re.compile(
    r"""["'](?:HTTP_)?((?<=HTTP_)[A-Z_]+|(?:SCRIPT|PATH|REDIRECT|REMOTE|SERVER|RAW|PROXY)_[A-Z]+|HTTPS)["']"""
)
# What these say is for this client, and a board is not drawn from it: docs/design/caches-and-polling.md.
MEANT = re.compile("HOST|COOKIE|ACCEPT.*|IF_.*|CONNECTION|RANGE")
WELL_KNOWN = (
    "FORWARDED",
    "X_FORWARDED_HOST",
    "X_FORWARDED_PORT",
    "X_FORWARDED_PREFIX",
    "X_FORWARDED_SSL",
    "X_HTTP_METHOD_OVERRIDE",
    "X_ORIGINAL_URL",
    "X_REAL_IP",
    "X_REWRITE_URL",
    "X_SCRIPT_NAME",
)
VALUES = ("//evil.example", "/evil", "https", "198.51.100.7")
BY_PROXY = {  # what docs/SETTINGS.md lets the proxy say
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
    "X-Request-Id": "0f8fad5b-d9cb-469f",
}
OF_ONE_ANSWER = re.compile(
    r'value="(?:[A-Za-z0-9]{32}){1,2}"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
)
AT_ONCE = 40  # headers in one request


class Site(NamedTuple):
    scorer: Phone
    match: str


SITES = {
    "at home": ({}, {"Host": "localhost"}),
    "behind a proxy": (
        {**PUBLIC, "REENGANCHE_BEHIND_PROXY": "1"},
        {
            "Host": "mesa.example.org",
            "Referer": "https://mesa.example.org/",
            **BY_PROXY,
        },
    ),
}


@pytest.fixture(
    scope="module",
    params=[extent.night_param("site at home", "at home"), "behind a proxy"],
)
def site(request, tmp_path_factory):
    """The app with a match that has no hand yet, so that its board shows links and QR codes."""
    variables, headers = SITES[request.param]
    with serving(
        tmp_path_factory.mktemp("site"), **ALONE, **UNLIMITED, **variables
    ) as app:
        scorer = Phone(app.port, headers=headers)
        yield Site(scorer, scorer.start("Ana", "Luis"))


def asked(phone, target, made_up=None):
    answer = replace(phone, headers={**phone.headers, **(made_up or {})}).get(target)
    return replace(answer, text=OF_ONE_ANSWER.sub("", answer.text))


def made_up_names(site):
    """What the packages read from a request, and well-known headers, in each way to write a name."""
    sources = [
        file
        for package in READERS
        for file in Path(package.__file__).parent.rglob("*.py")
    ]
    read = {
        name
        for file in sources
        for name in VARIABLE.findall(file.read_text(errors="replace"))
    }
    read |= {*ForwarderHeaders.default.split(","), *SecureSchemeHeader.default}
    assert {"SCRIPT_NAME", "X_FORWARDED_HOST", "REMOTE_ADDR"} <= read
    named = {name.replace("-", "_") for name in (*read, *WELL_KNOWN)}
    plain = {name for name in named if not MEANT.fullmatch(name)}
    ways = [
        (name, name.replace("_", "-"), f"http_{name.lower()}", f"Http-{name.title()}")
        for name in plain
    ]
    return sorted(
        {way for each in ways for way in each}
        - {name.upper() for name in site.scorer.headers}
    )


def test_no_made_up_header_changes_an_address_or_what_a_board_shows(site):
    pages = [site.match, *(f"{site.match}{page}/" for page in ("pulse", "share"))]
    alone = {page: asked(site.scorer, page) for page in pages}
    assert {answer.status for answer in alone.values()} == {200}
    names = made_up_names(site)
    for value in VALUES:
        for start in range(0, len(names), AT_ONCE):
            sent = dict.fromkeys(names[start : start + AT_ONCE], value)
            for page, answer in alone.items():
                assert (asked(site.scorer, page, sent), sent) == (answer, sent)


def test_nobody_gets_another_board_after_such_requests(site):
    before = asked(site.scorer, site.match)
    asked(site.scorer, f"//evil.example{site.match}", {"SCRIPT_NAME": "//evil.example"})
    asked(
        site.scorer,
        f"x:https://evil.example{site.match}?://",
        {"SCRIPT_NAME": "https://evil.example"},
    )
    asked(site.scorer, f"http://evil.example{site.match}")
    assert asked(site.scorer, site.match) == before


def test_a_form_that_is_sent_with_made_up_headers_leads_to_the_same_page(site):
    made_up = dict.fromkeys(
        ("SCRIPT_NAME", "X-Forwarded-Host", "X-Script-Name"), "//evil.example"
    )
    sender = replace(site.scorer, headers={**site.scorer.headers, **made_up})
    assert (
        sender.post("/i18n/setlang/", language="es", next="/help/").location == "/help/"
    )


def test_a_public_site_answers_to_its_own_name_alone(site):
    if site.scorer.headers["Host"] == "mesa.example.org":
        for name in (*own_addresses(), socket.gethostname(), "localhost"):
            assert asked(site.scorer, "/", {"Host": name}).status == 400


@pytest.mark.parametrize(
    "target",
    ["http://evil.example/help/", "x:/help/://", "http:evil.example/?://", "*"],
)
def test_a_target_that_is_no_path_is_refused_as_its_host_may_not_be_the_headers(
    site, target
):
    assert asked(site.scorer, target).status == 400
