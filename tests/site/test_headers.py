from django.test import Client


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
