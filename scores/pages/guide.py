"""The guide: short pages with the steps of what people do at a table. Each has a template of its own."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

TITLES = {
    "first-match": _("La primera partida"),
    "corrections": _("Corregir"),
    "sharing": _("Compartir"),
    "no-signal": _("Sin señal"),
    "home-screen": _("En la pantalla de inicio"),
    "lost-phone": _("Si se pierde el teléfono"),
    "group-and-league": _("El grupo y su clasificación"),
    "club-night": _("Una noche de club, en la mesa"),
    "house-rules": _("Las reglas de la casa"),
    "data": _("Dónde están los datos"),
}
WITHOUT_SERVER = ("first-match", "corrections", "home-screen", "house-rules")
"""The pages of the edition without a server: the others are about what only a server can do."""


def titles() -> dict[str, Promise]:
    """The pages of this edition, in the order in which they are read."""
    slugs = TITLES if settings.HAS_SERVER else WITHOUT_SERVER
    return {slug: TITLES[slug] for slug in slugs}


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/guide/guide.html", {"titles": titles()})


@require_GET
def page(request: HttpRequest, slug: str) -> HttpResponse:
    pages = [*titles().items()]
    for place, (each, title) in enumerate(pages):
        if each == slug:
            context = {"title": title, "later": pages[place + 1 :]}
            return render(request, f"scores/guide/{slug}.html", context)
    raise Http404
