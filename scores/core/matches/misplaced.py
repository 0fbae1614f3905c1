"""Why a mutation cannot be written, in sentences: it names what is gone or changed, or rules refuse it."""

from __future__ import annotations

from contextlib import suppress

from django.utils.translation import gettext as _

from rules.errors import Illegal
from rules.match.corrections import Redone, Undone
from scores.core.house_rules import labels
from scores.core.matches.named_entries import Misplaced, Mutation, seat_named
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import same_name
from scores.core.wording.news import news_of
from scores.core.wording.refusals import phrase

WHY = {"answer-pending": "asked", "log-full": "full", "table-full": "full"}  # all others are "illegal"


def reasons(sheet: Sheet, mutation: Mutation, why: str) -> list[str]:
    """The sentences for `why` of `named_entries.Misplaced`."""
    if why == "renamed":
        return _renamed(sheet, mutation)
    if why == "stale":
        return [_stale(sheet, Undone() if mutation.kind == "undo" else Redone())]
    return [_("Depende de un apunte que ya no está en la partida.")]


def why_refused(sheet: Sheet, refusal: Illegal) -> tuple[str, list[str]]:
    """Why the rules refuse it, in a word and in a sentence."""
    if refusal.code == "bad-rules":
        return "illegal", [labels.why_refused(refusal.details["knob"])]
    return WHY.get(refusal.code, "illegal"), [phrase(refusal, sheet.names)]


def _renamed(sheet: Sheet, mutation: Mutation) -> list[str]:
    """For each seat that has another name than when the points were typed; another may be gone besides."""
    sentence = _("Se apuntó para %(old)s, y en su sitio está ahora %(new)s.")
    found: list[str] = []
    for name, old in mutation.names.items():
        with suppress(Misplaced):
            new = sheet.names[seat_named(sheet, name)]
            found += [] if same_name(old, new) else [sentence % {"old": old, "new": new}]
    return found


def _stale(sheet: Sheet, entry: Undone | Redone) -> str:
    """What the undo or redo would move now."""
    if not (sheet.can_undo if isinstance(entry, Undone) else sheet.can_redo):
        return _("No se ha hecho nada, porque ya no es lo último.")
    said = news_of([*sheet.log, entry], sheet.seq, sheet.names)
    return _("No se ha hecho nada, porque ya no es lo último. Ahora sería: %(said)s") % {"said": said}
