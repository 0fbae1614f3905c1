"""The paper key and the passkeys of a phone, «Recuperar mis grupos», where another phone uses them, and
«Olvidar este teléfono».
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_POST

from rules.numbers import whole_number
from scores.circle.circles.forms import RIGHTS
from scores.core.access import (
    forgetting,
    paper_keys,
    passkeys as keys,
    phone_cookie,
    rate_limits,
    recovery,
    rights_log,
    share_links,
)
from scores.core.form_pages import require_GET_or_POST
from scores.models import Match, PaperKey, Way

USED = "used"  # in the query of the page to which a used key leads


@require_GET_or_POST
def paper_key(request: HttpRequest) -> HttpResponse:
    """Say what a paper key gives; a POST makes one, and shows it this once."""
    phone = phone_cookie.phone_of(request)
    if request.method == "GET":
        context = {
            "key": PaperKey.objects.filter(phone=phone).first(),
            "has_used_one": USED in request.GET,
        }
        return render(request, "scores/pages/paper_key.html", context)
    words = paper_keys.make(phone, (get_language() or "es")[:2])
    # The words stand behind the #: browsers send that part to nobody.
    url = share_links.absolute_url(request, f"{reverse('recover')}#{'-'.join(words)}")
    context = {
        "words": words,
        "qr": share_links.qr_code(url),
        "address": url.partition("#")[0],
    }
    return render(request, "scores/pages/paper_key.html", context)


@require_GET_or_POST
def recover(request: HttpRequest) -> HttpResponse:
    """Ask for the words of a paper key, and say what it gives; with `do=take` this phone gets it."""
    typed = request.POST.get("words", "")[: paper_keys.MOST_TYPED]
    if request.method == "GET":
        return _show(request, typed)
    if rate_limits.wait_to_try_code(request):
        return rate_limits.too_many(request)
    reading = paper_keys.read(typed)
    key = paper_keys.find(reading)
    rate_limits.count_code(request, is_right=key is not None)
    if key is None:
        return _refuse(request, typed, reading)
    if request.POST.get("do") != "take":
        return _offer(request, typed, key)
    if not paper_keys.use(key, phone_cookie.phone_that_writes(request)):
        return _refuse(request, typed, reading)
    return redirect(f"{reverse('paper-key')}?{USED}")


@require_GET_or_POST
def passkeys(request: HttpRequest) -> HttpResponse:
    """The passkeys of this phone; `do` is `begin` (a script asks), `make` or `remove`."""
    phone = phone_cookie.phone_of(request)
    do = request.POST.get("do")
    site = keys.site_of(request)
    if do == "begin" and site:
        return keys.creation_options(site, phone, phone.name or _("Mis grupos"))
    error = ""
    if do == "remove":
        phone.passkeys.filter(
            pk__in=[whole_number(pk) for pk in request.POST.getlist("pk")[:1]]
        ).delete()
    elif request.method == "POST":
        try:
            keys.make(request, phone, request.POST.get("credential", ""))
        except keys.Unproven:
            error = _("No se guardó: prueba otra vez.")
    if request.method == "POST" and not error:
        return redirect("passkeys")
    context = {
        "passkeys": phone.passkeys.order_by("pk"),
        "site": site,
        "error": error,
        "has_used_one": USED in request.GET,
    }
    return render(
        request, "scores/pages/passkeys.html", context, status=422 if error else 200
    )


@require_POST
def use_passkey(request: HttpRequest) -> HttpResponse:
    """Give this phone what the phone of a passkey may do; with `do=begin` a script asks for a challenge."""
    site = keys.site_of(request)
    if site is None:
        raise Http404
    if request.POST.get("do") == "begin":
        return keys.request_options(site)
    try:
        passkey = keys.proven_passkey(request, request.POST.get("credential", ""))
    except keys.Unproven as refused:
        rights_log.log_wrong_code()
        return _show(
            request, "", refused=refused, is_cloned=isinstance(refused, keys.Cloned)
        )
    recovery.give(passkey.phone, phone_cookie.phone_that_writes(request), Way.PASSKEY)
    return redirect(f"{reverse('passkeys')}?{USED}")


@require_GET_or_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Say what is lost where this phone forgets; a POST has it forget, and its browser too."""
    phone = phone_cookie.phone_of(request)
    if request.method == "POST":
        forgetting.forget(phone, and_keys="keys" in request.POST)
        request.phone_uid = None  # whose cookie is not renewed any more
        response = render(request, "scores/pages/forget.html", {"is_done": True})
        forgetting.erase_browser(response)
        return response
    losses = forgetting.losses(phone)
    groups = (
        (_("Nadie más los tiene: se pierden"), losses.gone),
        (_("Se quedan sin nadie que los lleve"), losses.ownerless),
        (_("Los siguen llevando otros"), losses.kept),
    )
    context = {
        "groups": groups,
        "needs_key": losses.gone or losses.ownerless,
        "has_keys": forgetting.has_keys(phone),
    }
    return render(request, "scores/pages/forget.html", context)


def _offer(request: HttpRequest, typed: str, key: PaperKey) -> HttpResponse:
    given = recovery.missing_rights(key.phone, phone_cookie.phone_if_known(request))
    circles = [(circle, RIGHTS[circle.role]) for circle in recovery.circles_of(given)]
    matches = sum(isinstance(row.target, Match) for row in given)
    nights = len(
        {
            row.target.night
            for row in given
            if isinstance(row.target, rights_log.OfNight)
        }
    )
    return _show(
        request, typed, key=key, circles=circles, matches=matches, nights=nights
    )


def _refuse(
    request: HttpRequest, typed: str, reading: paper_keys.Reading
) -> HttpResponse:
    if reading.is_whole:
        rights_log.log_wrong_code()
    return _show(request, typed, reading=reading)


def _show(request: HttpRequest, typed: str, **facts: object) -> HttpResponse:
    context = {
        "typed": typed,
        "count": paper_keys.WORDS,
        "most": paper_keys.MOST_TYPED,
        "site": keys.site_of(request),
        **facts,
    }
    status = 422 if {"reading", "refused"} & facts.keys() else 200
    return render(request, "scores/pages/recover.html", context, status=status)
