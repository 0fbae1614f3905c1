"""Base of all forms that append an entry to the log, and the outcome of saving it: the sheet, or why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.events import BoughtBackIn, Declined, HandScored
from rules.match.corrections import Entry, Step
from scores.core.matches.named_entries import no_longer_last
from scores.core.matches.scoresheet import KeyReused, Sheet, Stale
from scores.core.wording.hand_lines import left_with
from scores.core.wording.log_lines import news, sentence_of_entry
from scores.core.wording.refusals import phrase
from scores.fields import ClockField, WholeField

if TYPE_CHECKING:
    from scores import models
    from scores.table.hand_entry.form import HandForm


def new_key() -> str:
    """A random client key for a form that is rendered now."""
    return uuid4().hex


class WritingForm(forms.Form):
    """Has the entry number for which it was rendered and a client key; `entry()` is the entry to append.

    A valid form is well formed only. `scores.core.matches.log` checks the entry by the rules, after it has
    checked whether the same key was written before.
    """

    seq = WholeField(min_value=0, widget=forms.HiddenInput)
    client_key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    happened_at = ClockField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.board = sheet.board
        self.fields["seq"].initial = sheet.seq
        self.fields["client_key"].initial = new_key()

    def entry(self) -> Entry:
        """The entry to append. Only for a valid form."""
        raise NotImplementedError

    def refuse(self, refusal: Illegal) -> None:
        """Add a refusal of the rules as an error of the field that it is about."""
        self.add_error(self.field_of(refusal), phrase(refusal, self.sheet.names))

    def field_of(self, refusal: Illegal) -> str | None:
        """The field that a refusal is about; None for the whole form."""
        return None


ANSWERS: dict[str, type[BoughtBackIn | Declined]] = {
    "yes": BoughtBackIn,
    "no": Declined,
}
"""To the question whether a bust player buys back in."""


class PlainForm(WritingForm):
    """A form without fields of its own, for a given entry. An undo or a redo may say in `target` which entry
    it moves; if that is another one by now, it is refused.
    """

    target = WholeField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entry = entry

    def entry(self) -> Entry:
        return self._entry

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        target = cleaned.get("target")
        if target is None or cleaned.get("seq") != self.sheet.seq:
            return cleaned  # or the log is not the one that the form is about
        now = self.sheet.target_of(self._entry)
        if now is not None and now != target:  # without any the rules refuse it
            self.add_error(None, no_longer_last(self.sheet, self._entry))
        return cleaned


# The outcome of saving


@dataclass(frozen=True)
class Trouble:
    """Why nothing was saved although the form is valid: too many requests, or other entries came first."""

    message: str
    # what others wrote since the form was rendered
    meanwhile: list[str] = field(default_factory=list)
    # the last hand among them, which may be the same hand with another number
    hand: Step | None = None
    is_same: bool = False  # the same hand is among them: there is nothing to save


class Outcome(NamedTuple):
    """The result of saving: the sheet as it is stored now, the HTTP status, and why nothing was saved."""

    sheet: Sheet
    status: int = 200
    trouble: Trouble | None = None  # None with status 422: the form has the errors

    @property
    def is_written(self) -> bool:
        return self.status == 200


def outcome_of(sheet: Sheet, form: WritingForm, write: Callable[[], Sheet]) -> Outcome:
    """The outcome of a form whose entry `write` appends; it may raise Illegal, Stale and KeyReused."""
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
        return Trouble(
            _("Mientras tanto se escribió esto, así que no se ha hecho nada:"),
            meanwhile,
        )
    hands = [
        step for row in rows if (step := sheet.step(str(row.seq))) and step.is_hand
    ]
    written = [step.event for step in hands if isinstance(step.event, HandScored)]
    if any(replace(hand, cards=entry.cards) == entry for hand in written):
        return Trouble(
            _("Esta mano ya estaba apuntada. No se ha guardado dos veces."),
            meanwhile,
            is_same=True,
        )
    if hands:
        message = _(
            "Esto ya está apuntado. Si es la misma mano, bórrala o corrígela; si es otra, guárdala."
        )
        return Trouble(message, meanwhile, hands[-1])
    message = _(
        "Mientras tanto se escribió esto. Los números siguen aquí: míralos y guarda otra vez."
    )
    return Trouble(message, meanwhile)


def reasons(outcome: Outcome, form: HandForm, message: str) -> list[str]:
    if outcome.trouble:
        return [
            outcome.trouble.message,
            *outcome.trouble.meanwhile,
            *([message] if message else []),
        ]
    return [message] if message else errors_of(form)


def errors_of(form: WritingForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]


def hand_without_form(sheet: Sheet, form: HandForm) -> str:
    """Why a hand was refused, and its words, where the board has no form to show them; else empty."""
    if not sheet.board.is_over and not sheet.board.seats_asked:
        return ""
    because = errors_of(form)  # before the entry: the form reads its fields for them
    hand = form.entry()
    written = (
        sentence_of_entry(hand, sheet.names)
        if form.is_known
        else left_with(hand, sheet.names)
    )
    return " ".join(
        [*because, _("Lo que estaba escrito:"), written] if written else because
    )
