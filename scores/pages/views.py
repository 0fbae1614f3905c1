"""Pages that belong to no other package: home, this phone, privacy, robots.txt, a hand to try."""

from datetime import timedelta
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from rules.presets import CHINCHON
from scores.circle.archive import listing
from scores.circle.circles.forms import NameForm
from scores.circle.circles.people import usual_table
from scores.circle.images.render import png_response, symbols
from scores.circle.recap import share
from scores.core.access import (
    grants,
    letters,
    passkeys,
    phone_cookie,
    rate_limits,
    rights,
    rights_log,
    share_links,
)
from scores.core.form_pages import form_page, posted_data, require_GET_or_POST
from scores.core.matches.scoresheet import Sheet, kind_and_payload, sheet_with_entry
from scores.core.notation.cards import ACE_TO_SEVEN
from scores.models import (
    Circle,
    Entry,
    Grant,
    Match,
    PaperKey,
    Passkey,
    Player,
    Role,
    Seat,
)
from scores.night.cards import table_cards
from scores.night.desk.night_on_home import night_on_home
from scores.pages.demo_match import HANDS, NAMES, PLAYED_ON, demo_context
from scores.table.board.context import SeatRow, seat_rows
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.writing import new_key, outcome_of


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    known = request.phone_uid is not None
    last_used = (
        rights.circles_with(request, Role.SCORE).prefetch_related(None).first()
        if known
        else None
    )
    circles = (
        with_warning(request, rights.circles_with(request, Role.WATCH)) if known else ()
    )
    warning = warning_of(request, circles)
    context = {
        **listing.latest_matches(request),
        "tonight": night_on_home(request) if known and settings.CLUB_NIGHTS else "",
        "fan": ACE_TO_SEVEN,
        "symbols": mark_safe(symbols("oros")),  # noqa: S308  # ours
        "written": rows_of_demo,  # called for those who are new
        "usual": usual_table(last_used),
        "circles": circles,
        "warning": warning,
        "is_known": known,
        # what a chat shows for the address of the site: the same for everybody
        "preview": share_links.preview(
            request,
            _("Reenganche, el marcador del chinchón"),
            _(
                "Chinchón, gin y rummy: el teléfono suma, reengancha y elimina solo. Sin registrarse."
            ),
            reverse("home"),
            reverse("demo-picture"),
        ),
    }
    response = render(request, "scores/pages/home.html", context)
    if warning:
        day = timezone.localdate().isoformat()
        response.set_cookie(
            TOLD, day, phone_cookie.COOKIE_AGE, httponly=True, samesite="Lax"
        )
    return response


@require_GET_or_POST
def this_phone(request: HttpRequest) -> HttpResponse:
    """Edit the name of this phone."""
    phone = phone_cookie.phone_of(request)
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
    return JsonResponse(
        [
            {
                "relation": ["delegate_permission/common.handle_all_urls"],
                "target": {
                    "namespace": "android_app",
                    "package_name": package,
                    "sha256_cert_fingerprints": [fingerprint],
                },
            }
        ],
        safe=False,
    )


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
        Seat(position=index, player=Player(name=name))
        for index, name in enumerate(NAMES)
    ]
    rows = [
        Entry(seq=seq, kind=kind, payload=payload)
        for seq, (kind, payload) in enumerate(map(kind_and_payload, HANDS))
    ]
    return Sheet(match, seats=seats, rows=rows)


def rows_of_demo() -> list[SeatRow]:
    """What home shows of that match: the points of its last hand, and the totals."""
    sheet = demo_sheet()
    return seat_rows(sheet, HandForm(sheet=sheet), sheet.board)


@require_GET_or_POST
def demo(request: HttpRequest) -> HttpResponse:
    """The board with the form of a hand; a POST shows the board after that hand."""
    sheet = demo_sheet()
    form = HandForm(posted_data(request), sheet=sheet)

    def after_hand() -> Sheet:
        return sheet_with_entry(
            sheet, form.entry(), sheet.seq, new_key(), partial(Entry, seq=sheet.seq)
        )

    outcome = outcome_of(sheet, form, after_hand)
    return render(
        request,
        "scores/pages/demo.html",
        demo_context(form, outcome, get_token(request), new_key()),
        status=outcome.status if form.is_bound else 200,
    )


@require_GET
def picture(request: HttpRequest) -> HttpResponse:
    """The picture of that match as PNG: what a chat shows for the home page."""
    return png_response(
        lambda: cache.get_or_set(
            f"demo-picture-{get_language()}",
            lambda: share.png(demo_sheet()),
            PICTURE_CACHED_FOR,
        )
    )


# «Pedir un código»: six letters that somebody reads aloud, or that stand on the card of a table


