"""The home page: current and last matches and the circles of this phone; and the name of the phone."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scores.core.access import grants
from scores.group.archive import listing
from scores.group.circles.forms import NameForm
from scores.group.circles.people import usual_table
from scores.group.sharing import share_links
from scores.models import Role


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    known = request.phone_uid is not None
    last_used = grants.circles_with(request, Role.SCORE).prefetch_related(None).first() if known else None
    # What a chat shows for the address of the site: the same for everybody
    title = _("Reenganche, el marcador del chinchón")
    description = _("Chinchón, gin y rummy: el teléfono suma, reengancha y elimina solo. Sin registrarse.")
    context = {
        **listing.latest_matches(request),
        "usual": usual_table(last_used),
        "circles": grants.circles_with(request, Role.WATCH) if known else [],
        "is_known": known,
        "preview": share_links.preview(request, title, description, reverse("home"), reverse("demo-picture")),
    }
    return render(request, "scores/pages/home.html", context)


@require_http_methods(["GET", "POST"])
def this_phone(request: HttpRequest) -> HttpResponse:
    """Edit the name of this phone."""
    phone = grants.phone_of(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": phone.name})
    if not form.is_valid():
        return render(
            request, "scores/pages/this_phone.html", {"form": form}, status=422 if form.errors else 200
        )
    phone.name = form.cleaned_data["name"]
    phone.save(update_fields=["name"])
    return redirect("home")


# Only the home page and its picture may be crawled. Every other page also sends `noindex`.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /demo/picture.png\nAllow: /static/\nDisallow: /\n"


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/pages/privacy.html", {"operator": settings.OPERATOR})


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, "text/plain; charset=utf-8")
