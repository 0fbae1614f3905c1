"""The engine for phones as a static file, translated anew whenever its sources changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from phone.translation.bundle import bundle, digest

NAME = "js/phone/engine.json"
FOLDER = "engine"  # in the data directory: the file, and the digest of what it was made of


class EngineFinder(BaseFinder):
    """Finds the one file NAME. Raises phone.translation.errors.Untranslatable, which stops collectstatic."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> str | list[str]:
        if path != NAME:
            return []
        file = str(made_in(Path(settings.DATA_DIR) / FOLDER) / NAME)
        return [file] if find_all else file

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        yield NAME, FileSystemStorage(made_in(Path(settings.DATA_DIR) / FOLDER))


@cache
def made_in(folder: Path) -> Path:
    """The folder, with the file in it, made anew if it is older than the sources."""
    stamp, current = folder / "digest", digest()
    if not stamp.exists() or stamp.read_text() != current:
        _write(folder / NAME, bundle())
        _write(stamp, current)
    return folder


def _write(path: Path, text: str) -> None:
    """Write the file in one step, for others may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
