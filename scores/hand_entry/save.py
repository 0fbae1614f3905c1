"""Append what a form says and show what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.events import HandScored
from rules.match.steps import Step
from scores import metrics
from scores.access import grants, rate_limits
from scores.hand_entry.line_form import WritingForm
from scores.matches import log
from scores.matches.replay_cache import loaded
from scores.matches.scoresheet import Sheet
from scores.wording.log_lines import happened


@dataclass(frozen=True)
class Trouble:
    """Why nothing was written although the form was in order: what others wrote meanwhile."""

    status: int
    said: str
    meanwhile: list[str] = field(default_factory=list)
    hand: Step | None = None  # that was written meanwhile, and may be the one that was meant
    is_same: bool = False  # the same hand was written meanwhile: nothing is left to save


Redraw = Callable[[Sheet, int, Trouble | None], HttpResponse]
"""Shows the form again: on which sheet, with which status, after what trouble."""


def append_and_show(
    request: HttpRequest,
    sheet: Sheet,
    form: WritingForm,
    redraw: Redraw,
    show: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """Write the form's entry; then `show`, or go to the match. What is refused is drawn again as typed."""
    if not form.is_valid():
        return redraw(sheet, 422, None)
    if request.wait:
        metrics.refused.labels("too-many").inc()
        return redraw(sheet, 429, Trouble(429, rate_limits.wait_message(request)))
    try:
        log.append(
            sheet.match,
            form.entry(),
            seq=form.drawn_for,
            client_key=form.key,
            phone=grants.phone_that_writes(request),
            happened_at=form.happened,
        )
    except Illegal as refusal:
        metrics.refused.labels(refusal.code).inc()
        form.refuse(refusal)
        return redraw(sheet, 422, None)
    except (log.Stale, log.KeyReused) as clash:
        return _too_late(sheet, form, clash, redraw)
    return show() if show else redirect(sheet.match)


def _too_late(
    sheet: Sheet, form: WritingForm, clash: log.Stale | log.KeyReused, redraw: Redraw
) -> HttpResponse:
    """The form again, on the sheet as it is by now."""
    metrics.refused.labels("stale" if isinstance(clash, log.Stale) else "key-reused").inc()
    sheet.match.refresh_from_db(fields=["version", "finished_at", "written_at", "hands"])
    fresh = Sheet(sheet.match)
    return redraw(fresh, 409, trouble(fresh, form, clash))


def trouble(sheet: Sheet, form: WritingForm, clash: log.Stale | log.KeyReused) -> Trouble:
    """What to tell somebody whose form came too late. `sheet` is the one that is in force now."""
    rows = [clash.written] if isinstance(clash, log.KeyReused) else list(clash.since)
    meanwhile = [happened(loaded(row), sheet.names) for row in rows]
    entry = form.entry()
    if not isinstance(entry, HandScored):
        return Trouble(409, _("Mientras tanto se escribió esto, así que no se ha hecho nada:"), meanwhile)
    hands = [step for row in rows if (step := sheet.step(str(row.seq))) and step.is_hand]
    if any(step.event == entry for step in hands):
        return Trouble(
            409, _("Esta mano ya estaba apuntada. No se ha guardado dos veces."), meanwhile, is_same=True
        )
    if hands:
        said = _("Esto ya está apuntado. Si es la misma mano, se corrige; si es otra, guardar otra vez.")
        return Trouble(409, said, meanwhile, hands[-1])
    said = _("Mientras tanto se escribió esto. Los números siguen aquí: mirar y guardar otra vez.")
    return Trouble(409, said, meanwhile)
