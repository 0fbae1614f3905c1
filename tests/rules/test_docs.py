"""docs/RULES.md has a section for every preset, and every knob of each as the code has it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.presets import CHINCHON, RULESETS

PAGE = (Path(__file__).parents[2] / "docs" / "RULES.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| (.+?) \| (.*?) ?\| (.+) \|$", PAGE, re.MULTILINE)
"""Of each knob its value in `chinchon`, where it differs, and where it comes from."""
VARIANTS = re.findall(r"^## `([\w-]+)`\n+`([\w-]+)` with (.+?)\.\s", PAGE, re.MULTILINE | re.DOTALL)
"""Presets described by another one and the knobs that differ: "`chinchon` with `limit` 50, `jokers` 0."."""


def _value(text: str) -> Any:
    """A knob's JSON value; a word stands for itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _by_preset(value: str, but_in: str) -> dict[str, Any]:
    """The value of one knob in each preset of the tables."""
    values = dict.fromkeys(RULESETS, _value(value))
    for part in but_in.split("; ") if but_in else []:
        keys, _colon, other = part.partition(": ")
        values |= dict.fromkeys(re.findall(r"`([^`]+)`", keys), _value(other))
    return values


def _of_variants(knob: str, values: dict[str, Any]) -> dict[str, Any]:
    """The value of one knob in each preset that is described as a variant of another."""
    for key, base, knobs in VARIANTS:
        differs = dict(re.findall(r"`(\w+)` (\[.*?\](?=,? `|$)|[^\s,]+)", knobs))
        values |= {key: _value(differs[knob]) if knob in differs else values[base]}
    return values


def test_every_preset_is_on_the_rules_page():
    assert [key for key in RULESETS if f"## `{key}`" not in PAGE] == []


def test_every_knob_has_one_row():
    assert sorted(knob for knob, *_rest in ROWS) == sorted(set(CHINCHON.dump()) - {"key"})


@pytest.mark.parametrize(("knob", "value", "but_in"), [row[:3] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_row_says_what_every_preset_has(knob, value, but_in):
    values = _of_variants(knob, _by_preset(value, but_in))
    assert values == {key: ruleset.dump()[knob] for key, ruleset in RULESETS.items()}


def test_every_row_names_presets_that_there_are():
    named = {key for _knob, _value_, but_in, _why in ROWS for key in re.findall(r"`([^`]+)`", but_in)}
    assert named <= set(RULESETS)
