"""The translation into MicroPython's Python: what it says, and what it refuses with file and line."""

from ast import dump, parse
from shutil import copyfile

import pytest

from phone.build.generated import generated_modules
from phone.build.modules import ROOT, narrow, translated_sources
from phone.build.sources import FIRST, Untranslatable
from tests.phone.checked_lookups import CheckedLookup
from tests.phone.translated_modules import CheckedModule
from tests.support import extent

STDLIB = "phone/runtime/stdlib.py"


def of(folder, source, **modules):
    """The translation of a module `rules.one`, which may import others, without what it imports."""
    (folder / "rules").mkdir()
    (folder / "phone" / "runtime").mkdir(parents=True)
    copyfile(ROOT / STDLIB, folder / STDLIB)
    for name, text in {"one": source, **modules}.items():
        (folder / "rules" / f"{name}.py").write_text(text)
    text = translated_sources(folder, ["rules.one"])["rules.one"]
    return "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith("from phone.runtime.stdlib")
    )


@pytest.mark.parametrize(
    ("source", "in_micropython"),
    [
        ("a = {'x': 1}", "a = std_ordered_dict((('x', 1),))"),
        (
            "b = {}\na = {**b, 'x': 1}",
            "b = std_ordered_dict()\na = std_merged(b, (('x', 1),))",
        ),
        ("a = {x: 1 for x in 'ab'}", "a = std_ordered_dict([(x, 1) for x in 'ab'])"),
        ("a: Lookup[str, int] = {'x': 1}", "a = {'x': 1}"),
        ("b = []\na = (*b, 1, 2)", "b = []\na = tuple(b) + (1,) + (2,)"),
        ("b = []\na = [1, *b]", "b = []\na = [1] + list(b)"),
        ("a = [1][::-1]", "a = std_with_step([1], None, None, -1)"),
        ("a = (5).bit_count()", "a = std_bit_count(5)"),
        ("a = sorted([2, 1])", "a = std_stable_sorted([2, 1])"),
        ("a = zip([1], [2], strict=True)", "a = std_zip_strict([1], [2])"),
        (
            "def f(x: int = 1) -> int:\n    '''Doc.'''\n    return x",
            "def f(x=1):\n    return x",
        ),
        ("Seat = int\nSide = tuple[Seat, ...]\na = 1", "a = 1"),
        ("a = f'{1}{2!r}'", "a = f'{std_text_of(1)}{2!r}'"),
    ],
)
def test_what_micropython_has_otherwise_is_said_otherwise(
    tmp_path, source, in_micropython
):
    assert of(tmp_path, source) == in_micropython


def faults(folder, source, **modules):
    """Why such modules are not translated."""
    found = ()
    try:
        of(folder, source, **modules)
    except* Untranslatable as group:
        found = group.exceptions
    return [str(fault) for fault in found]


@pytest.mark.parametrize(
    ("source", "refusal"),
    [
        ("a = 1\nimport os", "rules/one.py:2: import os"),
        (
            "from itertools import cycle\na = cycle",
            "itertools.cycle, which phone.runtime.stdlib",
        ),
        ("a = f'{1:>3}'", "rules/one.py:1: a format specification in an f-string"),
        ("a = {1: 2}\nb = a.keys() - {1}", "rules/one.py:2: keys of a dict as a set"),
        ("match 1:\n    case 1:\n        a = 1", "rules/one.py:1: a match statement"),
        ("a = 1\nb = input", "rules/one.py:2: nothing binds the name input"),
        (
            "from phone.runtime.stdlib import a\nb = a",
            "rules/one.py:1: phone.runtime.stdlib.a, which is not",
        ),
        ("class A(object):\n    pass", "rules/one.py:1: the base class object"),
        ("a = ''.zfill(3)", "rules/one.py:1: the method zfill"),
        ("a = 'æ…'.rstrip('…')", "rules/one.py:1: rstrip of letters beyond ASCII"),
        (
            "import re\na = re.escape",
            "rules/one.py:2: re.escape, which MicroPython does not have",
        ),
        (
            "from rules import two\na = two",
            "rules/one.py:1: rules is no module with a file of its own",
        ),
        (
            "from dataclasses import dataclass\n@dataclass(order=True)\nclass A:\n    a: int",
            "a dataclass with a base class, or with more than `frozen` and `eq`",
        ),
        (
            "from typing import NamedTuple\nclass A(NamedTuple):\n    a: int = 1\nb = type(1) is A",
            "rules/one.py:4: a named tuple with defaults in a comparison",
        ),
    ],
)
def test_what_micropython_cannot_say_stops_the_translation_with_file_and_line(
    tmp_path, source, refusal
):
    assert refusal in "\n".join(faults(tmp_path, source))


def test_the_first_fault_of_each_module_is_named(tmp_path):
    source = "from rules.two import b\n\na = b'{b:>3}'.zfill(3)"
    assert faults(tmp_path, source, two="b = 1\nc = input()") == [
        "rules/one.py:3: the method zfill",
        "rules/two.py:2: nothing binds the name input",
    ]


def test_a_look_up_only_dict_raises_in_the_tests_where_anybody_goes_through_it(
    tmp_path,
):
    of(tmp_path, "points: Lookup[str, int] = {'a': 1}")
    translated = translated_sources(tmp_path, ["rules.one"], module=CheckedModule)
    assert "points = std_CheckedLookup({'a': 1})" in translated["rules.one"]
    points = CheckedLookup(a=1)
    assert points["a"] == points.get("a") == 1
    for name in ("__iter__", "keys", "values", "items"):
        with pytest.raises(TypeError, match="look-up only"):
            getattr(points, name)()


def test_only_modules_that_a_phone_runs_are_translated(tmp_path):
    of(tmp_path, "from rules.two import b\na = b", two="b = 1", three="import socket")
    assert sorted(translated_sources(tmp_path, ["rules.one"])) == [
        "phone.runtime.stdlib",
        "rules.one",
        "rules.two",
    ]


def test_a_phone_loads_the_same_modules_with_less_white_space():
    modules = translated_sources(ROOT, [FIRST], generated=generated_modules())
    letters = whole = 0
    for name in extent.spread("translated rules", [*modules], 0):
        narrowed = narrow(modules[name])
        assert dump(parse(narrowed)) == dump(parse(modules[name])), name
        letters += len(narrowed)
        whole += len(modules[name])
    assert letters < 0.95 * whole
