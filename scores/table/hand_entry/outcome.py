"""The outcome of saving an entry: the sheet after it, or why nothing was saved, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.events import HandScored
from rules.match.steps import Step
from scores.core.matches.scoresheet import KeyReused, Sheet, Stale
from scores.core.wording.hand_lines import left_with
from scores.core.wording.log_lines import happened, news
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.line_form import WritingForm

if TYPE_CHECKING:
    from scores import models


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


def outcome_of(sheet: Sheet, form: WritingForm, write: Callable[[], Sheet]) -> Outcome:
    """The outcome of a form whose entry `write` appends; it may raise Illegal, Stale and KeyReused.

    A refusal of the rules becomes an error of the form.
    """
    if not form.is_valid():
        return Outcome(sheet, 422)
    try:
        return Outcome(write())
    except Illegal as refusal:
        form.refuse(refusal)
        return Outcome(sheet, 422)
    except (Stale, KeyReused) as clash:
        rows = [clash.written] if isinstance(clash, KeyReused) else clash.since
        return Outcome(clash.sheet, 409, _trouble(form, clash.sheet, rows))


def _trouble(form: WritingForm, sheet: Sheet, rows: Sequence[models.LogRow]) -> Trouble:
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


def reasons(outcome: Outcome, form: HandForm, message: str) -> list[str]:
    """Why a hand was not saved, in sentences."""
    if outcome.trouble:
        return [outcome.trouble.message, *outcome.trouble.meanwhile, *([message] if message else [])]
    return [message] if message else errors_of(form)


def errors_of(form: WritingForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]


def hand_without_form(sheet: Sheet, form: HandForm) -> str:
    """Why a hand was refused, and the hand in words, for a board without a form; else empty.

    A board that is over, or asks the buy-back question, has no form that could show what was typed.
    """
    if not sheet.board.is_over and not sheet.board.seats_asked:
        return ""
    because = errors_of(form)  # before the entry: the form reads its fields for them
    hand = form.entry()
    is_known = form.closer_is_nobody or (form.closer in sheet.names and form.way_is_known)
    written = happened(hand, sheet.names) if is_known else left_with(hand, sheet.names)
    return " ".join([*because, _("Lo que estaba escrito:"), written] if written else because)
