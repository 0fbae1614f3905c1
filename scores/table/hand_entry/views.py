"""The page of a whole paper sheet: preview first, then save all entries or none."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scores.core.access import phone_cookie, rate_limits, rights
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches import dates, log
from scores.core.matches.scoresheet import KeyReused, Sheet, Stale
from scores.models import Phone
from scores.table.hand_entry.paper import PaperForm
from scores.table.hand_entry.writing import new_key


@require_GET_or_POST
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """The grid. A POST previews it (`do=look`), adds rows (`do=more`) or saves it (`do=save`)."""
    sheet = rights.visit_to_score(request, code).sheet
    if request.method == "GET":
        return _show(request, PaperForm(sheet=sheet))
    form = PaperForm(request.POST, sheet=sheet)
    if request.POST.get("do") == "more":
        return _show(request, form, is_judged=False)
    if not form.is_valid():
        return _show(request, form, status=422)
    if request.POST.get("do") != "save":
        return _show(request, form)
    if form.cleaned_data["seen"] != form.digest:  # other rows than these were previewed
        return _show(
            request,
            form,
            _("Ha cambiado algo: mira cómo queda y guarda otra vez."),
            status=422,
        )
    return _save(request, form, sheet)


def _save(request: HttpRequest, form: PaperForm, sheet: Sheet) -> HttpResponse:
    if rate_limits.limits_of(request).wait:
        return _show(request, form, rate_limits.wait_message(request), status=429)
    try:
        _write(form, sheet, phone_cookie.phone_that_writes(request))
    except (Stale, KeyReused):
        message = _(
            "Mientras tanto se escribió en esta partida. Mira antes si son las mismas manos."
        )
        now = sheet.read_again()
        data = request.POST.copy()
        data["seq"] = str(now.seq)
        data["client_key"] = new_key()
        data["seen"] = ""  # previewed again
        return _show(request, PaperForm(data, sheet=now), message, status=409)
    return redirect(form.sheet.match)


@transaction.atomic
def _write(form: PaperForm, sheet: Sheet, phone: Phone) -> None:
    """Append the rows after `form.sheet`. All get the time of the entry before, or noon of the date."""
    rows = form.sheet.rows
    match = form.sheet.match
    sent = form.cleaned_data
    happened_at = (
        rows[-1].happened_at if rows else dates.noon(match.circle, match.played_on)
    )
    for index, entry in enumerate(form.entries()):
        sheet = log.append(
            sheet,
            entry,
            seq=sent["seq"] + index,
            client_key=f"{sent['client_key']}-{index}",
            phone=phone,
            happened_at=happened_at,
            is_from_paper=True,
        )


def _show(
    request: HttpRequest,
    form: PaperForm,
    message: str = "",
    *,
    is_judged: bool = True,
    status: int = 200,
) -> HttpResponse:
    """The grid; with `is_judged` also errors and totals."""
    is_judged = is_judged and form.is_bound
    can_be_saved = is_judged and not form.errors
    context = {
        "match": form.sheet.match,
        "sheet": form.sheet,
        "form": form,
        "message": message,
        "is_judged": is_judged,
        "can_be_saved": can_be_saved,
        "hands": sum(not row.is_blank for row in form.lines),
        "is_over": not form.is_bound and form.board.is_over,
        "asked": [form.sheet.names[seat] for seat in form.board.seats_asked],
    }
    return render(request, "scores/hand_entry/paper.html", context, status=status)
