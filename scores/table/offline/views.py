"""The service worker, the web app manifest and the offline page."""

import json
import logging

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET, require_POST

from scores.core import metrics
from scores.core.access import phone_cookie, rate_limits, rights
from scores.core.matches.scoresheet import Sheet
from scores.core.own_files import ENDINGS
from scores.table.offline import without_signal

logger = logging.getLogger(__name__)

FELT = "#0a4530"
PAPER = "#f5eddc"
TOTAL_AT_MOST = 12  # characters
MANIFEST_AGE = 24 * 3600  # seconds; some browsers ask for it with every page


ICONS = (
    ("icon-192", "any"),
    ("icon-512", "any"),
    ("maskable-512", "maskable"),
    ("monochrome-512", "monochrome"),
)


@require_GET
@conditional_page
def worker(request: HttpRequest) -> HttpResponse:
    """The script of the service worker. Browsers ask for it to detect a new version: 304 without one."""
    context = {
        "table": json.dumps(without_signal.for_worker()),
        "match_pages": static("js/offline/match_pages.js"),
        "version": without_signal.version(),
    }
    answer = render(
        request, "scores/offline/worker.js", context, content_type="text/javascript"
    )
    answer["Cache-Control"] = "no-cache"
    return answer


@require_GET
def no_signal(request: HttpRequest) -> HttpResponse:
    """The offline page: the hands that are not sent yet. Shown in place of pages that are not cached."""
    pages = json.dumps(without_signal.for_scripts())
    return render(
        request,
        "scores/offline/no_signal.html",
        {"pages": pages, "sentences": without_signal.sentences()},
    )


@require_GET
def repair(request: HttpRequest) -> HttpResponse:
    """Loads all scripts and style sheets anew, past the browser's cache, and leads back to the page."""
    site = f"{request.scheme}://{request.get_host()}"
    page = request.headers.get("Referer", "").removeprefix(site)
    is_ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, None)
    context = {
        "files": json.dumps(without_signal.of_pages()),
        "back": page if is_ours else reverse("home"),
    }
    return render(request, "scores/offline/repair.html", context)


@require_POST
def differs(request: HttpRequest, code: str) -> HttpResponse:
    """Says that a phone showed other totals than the server has, `shown_<seat>` and `counted_<seat>`. It
    cannot be checked, and everybody can start a match and say so of it: only phones of another day count.
    """
    sheet = rights.visit_to_score(request, code).sheet
    context = {
        name: _totals_in_words(sheet, request.POST, name)
        for name in ("shown", "counted")
    }
    if not rate_limits.is_young(phone_cookie.phone_if_known(request)):
        metrics.differed.inc()
        logger.warning(
            "totals of a phone differ: match %s, phone %s", code, request.phone_uid
        )
    return render(request, "scores/offline/_differs.html", context)


def _totals_in_words(sheet: Sheet, posted: QueryDict, name: str) -> str:
    """The posted totals, of partners once: «Ana y Eva 27 · Luis y Paco 31»."""
    totals = {
        side: posted.get(f"{name}_{side[0]}", "")[:TOTAL_AT_MOST]
        for side in sheet.board.sides
    }
    return " · ".join(
        f"{sheet.name_of_side(side)} {total}" for side, total in totals.items() if total
    )


@require_GET
@cache_control(private=True, max_age=MANIFEST_AGE)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: name, icons and shortcuts on a home screen, in the language of the phone."""
    description = _(
        "Los puntos del chinchón en la mesa: el teléfono suma, reengancha y elimina solo."
    )
    fields = {
        "id": reverse("home"),
        "name": _("Reenganche: los puntos del chinchón"),
        "short_name": "Reenganche",
        "description": description,
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAPER,
        "categories": ["games", "utilities"],
        # The SVG first: browsers have it already, so that showing a page loads no other picture.
        "icons": [
            {
                "src": static("icon.svg"),
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "any",
            },
            *({**_png(name), "purpose": purpose} for name, purpose in ICONS),
        ],
        "shortcuts": [
            _shortcut(_("Nueva partida"), "new-match", "new-192"),
            _shortcut(_("¿Puede cerrar?"), "check", "check-192"),
        ],
        "launch_handler": {"client_mode": "navigate-existing"},
        "file_handlers": [
            {
                "action": reverse("import"),
                "accept": {kind: [ending] for kind, ending in ENDINGS.items()},
            }
        ],
        # The service worker takes what is shared: no form of ours sent it.
        "share_target": {
            "action": f"{reverse('import')}?shared",
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {
                "files": [
                    {"name": "file", "accept": [*ENDINGS, *ENDINGS.values()]},
                ]
            },
        },
        "screenshots": [
            _screenshot("narrow", "585x1266", _("Una mano que se apunta")),
            _screenshot(
                "wide", "1920x1200", _("El marcador grande, en el centro de la mesa")
            ),
        ],
    }
    return JsonResponse(fields, content_type="application/manifest+json")


def _png(name: str) -> dict[str, str]:
    size = name.split("-")[1]
    return {
        "src": static(f"icons/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
    }


def _shortcut(name: str, to: str, icon: str) -> dict[str, object]:
    return {"name": name, "url": reverse(to), "icons": [_png(icon)]}


def _screenshot(form: str, sizes: str, label: str) -> dict[str, str]:
    return {
        "src": static(f"icons/screenshot-{form}.png"),
        "sizes": sizes,
        "type": "image/png",
        "form_factor": form,
        "label": label,
    }
