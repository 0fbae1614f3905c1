"""Pages that belong to no other package: home, this phone, privacy, robots.txt, a hand to try."""

from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from rules.errors import Illegal
from rules.presets import CHINCHON
from scores.circle.archive import listing
from scores.circle.circles.forms import NameForm
from scores.circle.circles.people import usual_table
from scores.circle.images.render import or_icon
from scores.circle.images.sprite import symbols
from scores.circle.recap import share
from scores.core.access import grants, share_links
from scores.core.form_pages import form_page, posted_data
from scores.core.matches.scoresheet import Sheet, kind_and_payload, sheet_with_entry
from scores.core.notation.cards import ACE_TO_SEVEN
from scores.core.template_context import context_of
from scores.models import Entry, Match, Player, Role, Seat
from scores.night.desk.of_home import night_of_home
from scores.pages import safety
from scores.pages.demo_match import HANDS, NAMES, PLAYED_ON, demo_context
from scores.table.board.context import (
    PhoneFacts,
    SeatRow,
    seat_rows,
)
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.writing import new_key


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    known = request.phone_uid is not None
    last_used = (
        grants.circles_with(request, Role.SCORE).prefetch_related(None).first()
        if known
        else None
    )
    # What a chat shows for the address of the site: the same for everybody
    title = _("Reenganche, el marcador del chinchón")
    description = _(
        "Chinchón, gin y rummy: el teléfono suma, reengancha y elimina solo. Sin registrarse."
    )
    circles = (
        safety.with_warning(request, grants.circles_with(request, Role.WATCH))
        if known
        else ()
    )
    context = {
        **context_of(listing.latest_matches(request)),
        "tonight": night_of_home(request) if known else None,
        "fan": ACE_TO_SEVEN,
        "symbols": mark_safe(symbols("oros")),  # noqa: S308  # ours
        "written": rows_of_demo,  # called for those who are new
        "usual": usual_table(last_used),
        "circles": circles,
        "warning": (warning := safety.warning(request, circles)),
        "is_known": known,
        "preview": share_links.preview(
            request, title, description, reverse("home"), reverse("demo-picture")
        ),
    }
    response = render(request, "scores/pages/home.html", context)
    if warning:
        safety.remember(response)
    return response


@require_http_methods(["GET", "POST"])
def this_phone(request: HttpRequest) -> HttpResponse:
    """Edit the name of this phone."""
    phone = grants.phone_of(request)
    form = NameForm(posted_data(request), initial={"name": phone.name})
    if not form.is_valid():
        return form_page(request, "scores/pages/this_phone.html", form)
    phone.name = form.cleaned_data["name"]
    phone.save(update_fields=["name"])
    return redirect("home")


# Only the home page and its picture may be crawled. Every other page also sends `noindex`.
ROBOTS = (
    "User-agent: *\nAllow: /$\nAllow: /demo/picture.png\nAllow: /static/\nDisallow: /\n"
)


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/pages/privacy.html", {"operator": settings.OPERATOR})


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, "text/plain; charset=utf-8")


@require_GET
def asset_links(request: HttpRequest) -> HttpResponse:
    """Names the Android app that may show this site as its own (Digital Asset Links); 404 without one."""
    if not settings.ANDROID_APP:
        raise Http404
    package, fingerprint = settings.ANDROID_APP
    statement = {
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
            "namespace": "android_app",
            "package_name": package,
            "sha256_cert_fingerprints": [fingerprint],
        },
    }
    return JsonResponse([statement], safe=False)


# A hand to try on a real board, for visitors: a match that is only in memory

PICTURE_CACHED_FOR = 24 * 3600  # seconds


def demo_sheet() -> Sheet:
    """The match before the hand to try."""
    match = Match(
        code="demo",
        ruleset=CHINCHON.dump(),
        players_at_start=len(NAMES),
        played_on=PLAYED_ON,
    )
    seats = [
        Seat(position=place, player=Player(name=name))
        for place, name in enumerate(NAMES)
    ]
    hands = enumerate(map(kind_and_payload, HANDS))
    rows = [
        Entry(seq=seq, kind=kind, payload=payload) for seq, (kind, payload) in hands
    ]
    return Sheet(match, seats=seats, rows=rows)


def rows_of_demo() -> list[SeatRow]:
    """What home shows of that match: the points of its last hand, and the totals."""
    sheet = demo_sheet()
    return seat_rows(sheet, HandForm(sheet=sheet), sheet.board)


@require_http_methods(["GET", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """The board with the form of a hand; a POST shows the board after that hand."""
    sheet = demo_sheet()
    form = HandForm(posted_data(request), sheet=sheet)
    if form.is_valid():
        try:
            make_row = partial(Entry, seq=sheet.seq)
            return _show(
                request,
                sheet_with_entry(sheet, form.entry(), sheet.seq, new_key(), make_row),
                None,
            )
        except Illegal as refusal:
            form.refuse(refusal)
    return _show(request, sheet, form)


@require_GET
@or_icon
def picture(request: HttpRequest) -> HttpResponse:
    """The picture of that match as PNG: what a chat shows for the home page."""
    key = f"demo-picture-{get_language()}"
    png = cache.get_or_set(key, lambda: share.png(demo_sheet()), PICTURE_CACHED_FOR)
    return HttpResponse(png, content_type="image/png")


def _show(request: HttpRequest, sheet: Sheet, form: HandForm | None) -> HttpResponse:
    """The board; with `form`, to type a hand in."""
    facts = PhoneFacts(
        may_score=True,
        may_own=False,
        links=None,
        rematch=None,
        poll_ms=0,
        seen="",
        csrf_token=get_token(request),
        key=new_key(),
    )
    context = demo_context(sheet, form, facts)
    is_refused = form is not None and form.is_bound
    return render(
        request, "scores/pages/demo.html", context, status=422 if is_refused else 200
    )
