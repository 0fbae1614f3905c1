"""A plugin of pytest, `-p tests.phone.translated_rules`: tests import the translated rules.

The folder TRANSLATED_RULES has `rules` and `phone` as translated for CPython. This module imports nothing of
ours, because what is imported before stays.
"""

from __future__ import annotations
import __future__

import dataclasses
import os
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from typing import Any

VARIABLE = "TRANSLATED_RULES"


def _without_annotations(
    self: SourceFileLoader, data: bytes, path: str, *, _optimize: int = -1
) -> Any:
    """Compile a module so that its annotations are never evaluated: translated enums are no classes."""
    return compile(
        data, path, "exec", __future__.annotations.compiler_flag, True, _optimize
    )


def _use(folder: str) -> None:
    """Import the packages from `folder`, before any test does."""
    sys.pycache_prefix = os.path.join(folder, "compiled")
    SourceFileLoader.source_to_code = _without_annotations  # type: ignore[method-assign, assignment]  # until the end
    sys.path.insert(0, folder)
    for package in ("phone", "rules"):
        import_module(package)
    stdlib = import_module("phone.runtime.stdlib")
    usual = dataclasses.replace

    def replace(old: Any, **facts: Any) -> Any:
        is_translated = hasattr(type(old), "_fields")
        return (stdlib.replace if is_translated else usual)(old, **facts)

    dataclasses.replace = replace


if VARIABLE in os.environ:
    _use(os.environ[VARIABLE])
