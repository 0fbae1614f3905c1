"""The translated engine as one file: a JSON object with the source of each module by its path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from phone.translation.modules import translated
from phone.translation.sources import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
FIRST = "phone.messages"


def bundle(root: Path = ROOT) -> str:
    """The file. Raises Untranslatable."""
    modules = translated(root, [FIRST])
    return json.dumps({name.replace(".", "/") + ".py": text for name, text in modules.items()})


def digest(root: Path = ROOT) -> str:
    """A hash of everything that `bundle` depends on."""
    whole = sha256()
    for file in _files(root):
        whole.update(str(file.relative_to(root)).encode() + sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))
