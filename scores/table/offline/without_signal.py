"""What works without a signal: a table of addresses, for the server, the worker and the scripts.

What PAGES says of an address decides which pages a browser keeps (`OfflineMiddleware`), which of them it gets
behind the first one, and which pages the engine in the phone makes (static/js/offline/match_pages.js).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import get_resolver, get_script_prefix, reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.presets import RULESETS
from scores.core import folders
from scores.core.languages import LOCALES
from scores.table.board.document import STATIC_FILES
from scores.table.offline import without_server

Text: TypeAlias = str | Promise

# The files of a board, cached at installation. Other files are cached when a page first loads them.
FILES = (
    "css/app.css",
    "django_htmx/htmx-2.min.js",
    "js/dom.js",
    "js/sound.js",
    "js/board/stay_awake.js",
    "js/board/polling.js",
    "js/board/signals.js",
    "js/hand_entry/draft.js",
    "js/hand_entry/hand_form.js",
    "js/hand_entry/keypad.js",
    "js/sync/older_lines.js",
    "js/sync/session.js",
    "js/sync/store.js",
    "js/sync/transport.js",
    "js/offline/connection.js",
    "js/offline/strip.js",
    "js/offline/waiting_hands.js",
)
# The engine of phones (static/js/phone/) and what its pages load, cached once a page has loaded it.
ENGINE = (
    "vendor/micropython/micropython.mjs",
    "vendor/micropython/micropython.wasm",
    "js/phone/download.js",
    "js/phone/engine.js",
    "js/phone/engine_worker.js",
    "js/phone/install.js",
    "js/phone/switches.js",
    "js/board/celebrate.js",
    "js/board/follow.js",
    "js/board/live_board.js",
    "js/board/spoken.js",
    "js/board/switches.js",
    "js/board/voice.js",
    "js/offline/match_pages.js",
    "js/offline/needs_signal.js",
    "js/offline/no_signal_page.js",
    "js/offline/storage.js",
    "js/new_match/seldom.js",
    "js/new_match/start_offline.js",
    "js/checker/card_picker.js",
    "js/checker/in_phone.js",
    "js/sharing/letters.js",
    "js/sharing/share.js",
    "js/hand_entry/listen.js",
    "css/checker.css",
    "css/demo.css",
    "css/lists.css",
    "js/phone/engine.json",
    "js/phone/languages.js",
    *(f"js/phone/language_{code}.json" for code in LOCALES),
    *STATIC_FILES,
)

LINKS = _("Los enlaces, el código QR y los teléfonos necesitan señal.")
DRAW = _("El sorteo de sitios necesita señal.")
PAPER = _(
    "La hoja de papel necesita señal; las manos se apuntan en el marcador sin ella."
)
RESULT = _("El resultado para compartir y los días necesitan señal.")
ACCOUNT = _("Las cuentas del grupo necesitan señal.")
NIGHT = _("Sentar, apuntar y corregir en la noche necesita señal.")
TRANSFER = _("Los archivos que se llevan o se traen necesitan señal.")
DEMO = _("La mano de prueba necesita señal.")
NEW = _(
    "Este teléfono aún no puede empezar partidas sin señal: abre antes un marcador con ella."
)
MATCH = _("Esta partida no está en este teléfono: ábrela una vez con señal.")
ELSE = _("Esto no está en este teléfono: necesita señal.")


@dataclass(frozen=True)
class Page:
    """What a phone has of the pages of an address without a signal."""

    name: str  # of the address
    missing: Text = ELSE  # what is said where the phone does not have the page
    # the row is about these arguments alone
    only: Mapping[str, str] = field(default_factory=dict)
    is_kept: bool = False  # a browser keeps the page as it was seen last
    is_for_all: bool = False  # also a browser whose phone is unknown: nothing on the page is about anybody
    # what makes the page on the phone: a name in match_pages.js. Without a server, the name of the address
    # for those of without_server.HISTORY, which history.js makes
    made_by: str = ""
    # by a script of the kept page; the query of others is for the server
    reads_query: bool = False
    kept_as: str = ""  # the name of the kept page that is shown in its place
    # kept however many pages are opened later: a text of the app promises it without a signal
    is_promised: bool = False


def _pages(*names: str, **facts: Any) -> Iterable[Page]:
    return (Page(name, **facts) for name in names)


PAGES = (
    *_pages(
        "home",
        "no-signal",
        "help",
        "help-game",
        "help-tips",
        "help-example",
        "help-example-hand",
        "circles-document",  # with no group, for who is unknown
        is_kept=True,
        is_for_all=True,
    ),
    *_pages(
        "guide",
        "guide-page",
        "help-nights",
        is_kept=True,
        is_for_all=True,
        is_promised=True,
    ),
    Page("demo", DEMO, is_kept=True, is_for_all=True),
    *_pages(
        "big",
        "forecast",
        "matches",
        "circle",
        "circle-matches",
        "league",
        "records",
        "person",
        "against",
        "season",
        "certificate",
        "all-nights",
        "nights",
        "night-standings",
        is_kept=True,
    ),
    Page("night-desk", is_kept=True, is_promised=True),
    *_pages("night-check-in", "night-table", missing=NIGHT, is_kept=True),
    *_pages("night-seat", "night-plan", "night-end", missing=NIGHT),
    Page("tell", RESULT, is_kept=True),
    Page("check", is_kept=True, is_for_all=True, reads_query=True),
    Page("check-in-match", reads_query=True, kept_as="check"),
    Page("help-of-match", is_kept=True, made_by="help"),
    Page("match", MATCH, is_kept=True, made_by="board", reads_query=True),
    Page("log", is_kept=True, made_by="page", reads_query=True),
    Page("scoresheet", is_kept=True, made_by="page"),
    Page("happen", DRAW, only={"kind": "draw"}),  # the server hides the cards
    *_pages("correct", "everyday", "happen", made_by="page"),
    Page("rematch", MATCH, made_by="rematch"),
    Page("new-match", NEW, made_by="new"),
    Page("five-questions", NEW, made_by="questions", reads_query=True),
    Page("paper", PAPER),
    *_pages(
        "link",
        "table-link",
        "night-link",
        "share",
        "circle-share",
        "join",
        "give-code",
        "match-phones",
        "match-phone",
        "match-revoke",
        "match-claim",
        "circle-rights",
        "passkeys",
        "paper-key",
        "recover",
        "forget",
        "circle-phones",
        "circle-phone",
        "circle-revoke",
        "circle-claim",
        missing=LINKS,
    ),
    *_pages("picture", "evenings", "evening", "evening-picture", missing=RESULT),
    *_pages("account", missing=ACCOUNT),
    *_pages(
        "import",
        "import-into",
        "export",
        "record",
        "rights-csv",
        "sheet-csv",
        missing=TRANSFER,
    ),
)
"""Of two rows that fit an address the first counts. One without a row needs a signal, and ELSE is said."""

KEPT = frozenset(page.name for page in PAGES if page.is_kept)
KEPT_FOR_ALL = frozenset(page.name for page in PAGES if page.is_for_all)
ALWAYS_KEPT = ("no-signal", "home", "check", "help", "demo", "circles-document")


def always_kept() -> list[str]:
    """The pages that a phone gets behind its first one, and which are never deleted to make room."""
    games = [reverse("help-game", args=[key]) for key in RULESETS]
    names = ALWAYS_KEPT if settings.HAS_SERVER else without_server.ALWAYS_KEPT
    return [*map(reverse, names), *games]


def for_worker() -> dict[str, list[Any]]:
    """The files and pages that the worker caches, and the table."""
    later = ENGINE if settings.HAS_SERVER else (*ENGINE, *without_server.FILES)
    files, engine = ([static(name) for name in names] for names in (FILES, later))
    return {
        "FILES": files,
        "ENGINE": engine,
        "ALWAYS_KEPT": always_kept(),
        "PAGES": for_scripts(),
    }


def of_pages() -> list[str]:
    """All scripts and style sheets of pages."""
    folder = settings.BASE_DIR / "static"
    files = (
        file.relative_to(folder).as_posix()
        for ending in ("css", "js")
        for file in folder.rglob(f"*.{ending}")
    )
    return [*map(static, sorted({*files, *FILES}))]


def _rows() -> Iterable[Page]:
    """Without those of addresses that this site leaves out."""
    return (page for page in PAGES if page.name in get_resolver().reverse_dict)


def for_scripts() -> list[dict[str, Any]]:
    """The rows of what is made on the phone, reads its query, is shown as another page, or is promised."""
    rows = []
    for page in _rows():
        kept_as = page.kept_as and reverse(page.kept_as)
        is_history = not settings.HAS_SERVER and page.name in without_server.HISTORY
        facts = {
            "maker": page.name if is_history else page.made_by,
            "readsQuery": page.reads_query,
            "keptAs": kept_as,
            "isPromised": page.is_promised,
        }
        row = {name: value for name, value in facts.items() if value}
        if row or page.only:
            rows.append({"pattern": pattern(page), **row})
    return rows


def sentences() -> list[tuple[str, Text]]:
    """Which pages lack what: a pattern of addresses, and what is said of them. The last fits all."""
    by_sentence: dict[Text, list[str]] = {}
    for page in _rows():
        if page.missing is not ELSE:
            by_sentence.setdefault(page.missing, []).append(pattern(page))
    return [
        *(("|".join(patterns), text) for text, patterns in by_sentence.items()),
        ("", ELSE),
    ]


def pattern(page: Page) -> str:
    """A regular expression of its addresses without query, for Python and JavaScript."""
    possibilities, *_others = get_resolver().reverse_dict.getlist(page.name)
    [(address, parameters), *_more] = possibilities[0]
    arguments = {name: page.only.get(name, "([^/]+)") for name in parameters}
    path = get_script_prefix() + address
    return "^{}$".format(path.replace(".", r"\.") % arguments)


# The headers of answers: the version of the app, and which pages a browser may cache for whom

VERSION_HEADER = "X-Reenganche"  # scripts ignore responses without it, such as the login page of a hotel
CACHE_HEADER = "X-Keep"  # phone and language of a page; the service worker caches only pages with it
NOBODY = "nobody"  # a browser without a phone: only pages that are about nobody may be cached for it
# What browsers are shown or run
SHOWN = (
    *(folders.FILES / name for name in ("locale", "static", "templates")),
    *(folders.PACKAGES / name for name in ("phone", "rules", "scores")),
)


@cache
def version() -> str:
    """The version of the app: a hash of all static files, templates and what is translated for phones."""
    return version_of(*SHOWN)


def version_of(*folders: Path) -> str:
    """A hash of the names and contents of all files in the folders."""
    digest = sha256()
    for folder in folders:
        for file in sorted(filter(Path.is_file, folder.rglob("*"))):
            if file.suffix != ".pyc":
                name = str(file.relative_to(folder))
                digest.update(name.encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def context(request: HttpRequest) -> dict[str, Any]:
    """What every page is told, and of which edition it is."""
    edition = {} if settings.HAS_SERVER else without_server.context(request)
    return {"version": version(), **edition}


class OfflineMiddleware(MiddlewareMixin):
    """Sets VERSION_HEADER on every response, and CACHE_HEADER on pages that a browser may cache."""

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        response[VERSION_HEADER] = version()
        is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
        view = request.resolver_match
        if not is_plain or response.status_code != 200 or view is None:
            return response  # a request that was refused early has no phone
        if view.url_name in (KEPT if request.phone_uid else KEPT_FOR_ALL):
            # After a change of the phone or of the language the cached pages are deleted.
            phone = (
                sha256(request.phone_uid.bytes).hexdigest()[:12]
                if request.phone_uid
                else NOBODY
            )
            response[CACHE_HEADER] = f"{phone}.{request.LANGUAGE_CODE}"
        return response
