"""docs/rules/PRESETS.md has a section for every preset; the tables of three pages say what the code says."""

import re

from rules.match.log_json import KINDS
from rules.presets import RULESETS
from tests.tools import knob_tables

PAGE = knob_tables.RULES.read_text("utf-8")


def test_every_preset_is_on_the_rules_page():
    assert [key for key in RULESETS if f"## `{key}`" not in PAGE] == []


def test_the_tables_say_what_the_code_says():
    """Otherwise run `python -m tests.tools.knob_tables`, and look at what it changed."""
    meanings = knob_tables.RULESETS_PAGE.read_text("utf-8")
    assert knob_tables.with_values(PAGE) == PAGE
    assert knob_tables.with_meanings(meanings) == meanings


def test_every_knob_has_one_row():
    rows = [PAGE.count(f"| [`{knob}`](") for knob in knob_tables.KNOBS]
    assert rows == [1] * len(knob_tables.KNOBS)


def test_every_kind_of_entry_has_one_row():
    format_page = knob_tables.RULES.with_name("FORMAT.md").read_text("utf-8")
    cells = re.findall(r'^\| <a id="entry-\w+"></a>(.+?) \|', format_page, re.M)
    rows = re.findall(r"`(\w+)`", " ".join(cells))
    assert sorted(rows) == sorted(KINDS.values())
