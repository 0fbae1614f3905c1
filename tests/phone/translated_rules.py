"""A plugin of pytest, `-p tests.phone.translated_rules`: tests import the translated rules.

The folder TRANSLATED_RULES has `rules` and `phone` as translated for CPython. This module imports nothing of
ours, because what is imported before stays.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from importlib import import_module
from typing import Any

VARIABLE = "TRANSLATED_RULES"


def _use(folder: str) -> None:
    """Import the packages from `folder`, before any test does."""
    sys.path.insert(0, folder)
    for package in ("phone", "rules"):
        import_module(package)
    stdlib, usual = import_module("phone.runtime.stdlib"), dataclasses.replace

    def replace(old: Any, **facts: Any) -> Any:
        is_translated = hasattr(type(old), "_fields")
        return (stdlib.replace if is_translated else usual)(old, **facts)

    dataclasses.replace = replace


if VARIABLE in os.environ:
    _use(os.environ[VARIABLE])
