"""The contracts of Chinaso in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.knobs import Contract
from scores.core.notation.cards import NUMBERS
from scores.core.notation.names import joined


def contract_in_words(contract: Contract) -> str:
    """Two sets and a run: «dos tríos y una escalera»."""
    sets, runs = contract
    parts = [
        ngettext("un trío", "%(count)s tríos", sets) % {"count": NUMBERS.get(sets, sets)} if sets else "",
        ngettext("una escalera", "%(count)s escaleras", runs) % {"count": NUMBERS.get(runs, runs)}
        if runs
        else "",
    ]
    return joined([part for part in parts if part]) or _("ningún juego")


def contracts_in_words(contracts: Sequence[Contract]) -> str:
    """Alternatives: «dos tríos o dos escaleras»."""
    return _(" o ").join(map(contract_in_words, contracts))
