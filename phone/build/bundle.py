"""The translated engine as one file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from phone.build.modules import translated
from phone.build.sources import FIRST, PACKAGES, ROOT


def bundle(generated: Mapping[str, str], root: Path = ROOT) -> str:
    """The file, with the `generated` modules (`phone.build.generated`). Raises Untranslatable."""
    return as_files(translated(root, [FIRST], generated=generated))


def as_files(modules: Mapping[str, str]) -> str:
    """The sources of modules as the worker reads them: a JSON object of paths and texts."""
    return json.dumps({name.replace(".", "/") + ".py": narrow(text) for name, text in modules.items()})


def narrow(source: str) -> str:
    """The source with one space for each level, and without empty lines: 2 kB less to load.

    No text in it may have several lines.
    """
    lines = [(line.lstrip(" "), len(line)) for line in source.split("\n") if line]
    return "".join(f"{' ' * ((length - len(line)) // 4)}{line}\n" for line, length in lines)


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
