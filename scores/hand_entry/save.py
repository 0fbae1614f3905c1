"""Save the entry of a form, and describe why it could not be saved."""

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
from scores.matches.scoresheet import Sheet
from scores.wording.news import news


@dataclass(frozen=True)
class Trouble:
    """Why nothing was saved although the form is valid: too many requests, or other entries came first."""

    message: str
    meanwhile: list[str] = field(default_factory=list)  # what others wrote since the form was rendered
    hand: Step | None = None  # the last hand among them, which may be the same hand with another number
    is_same: bool = False  # the same hand is among them: there is nothing to save


@dataclass(frozen=True)
class Outcome:
    """The result of saving: the sheet as it is stored now, the HTTP status, and why nothing was saved."""

    sheet: Sheet
    status: int = 200
    trouble: Trouble | None = None  # None with status 422: the form has the errors

    @property
    def is_written(self) -> bool:
        return self.status == 200


def save(request: HttpRequest, sheet: Sheet, form: WritingForm) -> Outcome:
    """Append the form's entry to the log. A refusal of the rules becomes an error of the form."""
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
                seq=form.rendered_for,
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
    """The message for a form that was sent after other entries had been written."""
    sheet = clash.sheet
    rows = [clash.written] if isinstance(clash, log.KeyReused) else list(clash.since)
    meanwhile = news(sheet.log, [row.seq for row in rows], sheet.names)
    entry = form.entry()
    if not isinstance(entry, HandScored):
        return Trouble(_("Mientras tanto se escribió esto, así que no se ha hecho nada:"), meanwhile)
    hands = [step for row in rows if (step := sheet.step(str(row.seq))) and step.is_hand]
    if any(step.event == entry for step in hands):
        return Trouble(
            _("Esta mano ya estaba apuntada. No se ha guardado dos veces."), meanwhile, is_same=True
        )
    if hands:
        message = _(
            "Esto ya está apuntado. Si es la misma mano, descártala o corrígela; si es otra, guárdala."
        )
        return Trouble(message, meanwhile, hands[-1])
    message = _("Mientras tanto se escribió esto. Los números siguen aquí: míralos y guarda otra vez.")
    return Trouble(message, meanwhile)
