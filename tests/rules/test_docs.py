"""The page of the rules speaks of every variant there is."""

from pathlib import Path

from rules.presets import RULESETS

PAGE = Path(__file__).parents[2] / "docs" / "RULES.md"


def test_every_preset_is_on_the_rules_page():
    page = PAGE.read_text(encoding="utf-8")
    assert [key for key in RULESETS if f"## `{key}`" not in page] == []
