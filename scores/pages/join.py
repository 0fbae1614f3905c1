"""«Pedir un código»: six letters that somebody reads aloud, or that stand on the card of a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods

from scores.circle.images.sprite import symbols
from scores.core.access import grants, letters, rate_limits, rights_log, share_links
from scores.core.notation.cards import ACE_TO_SEVEN
from scores.models import Role
from scores.night.cards import places

MOST_TYPED = 40  # letters and spaces of a code


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the six letters that somebody reads aloud, and lead to the page of their link."""
    typed = request.POST.get("code", "")[:MOST_TYPED]
    if request.method == "GET":
        return _show_join(request, "")
    request.wait = rate_limits.wait_to_try_code(request)
    if request.wait:
        return rate_limits.too_many(request)
    digest = letters.digest_of_typed(typed)
    code = share_links.find_code(digest)
    card = places.path_of_letters(digest) if digest and not code else ""
    rate_limits.count_code(request, is_right=bool(code or card))
    if card:
        return redirect(card)
    if code is None:
        rights_log.log_wrong_code()
        return _show_join(request, typed, is_wrong=True)
    phone = grants.phone_if_known(request)
    if phone and code.used_by.contains(phone):
        rights_log.log_refused(code.match, code.role)
        return _show_join(request, typed, used_for=code.match)
    return redirect(grants.link_path(code.match, Role(code.role)))


def _show_join(request: HttpRequest, typed: str, **refused: object) -> HttpResponse:
    drawn = {"fan": ACE_TO_SEVEN, "symbols": mark_safe(symbols("oros"))}  # noqa: S308  # ours
    context = {"typed": typed, "most": letters.LENGTH, **drawn, **refused}
    return render(
        request, "scores/pages/join.html", context, status=422 if refused else 200
    )
