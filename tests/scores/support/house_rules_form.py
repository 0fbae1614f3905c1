"""A form of house rules alone, without the rest of a page."""

from django import forms

from rules.presets import CHINCHON
from scores.core.house_rules.forms import HouseRuleFields


class HouseRulesForm(HouseRuleFields, forms.Form):
    def __init__(self, *args, preset=CHINCHON, players=4, **kwargs):
        forms.Form.__init__(self, *args, **kwargs)
        self.add_knobs(preset, players)
