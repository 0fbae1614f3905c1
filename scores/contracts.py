"""What a hand of Chinaso asks for, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.ruleset import Contract


def contract_in_words(contract: Contract) -> str:
    """ "2 tríos y 1 escalera"."""
    sets, runs = contract
    told = [ngettext("%(sets)s trío", "%(sets)s tríos", sets) % {"sets": sets}] if sets else []
    told += [ngettext("%(runs)s escalera", "%(runs)s escaleras", runs) % {"runs": runs}] if runs else []
    if len(told) == 2:
        return _("%(first)s y %(last)s") % {"first": told[0], "last": told[1]}
    return told[0] if told else _("ningún juego")


def contracts_in_words(contracts: Sequence[Contract]) -> str:
    """Any one of them: "2 tríos o 2 escaleras"."""
    return _(" o ").join(map(contract_in_words, contracts))
