"""The page of what has happened, and taking an entry back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules.night.refusals import NightRefusal
from rules.numbers import whole_number
from scores.circle.circles.people import CircleFull
from scores.core.access import phone_cookie
from scores.core.form_pages import require_GET_or_POST
from scores.core.list_pages import page_of_list
from scores.night import access
from scores.night.history.lines import LogLine, refusal_in_words, whole_log
from scores.night.models import Night
from scores.night.seating.changing import take_back
from scores.night.seen import SeenNight

LINES = 40  # on a page: for each it is tried whether it can be taken back


@require_GET_or_POST
def page(request: HttpRequest, code: str) -> HttpResponse:
    """A POST takes back what was written with that `entry`, once, and leads to the page it came `from`."""
    night = access.night_to_help(request, code)
    lines = whole_log(SeenNight.of(night))
    if request.method == "GET":
        return _show(request, night, lines)
    entry = whole_number(request.POST.get("entry", ""))
    line = next((line for line in lines if entry in line.entries), None)
    if line is None or (line.is_for_organisers and not night.is_organised_here):
        raise Http404
    try:
        take_back(night, phone_cookie.phone_of(request), line.entries)
    except (NightRefusal, CircleFull) as refused:
        refusal = refusal_in_words(refused, line.text_of)
        return _show(request, night, lines, refusal)
    is_from_log = request.POST.get("from") == "log"
    return redirect("night-log" if is_from_log else "night-desk", night.code)


def _show(
    request: HttpRequest, night: Night, lines: list[LogLine], refusal: str = ""
) -> HttpResponse:
    shown, pages = page_of_list(lines, request.GET.get("page", ""), LINES)
    context = {"night": night, "lines": shown, "refusal": refusal, **pages}
    status = 409 if refusal else 200
    return render(request, "scores/night/history/log.html", context, status=status)
