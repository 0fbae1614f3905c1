"""What a hand of Chinaso asks for, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.knobs import Contract
from scores.notation.cards import NUMBERS
from scores.notation.names import joined


def contract_in_words(contract: Contract) -> str:
    """Two sets and a run: «dos tríos y una escalera»."""
    sets, runs = contract
    told = [
        ngettext("un trío", "%(count)s tríos", sets) % {"count": NUMBERS.get(sets, sets)} if sets else "",
        ngettext("una escalera", "%(count)s escaleras", runs) % {"count": NUMBERS.get(runs, runs)}
        if runs
        else "",
    ]
    return joined([one for one in told if one]) or _("ningún juego")


def contracts_in_words(contracts: Sequence[Contract]) -> str:
    """Any one of them: «dos tríos o dos escaleras»."""
    return _(" o ").join(map(contract_in_words, contracts))
