"""What new entries of a log did, in words for those who saw the board as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.events import HandScored
from rules.match.corrections import Amended, Change, Entry, LogLine, Redone, Undone, lines, moved
from scores.core.wording.hand_lines import difference
from scores.core.wording.log_lines import Names, change_in_words, happened, number_of_changed_hand

NEWS = 10  # entries that are put into words at once
CHANGES = 3  # of one correction


@dataclass(frozen=True)
class _Phrases:
    """How an undo or a redo is said, by what it takes back or brings back."""

    hand: Any
    correction: Any
    other: Any


_PHRASES = {
    Undone: _Phrases(
        gettext_lazy("Deshecha la mano %(number)s: %(said)s"),
        gettext_lazy("Deshecha la corrección (%(said)s)"),
        gettext_lazy("Deshecho: %(said)s"),
    ),
    Redone: _Phrases(
        gettext_lazy("Rehecha la mano %(number)s: %(said)s"),
        gettext_lazy("Rehecha la corrección (%(said)s)"),
        gettext_lazy("Rehecho: %(said)s"),
    ),
}


def news(log: Sequence[Entry], seqs: Sequence[int], names: Names) -> list[str]:
    """A sentence for each of these entries; of many entries for the newest NEWS."""
    return [news_of(log, seq, names) for seq in seqs[-NEWS:]]


def news_of(log: Sequence[Entry], seq: int, names: Names) -> str:
    """One entry as a sentence. An undo or redo says what it moved, a correction what it changed."""
    entry = log[seq]
    if isinstance(entry, (Undone, Redone)):
        return _moved(log, seq, names)
    if isinstance(entry, Amended):
        before = lines(log[:seq])
        return _listed(entry, [_corrected(before, change, names) for change in entry.changes[:CHANGES]])
    return happened(entry, names)


def _moved(log: Sequence[Entry], seq: int, names: Names) -> str:
    """The sentence of the undo or redo `seq`."""
    phrases, entry = _PHRASES[type(log[seq])], log[moved(log)[seq]]
    without = lines(log[: seq + 1] if isinstance(log[seq], Undone) else log[:seq])
    if isinstance(entry, HandScored):
        number = 1 + sum(isinstance(line.event, HandScored) for line in without)
        return str(phrases.hand % {"number": number, "said": happened(entry, names)})
    if isinstance(entry, Amended):
        changes = [change_in_words(without, change, names) for change in entry.changes[:CHANGES]]
        return str(phrases.correction % {"said": _listed(entry, changes)})
    return str(phrases.other % {"said": happened(entry, names)})


def _corrected(before: Sequence[LogLine], change: Change, names: Names) -> str:
    """The sentence of one change of a correction; `before` are the lines that it changes."""
    old = next((line.event for line in before if change.at in line.refs), None)
    if isinstance(old, HandScored) and not change.insert:
        facts: dict[str, object] = {"number": number_of_changed_hand(before, change)}
        if change.event is None:
            return _("Quitada la mano %(number)s: %(said)s") % {**facts, "said": happened(old, names)}
        if isinstance(change.event, HandScored):
            facts["said"] = difference(old, change.event, names)
            return _("Corregida la mano %(number)s: %(said)s") % facts
    return _("Corregido: %(said)s") % {"said": change_in_words(before, change, names)}


def _listed(entry: Amended, sentences: Sequence[str]) -> str:
    """The sentences of the first changes, and how many more there are."""
    more = len(entry.changes) - len(sentences)
    rest = ngettext("… y %(count)s cambio más", "… y %(count)s cambios más", more) % {"count": more}
    return " · ".join([*sentences, rest] if more else sentences)