MOST_TYPED = 40  # letters and spaces of a code


@require_GET_or_POST
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the six letters that somebody reads aloud, and lead to the page of their link."""
    typed = request.POST.get("code", "")[:MOST_TYPED]
    if request.method == "GET":
        return _show_join(request, "")
    if rate_limits.wait_to_try_code(request):
        return rate_limits.too_many(request)
    digest = letters.digest_of_typed(typed)
    code = share_links.find_code(digest)
    is_of_card = digest and not code and settings.CLUB_NIGHTS
    card = table_cards.path_of_letters(digest) if is_of_card else ""
    rate_limits.count_code(request, is_right=bool(code or card))
    if card:
        return redirect(card)
    if code is None:
        rights_log.log_wrong_code()
        return _show_join(request, typed, is_wrong=True)
    phone = phone_cookie.phone_if_known(request)
    if phone and code.used_by.contains(phone):
        rights_log.log_refused(code.match, code.role)
        return _show_join(request, typed, used_for=code.match)
    return redirect(grants.link_path(code.match, Role(code.role)))


def _show_join(request: HttpRequest, typed: str, **refused: object) -> HttpResponse:
    context = {
        "typed": typed,
        "most": letters.LENGTH,
        "fan": ACE_TO_SEVEN,
        "symbols": mark_safe(symbols("oros")),  # noqa: S308  # ours
        **refused,
    }
    return render(
        request, "scores/pages/join.html", context, status=422 if refused else 200
    )


# What home says of a group that hangs on this phone alone: once, and not again for a month. The day on which
# it was said stands in a cookie: until the month is over the database is asked nothing more.


TOLD = "told"  # the day, in ISO 8601
PAUSE = timedelta(days=30)


def with_warning(request: HttpRequest, circles: QuerySet[Circle]) -> QuerySet[Circle]:
    """The circles; where something may be said again, each with `hangs`: whether it has a finished match, no
    other phone owns it, and this phone has no key. In the same query."""
    if request.COOKIES.get(TOLD, "") > (timezone.localdate() - PAUSE).isoformat():
        return circles
    mine = Q(phone__uid=request.phone_uid)
    owners = Grant.objects.filter(circle=OuterRef("pk"), role=Role.OWN)
    finished = Match.objects.finished().filter(circle=OuterRef("pk"), deleted_at=None)
    hangs = (
        Exists(owners.filter(mine)) & ~Exists(owners.exclude(mine)) & Exists(finished)
    )
    keys = Exists(PaperKey.objects.filter(mine)) | Exists(Passkey.objects.filter(mine))
    return circles.annotate(hangs=hangs & ~keys)


def warning_of(request: HttpRequest, circles: QuerySet[Circle]) -> str:
    """`offer` of a passkey the first time, where the site can have one; else `line`; empty for nothing."""
    if not any(getattr(circle, "hangs", False) for circle in circles):
        return ""
    return (
        "line"
        if TOLD in request.COOKIES or passkeys.site_of(request) is None
        else "offer"
    )


# The guide: short pages with the steps of what people do at a table


NIGHT = "club-night"
TITLES = {
    "first-match": gettext_lazy("La primera partida"),
    "corrections": gettext_lazy("Corregir"),
    "sharing": gettext_lazy("Compartir"),
    "no-signal": gettext_lazy("Sin señal"),
    "home-screen": gettext_lazy("En la pantalla de inicio"),
    "lost-phone": gettext_lazy("Si se pierde el teléfono"),
    "group-and-league": gettext_lazy("El grupo y su clasificación"),
    NIGHT: gettext_lazy("Una noche de club, en la mesa"),
    "house-rules": gettext_lazy("Las reglas de la casa"),
    "data": gettext_lazy("Dónde están los datos"),
}
WITHOUT_SERVER = ("first-match", "corrections", "home-screen", "house-rules")
"""The pages of the edition without a server: the others are about what only a server can do."""


def titles() -> dict[str, Promise]:
    """The pages of this edition, in the order in which they are read."""
    slugs = TITLES if settings.HAS_SERVER else WITHOUT_SERVER
    left_out = () if settings.CLUB_NIGHTS else (NIGHT,)
    return {slug: TITLES[slug] for slug in slugs if slug not in left_out}


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/guide/guide.html", {"titles": titles()})


@require_GET
def guide_page(request: HttpRequest, slug: str) -> HttpResponse:
    pages = [*titles().items()]
    for index, (each, title) in enumerate(pages):
        if each == slug:
            context = {"title": title, "later": pages[index + 1 :]}
            return render(request, f"scores/guide/{slug}.html", context)
    raise Http404
