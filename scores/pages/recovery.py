"""The paper key of a phone, and «Recuperar mis grupos», where another phone uses it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from scores.core.access import grants, paper_keys, rate_limits, recovery, rights_log, share_links
from scores.group.circles.forms import RIGHTS
from scores.models import PaperKey

USED = "used"  # in the query of the page to which a used key leads


@require_http_methods(["GET", "POST"])
def paper_key(request: HttpRequest) -> HttpResponse:
    """Say what a paper key gives; a POST makes one, and shows it this once."""
    phone = grants.phone_of(request)
    if request.method == "GET":
        context = {"key": PaperKey.objects.filter(phone=phone).first(), "has_used_one": USED in request.GET}
        return render(request, "scores/pages/paper_key.html", context)
    words = paper_keys.make(phone, (get_language() or "es")[:2])
    # The words stand behind the #: browsers send that part to nobody.
    url = share_links.absolute_url(request, f"{reverse('recover')}#{'-'.join(words)}")
    context = {"words": words, "qr": share_links.qr_code(url), "address": url.partition("#")[0]}
    return render(request, "scores/pages/paper_key.html", context)


@require_http_methods(["GET", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Ask for the words of a paper key, and say what it gives; with `do=take` this phone gets it."""
    typed = request.POST.get("words", "")[: paper_keys.MOST_TYPED]
    if request.method == "GET":
        return _show(request, typed)
    request.wait = rate_limits.wait_to_try_code(request)
    if request.wait:
        return rate_limits.too_many(request)
    reading = paper_keys.read(typed)
    key = paper_keys.find(reading)
    rate_limits.count_code(request, is_right=key is not None)
    if key is None:
        return _refuse(request, typed, reading)
    if request.POST.get("do") != "take":
        return _offer(request, typed, key)
    if not paper_keys.use(key, grants.phone_that_writes(request)):
        return _refuse(request, typed, reading)
    return redirect(f"{reverse('paper-key')}?{USED}")


def _offer(request: HttpRequest, typed: str, key: PaperKey) -> HttpResponse:
    given = recovery.missing(key.phone, grants.phone_if_known(request))
    circles = [(circle, RIGHTS[circle.role]) for circle in recovery.circles_of(given)]
    matches = sum(grant.match_id is not None for grant in given)
    return _show(request, typed, key=key, circles=circles, matches=matches)


def _refuse(request: HttpRequest, typed: str, reading: paper_keys.Reading) -> HttpResponse:
    if reading.is_whole:
        rights_log.refused_code()
    return _show(request, typed, reading=reading)


def _show(request: HttpRequest, typed: str, **found: object) -> HttpResponse:
    context = {"typed": typed, "count": paper_keys.WORDS, "most": paper_keys.MOST_TYPED, **found}
    return render(request, "scores/pages/recover.html", context, status=422 if "reading" in found else 200)
