"""Security headers and cookies of responses."""

import re

from django.test import Client

from scores.core.access import grants
from scores.models import Role
from tests.scores.support.factories import start


def policy(header, between, after_the_name):
    return dict(part.split(after_the_name, 1) for part in header.split(between))


def test_pages_run_nothing_inline_and_load_nothing_from_elsewhere(client, db):
    headers = client.get("/").headers
    own = (
        "script-src",
        "style-src",
        "font-src",
        "connect-src",
        "form-action",
        "manifest-src",
        "worker-src",
    )
    assert policy(headers["Content-Security-Policy"], "; ", " ") == {
        **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
        **dict.fromkeys(own, "'self'"),
        "img-src": "'self' data:",
    }
    assert policy(headers["Permissions-Policy"], ", ", "=") == {
        **dict.fromkeys(
            ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
            "()",
        ),
        **dict.fromkeys(("magnetometer", "microphone", "midi", "payment", "usb"), "()"),
    }
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == (
        "DENY",
        "nosniff",
    )


def test_no_script_reads_a_cookie_and_no_foreign_page_sends_one(client, db):
    client.get("/new/")
    start(client, "Ana", "Luis")
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    cookies = client.cookies
    kept = {name: (one["httponly"], one["samesite"]) for name, one in cookies.items()}
    assert kept == dict.fromkeys(
        ("csrftoken", "phone", "django_language"), (True, "Lax")
    )
    ages = [cookies[name]["max-age"] for name in ("phone", "django_language")]
    assert (cookies["django_language"].value, ages) == ("en", [400 * 24 * 3600] * 2)


def test_the_csrf_cookie_is_sent_only_to_who_lacks_it(client, db):
    assert set(client.get("/new/").cookies) == {"csrftoken"}
    assert set(client.get("/new/").cookies) == set()
    client.cookies["csrftoken"] = "x"
    assert set(client.get("/new/").cookies) == {"csrftoken"}


def test_a_part_of_a_page_is_under_the_policies_of_its_page(client):
    answer = client.get("/", headers={"HX-Request": "true"})
    policies = {"Content-Security-Policy", "Permissions-Policy"}
    policies |= {"Referrer-Policy", "Cross-Origin-Opener-Policy"}
    assert not policies & set(answer.headers)


def test_no_browser_or_proxy_keeps_a_page_and_none_gives_it_to_another_phone(
    client, db
):
    for path in ("/", "/check/", "/help/", "/history/", "/m/nothing/", "/new/"):
        assert client.get(path).headers["Cache-Control"] == "private, no-store"
    for path in (
        "/",
        "/m/nothing/",
        "/check/picture.png",
        "/manifest.webmanifest",
        "/sw.js",
        "/i18n/setlang/",
    ):
        assert "Cookie" in client.get(path).headers["Vary"].split(", ")


def test_pages_are_sent_without_the_indentation_of_their_templates(client, db):
    for path in ("/", "/help/gin/", "/sw.js"):
        assert re.search(r"\n[ \t]", client.get(path).content.decode()) is None


def test_search_engines_are_given_the_first_page_alone(client, db):
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
    assert (
        client.get("/robots.txt").content
        == b"User-agent: *\n" + allowed + b"Disallow: /\n"
    )


def test_a_form_is_accepted_with_the_cookie_of_its_page_by_its_name_alone(settings, db):
    """The CSRF cookie of a public site."""
    settings.CSRF_COOKIE_NAME = "__Host-csrftoken"
    settings.CSRF_COOKIE_SECURE = True
    phone = Client(enforce_csrf_checks=True)
    origin = {"origin": "https://testserver", "referer": "https://testserver/"}

    def post(token):
        sent = {"language": "en", "next": "/", "csrfmiddlewaretoken": token}
        return phone.post(
            "/i18n/setlang/", sent, secure=True, headers=origin
        ).status_code

    phone.get("/new/", secure=True)
    token = phone.cookies["__Host-csrftoken"].value
    assert (post(token), post("")) == (302, 403)
    phone.cookies["csrftoken"] = "a" * 32
    assert post("a" * 32) == 403  # which another name of the domain could set
    phone.cookies["csrftoken"] = phone.cookies.pop("__Host-csrftoken").value
    assert post(token) == 403
