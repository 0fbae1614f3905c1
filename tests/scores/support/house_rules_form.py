"""A form of house rules alone, without the rest of a page."""

from typing import Any

from django import forms

from rules.presets import CHINCHON
from rules.ruleset import Ruleset
from scores.core.house_rules.forms import HouseRuleFields


class HouseRulesForm(HouseRuleFields, forms.Form):
    def __init__(
        self, *args: Any, preset: Ruleset = CHINCHON, players: int = 4, **kwargs: Any
    ) -> None:
        forms.Form.__init__(self, *args, **kwargs)
        self.add_knobs(preset, players)
