"""What browsers ask of an app that can be installed and opened without a signal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scores import offline

# What a board needs. The rest is kept when a page first asks for it.
FILES = (
    "css/app.css",
    "django_htmx/htmx-2.min.js",
    *(f"js/{name}.js" for name in ("awake", "live", "notice", "offline", "outbox", "record", "speak", "waiting")),
)
FELT, PAPER = "#0f5b3e", "#fbf7ee"


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Browsers ask for it again and again, and take another as a new version."""
    context = {"files": [static(name) for name in FILES], "version": offline.version()}
    answer = render(request, "sw.js", context, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_GET
def no_signal(request: HttpRequest) -> HttpResponse:
    """The hands that wait on this phone, and what stands in the place of a page that it does not have."""
    return render(request, "scores/no_signal.html")


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """What the app is called and looks like on a home screen, in the language of the phone."""
    return JsonResponse(
        {
            "id": "/",
            "name": _("Reenganche: los puntos del chinchón"),
            "short_name": "Reenganche",
            "description": _("Los puntos del chinchón en la mesa: el teléfono suma, reengancha y elimina solo."),
            "lang": get_language(),
            "dir": "ltr",
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "theme_color": FELT,
            "background_color": PAPER,
            "categories": ["games", "utilities"],
            "icons": _icons(),
            "shortcuts": [
                _shortcut(_("Nueva partida"), "new-match"),
                _shortcut(_("¿Puede cerrar?"), "check"),
            ],
            "screenshots": [
                _picture("screenshot-narrow", "narrow", "585x1266", _("El marcador de una partida")),
                _picture("screenshot-wide", "wide", "1920x1200", _("El marcador grande, en el centro de la mesa")),
            ],
        },
        content_type="application/manifest+json",
    )


def _icons() -> list[dict[str, str]]:
    drawn = [("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("maskable-512", "512x512", "maskable")]
    first = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return [first] + [
        {"src": static(f"icons/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in drawn
    ]


def _shortcut(name: str, to: str) -> dict[str, object]:
    icon = {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"}
    return {"name": name, "url": reverse(to), "icons": [icon]}


def _picture(name: str, form: str, sizes: str, label: str) -> dict[str, str]:
    src = static(f"icons/{name}.png")
    return {"src": src, "sizes": sizes, "type": "image/png", "form_factor": form, "label": label}
