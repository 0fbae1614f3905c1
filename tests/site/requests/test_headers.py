"""Security headers and cookies of responses."""

import pytest
from django.test import Client

from scores.core.access import grants
from scores.models import Role
from tests.scores.support.factories import start


def policy(header: str, between: str, after_the_name: str) -> dict[str, str]:
    return dict(part.split(after_the_name, 1) for part in header.split(between))


def test_pages_run_nothing_inline_and_load_nothing_from_elsewhere(client: Client, db):
    headers = client.get("/").headers
    own = ("script-src", "style-src", "font-src", "connect-src", "form-action", "manifest-src", "worker-src")
    assert policy(headers["Content-Security-Policy"], "; ", " ") == {
        **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
        **dict.fromkeys(own, "'self'"),
        "img-src": "'self' data:",
    }
    assert policy(headers["Permissions-Policy"], ", ", "=") == {
        **dict.fromkeys(("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"), "()"),
        **dict.fromkeys(("magnetometer", "microphone", "midi", "payment", "usb"), "()"),
    }
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == ("DENY", "nosniff")


def test_no_script_reads_a_cookie_and_no_foreign_page_sends_one(client: Client, db):
    client.get("/new/")
    start(client, "Ana", "Luis")
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    kept = {name: (cookie["httponly"], cookie["samesite"]) for name, cookie in client.cookies.items()}
    assert kept == dict.fromkeys(("csrftoken", "phone", "django_language"), (True, "Lax"))
    language = client.cookies["django_language"]
    assert (language.value, language["max-age"]) == ("en", 400 * 24 * 3600)


def test_a_part_of_a_page_is_under_the_policies_of_its_page(client):
    answer = client.get("/", headers={"HX-Request": "true"})
    assert not {"Content-Security-Policy", "Permissions-Policy"} & set(answer.headers)


@pytest.mark.parametrize("path", ["/", "/check/", "/help/", "/history/", "/m/nothing/", "/new/"])
def test_no_browser_or_proxy_keeps_a_page_and_none_gives_it_to_another_phone(client: Client, db, path):
    headers = client.get(path).headers
    assert headers["Cache-Control"] == "private, no-store"
    assert "Cookie" in headers["Vary"].split(", ")


@pytest.mark.parametrize("path", ["/check/picture.png", "/manifest.webmanifest", "/sw.js", "/i18n/setlang/"])
def test_other_answers_are_for_one_phone_too(client: Client, db, path):
    assert "Cookie" in client.get(path).headers["Vary"].split(", ")


def test_search_engines_are_given_the_first_page_alone(client: Client, db):
    match = start(client, "Ana", "Luis")
    paths = (
        "/",
        "/help/",
        "/privacy/",
        "/nowhere/",
        match.get_absolute_url(),
        grants.link_path(match, Role.WATCH),
    )
    assert {path: client.get(path).headers.get("X-Robots-Tag") for path in paths} == {
        **dict.fromkeys(paths, "noindex"),
        "/": None,
    }
    allowed = b"Allow: /$\nAllow: /demo/picture.png\nAllow: /static/\n"
    assert client.get("/robots.txt").content == b"User-agent: *\n" + allowed + b"Disallow: /\n"
