"""The edition without a server (docs/STATIC.md): where it lies in each language, and what its pages are told.

`settings.HAS_SERVER` says which edition this is. Templates ask `without_server`, scripts `hasServer` of
static/js/dom.js, which reads the attribute that only these pages have.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, set_script_prefix
from django.utils import translation

from scores.core.languages import LANGUAGES, LOCALES

DRAWN = (
    "css/account.css",
    "css/archive.css",
    "css/big_board.css",
    "css/demo.css",
    "css/forecast.css",
    "css/group.css",
    "css/lists.css",
)
"""The files that pages drawn by its engine have besides those of a board."""
FILES = (
    *DRAWN,
    "js/forecast/shipped_hands.json",
    "js/phone/shared_file.js",
    "js/print.js",
    "vendor/qrcode-generator/qrcode.mjs",
    "js/without_server/circle_file.js",
    "js/without_server/codes.js",
    "js/without_server/copy.js",
    "js/without_server/documents.js",
    "js/without_server/edition.js",
    "js/without_server/hand_over.js",
    "js/without_server/history.js",
    "js/without_server/move_in.js",
)
"""What its pages load besides what works without a signal (`without_signal`)."""
HISTORY = (
    "account",
    "matches",
    "circle",
    "evening",
    "person",
    "import",
    "join",
    "share",
    "big",
    "demo",
    "forecast",
    "tell",
)
"""The addresses of pages that only its engine makes: of all matches (`phone.runtime.history`), to take
matches out and in (`phone.runtime.hand_over`), and to look at one (`phone.runtime.match_views`)."""
READ = (
    "help-game",
    "help-tips",
    "help-example",
    "help-example-hand",
    "guide",
    "guide-page",
)
"""Its pages that are only read."""
FRAMES = "frame-ancestors"  # the directive that only a header can have
ALWAYS_KEPT = ("no-signal", "home", "check", "help", "circles-document", "privacy")


def root_of(locale: str) -> str:
    """The address of the home page in a locale. That of the first is the root of the site."""
    folder = "" if locale == LOCALES[0] else f"{locale}/"
    return f"{settings.SITE_ROOT}{folder}"


@contextmanager
def at_edition(locale: str) -> Iterator[None]:
    """The language of a locale, and its addresses."""
    before = get_script_prefix()
    set_script_prefix(root_of(locale))
    try:
        with translation.override(locale):
            yield
    finally:
        set_script_prefix(before)


def roots() -> dict[str, str]:
    """The home page by what a browser asks for: a language, alone, with a country or with any other (`*`)."""
    tags = {language.code: root_of(language.locale) for language in LANGUAGES}
    countries = {
        f"{language.code}-{country}": root_of(locale)
        for language in LANGUAGES
        for country, locale in language.by_country.items()
    }
    return {**tags, **countries}


def policy() -> str:
    """The content security policy as a page can say it of itself: about frames only a header can."""
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    return "; ".join(
        f"{name} {' '.join(values)}"
        for name, values in directives.items()
        if name != FRAMES
    )


def headers() -> str:
    """What a host adds to its answers, in the form that Netlify and Cloudflare Pages read: what a page cannot
    say of itself.
    """
    ancestors = " ".join(settings.CONTENT_SECURITY_POLICY["DIRECTIVES"][FRAMES])
    return f"{settings.SITE_ROOT}*\n  Content-Security-Policy: {FRAMES} {ancestors}\n"


def context(request: HttpRequest) -> dict[str, Any]:
    """What templates are told. No form is sent to a server, so none has a token."""
    path = request.path.removeprefix(get_script_prefix())
    here = translation.get_language()[:2]
    return {
        "without_server": True,
        "csrf_token": "",
        "root": get_script_prefix(),
        "roots": json.dumps(roots()),
        "policy": policy(),
        "languages": [
            (language, f"{root_of(language.locale)}{path}")
            for language in LANGUAGES
            if language.code != here
        ],
    }
