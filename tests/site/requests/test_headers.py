"""Security headers and cookies of responses."""

import pytest
from django.test import Client

from scores.core.access import grants
from scores.models import Role
from tests.scores.support.factories import start


def policy(answer) -> dict[str, str]:
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


def test_pages_run_nothing_inline_and_load_nothing_from_elsewhere(client: Client, db):
    assert policy(client.get("/")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_addresses_do_not_leave_the_site_in_the_referrer(client: Client, db):
    assert client.get("/").headers["Referrer-Policy"] == "same-origin"


def test_a_chosen_language_is_kept_for_400_days(client: Client, db):
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("en", 400 * 24 * 3600, "Lax")


def test_a_page_asks_for_no_camera_or_place(client: Client, db):
    asked = dict(part.split("=") for part in client.get("/").headers["Permissions-Policy"].split(", "))
    assert asked == {
        **dict.fromkeys(("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"), "()"),
        **dict.fromkeys(("magnetometer", "microphone", "midi", "payment", "usb"), "()"),
    }


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


def test_other_windows_and_frames_have_no_hold_of_a_page(client: Client, db):
    headers = client.get("/").headers
    assert [
        headers[name] for name in ("Cross-Origin-Opener-Policy", "X-Frame-Options", "X-Content-Type-Options")
    ] == [
        "same-origin",
        "DENY",
        "nosniff",
    ]


def test_no_script_reads_a_cookie_and_no_foreign_page_sends_one(client: Client, db):
    client.get("/new/")
    start(client, "Ana", "Luis")
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    kept = {name: (cookie["httponly"], cookie["samesite"]) for name, cookie in client.cookies.items()}
    assert kept == dict.fromkeys(("csrftoken", "phone", "django_language"), (True, "Lax"))


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
