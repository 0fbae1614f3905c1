"""The examples in the docstrings of the rules run and say what comes out."""

import doctest
from importlib import import_module

import pytest

from tests.support import ROOT


def modules_with_examples():
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "rules").rglob("*.py"))
        if ">>>" in path.read_text(encoding="utf-8")
    ]
    return [import_module(name) for name in names]


@pytest.mark.parametrize(
    "module", modules_with_examples(), ids=lambda module: module.__name__
)
def test_the_examples_of_the_rules_hold(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0
