"""Save what a form says, and tell what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import HttpRequest
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
    """Why nothing was written although the form was in order."""

    message: str
    meanwhile: list[str] = field(default_factory=list)  # lines that others wrote since the form was drawn
    hand: Step | None = None  # one of those lines, which may be the hand that was meant
    is_same: bool = False  # the same hand was written meanwhile: nothing is left to save


@dataclass(frozen=True)
class Outcome:
    """What came of a form: the sheet as it is stored now; if nothing was written, the HTTP status and why."""

    sheet: Sheet
    status: int = 200
    trouble: Trouble | None = None  # None for 422: then the form has the errors

    @property
    def is_written(self) -> bool:
        return self.status == 200


def save(request: HttpRequest, sheet: Sheet, form: WritingForm) -> Outcome:
    """Append the form's entry to the log. What the rules refuse becomes an error of the form."""
    if not form.is_valid():
        return Outcome(sheet, 422)
    if request.wait:
        metrics.refused.labels("too-many").inc()
        return Outcome(sheet, 429, Trouble(rate_limits.wait_message(request)))
    try:
        return Outcome(
            log.append(
                sheet,
                form.entry(),
                seq=form.drawn_for,
                client_key=form.key,
                phone=grants.phone_that_writes(request),
                happened_at=form.happened,
            )
        )
    except Illegal as refusal:
        metrics.refused.labels(refusal.code).inc()
        form.refuse(refusal)
        return Outcome(sheet, 422)
    except (log.Stale, log.KeyReused) as clash:
        metrics.refused.labels("stale" if isinstance(clash, log.Stale) else "key-reused").inc()
        return Outcome(clash.sheet, 409, trouble(form, clash))


def trouble(form: WritingForm, clash: log.Stale | log.KeyReused) -> Trouble:
    """What to tell somebody whose form came too late."""
    sheet = clash.sheet
    rows = [clash.written] if isinstance(clash, log.KeyReused) else list(clash.since)
    meanwhile = [happened(loaded(row), sheet.names) for row in rows]
    entry = form.entry()
    if not isinstance(entry, HandScored):
        return Trouble(_("Mientras tanto se escribió esto, así que no se ha hecho nada:"), meanwhile)
    hands = [step for row in rows if (step := sheet.step(str(row.seq))) and step.is_hand]
    if any(step.event == entry for step in hands):
        return Trouble(
            _("Esta mano ya estaba apuntada. No se ha guardado dos veces."), meanwhile, is_same=True
        )
    if hands:
        message = _("Esto ya está apuntado. Si es la misma mano, se corrige; si es otra, guardar otra vez.")
        return Trouble(message, meanwhile, hands[-1])
    message = _("Mientras tanto se escribió esto. Los números siguen aquí: mirar y guardar otra vez.")
    return Trouble(message, meanwhile)
