"""Write the tables of knobs: `python -m tests.tools.knob_tables`.

In docs/rules/PRESETS.md and docs/rules/RULESETS.md they follow the declarations in
`rules/ruleset.py` and `rules/presets.py`; what a value means is the comment beside it
in `rules/knobs.py`. The sources, the last column of the presets, are written by hand.
"""

import ast
import json
import re
from inspect import getsource
from itertools import groupby, pairwise

from rules.kinds import Choice, Flag, Whole
from rules.knobs import (
    Amount,
    ByPlayers,
    Cards,
    Contracts,
    KnobGroup,
    OneOrTwo,
    Pair,
    RankPoints,
)
from rules.presets import RULESETS
from rules.ruleset import KNOBS, Ruleset
from tests.support import ROOT

RULES = ROOT / "docs/rules/PRESETS.md"
RULESETS_PAGE = ROOT / "docs/rules/RULESETS.md"
COMMENT = re.compile(r'^ +[A-Z_]+ = "([\w-]+)"  # (.+)$', re.MULTILINE)
TABLE = re.compile(r"(<!-- knobs: (\w+) -->\n).*?(?=\n\n|\Z)", re.DOTALL)
"""A mark that names a group of knobs, and the table below it."""


def main():
    RULES.write_text(with_values(RULES.read_text("utf-8")), "utf-8")
    RULESETS_PAGE.write_text(with_meanings(RULESETS_PAGE.read_text("utf-8")), "utf-8")


def with_values(page):
    """docs/rules/PRESETS.md with the values of all presets."""
    sources = dict(
        re.findall(r"^\| \[`(\w+)`\].* \| ([^|]*?) ?\|$", page, re.MULTILINE)
    )
    head = ["knob", "value", "but in", "where it comes from"]
    rows = {
        name: [
            f"[`{name}`]({RULESETS_PAGE.name}#{name})",
            *values_of(name),
            sources.get(name, ""),
        ]
        for name in KNOBS
    }
    return _with_tables(page, head, rows)


def with_meanings(page):
    """docs/rules/RULESETS.md with the values that each knob can have, and its meaning."""
    meanings = meanings_of_knobs()
    head = ["knob", "values", "meaning"]
    rows = {
        name: [
            f'<a id="{name}"></a>`{name}`',
            possible(knob),
            _linked(meanings[name], name),
        ]
        for name, knob in KNOBS.items()
    }
    return _with_tables(page, head, rows)


def values_of(name):
    """The value of a knob in `chinchon`, and where it differs."""
    values = {key: _json(ruleset.dump()[name]) for key, ruleset in RULESETS.items()}
    usual = values["chinchon"]
    others = dict.fromkeys(value for value in values.values() if value != usual)
    differs = [
        " ".join(f"`{key}`" for key, value in values.items() if value == other)
        + f": {other}"
        for other in others
    ]
    return usual, "; ".join(differs)


def meanings_of_knobs():
    """The string below each field of `Ruleset`, by the name of the field."""
    [ruleset] = ast.parse(getsource(Ruleset)).body
    return {
        ast.unparse(field.target): " ".join(ast.literal_eval(text.value).split())
        for field, text in pairwise(ruleset.body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    }


def possible(knob):
    """The values that a knob can have."""
    if isinstance(knob.type, Choice):
        return _members(knob.type)
    if not isinstance(knob.type, Whole):
        return NOT_A_NUMBER[type(knob.type)]
    numbers = (
        "money"
        if isinstance(knob.type, Amount)
        else f"{knob.type.low} to {knob.type.high}"
    )
    others = "".join(f", or `{_json(value)}`" for value in knob.type.otherwise)
    return NUMBERS.get(type(knob.type), "{}").format(numbers) + others


NOT_A_NUMBER = {
    Flag: "`true`, `false`",
    Cards: 'a list of cards, e.g. `["1o"]`',
    RankPoints: 'a list of `[rank, points]`, e.g. `[[2, 5], [13, 10]]`; or an object, `{"2": 5}`',
    Contracts: "a list of `[sets, runs]`",
}
NUMBERS = {
    ByPlayers: "{}, or [steps](#steps)",
    Pair: "two numbers, {}",
    OneOrTwo: "one number or two, {}",
}


def _members(kind):
    comments = dict(COMMENT.findall(getsource(kind.members)))
    texts = [
        f"`{value}`" + (f": {comments[value]}" if value in comments else "")
        for value in kind.members
    ]
    return ("; " if comments else ", ").join(texts)


def _linked(text, own):
    """The text with a link at each other knob that it names."""
    return re.sub(
        r"`(\w+)`",
        lambda found: (
            f"[{found[0]}](#{found[1]})"
            if found[1] in KNOBS and found[1] != own
            else found[0]
        ),
        text,
    )


def _json(value):
    return value if isinstance(value, str) else json.dumps(value)


def _with_tables(page, head, rows):
    tables = {
        group: _table(head, [rows[knob.name] for knob in knobs])
        for group, knobs in groupby(KNOBS.values(), key=lambda knob: knob.group)
    }
    return TABLE.sub(lambda found: found[1] + tables[KnobGroup(found[2])], page)


def _table(head, rows):
    lines = [f"| {' | '.join(row)} |" for row in [head, *rows]]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


if __name__ == "__main__":
    main()
