"""The translated engine as one file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from phone.translation.modules import translated
from phone.translation.sources import ALL, PACKAGES, ROOT


def bundle(generated: Mapping[str, str], root: Path = ROOT) -> str:
    """The file, with the `generated` modules (`phone.generated`). Raises Untranslatable."""
    return as_files(translated(root, ALL, generated=generated))


def as_files(modules: Mapping[str, str]) -> str:
    """The sources of modules as the worker reads them: a JSON object of paths and texts."""
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
    for folder in ("templates", "locale"):
        yield from sorted(file for file in (root / folder).rglob("*") if file.is_file())
