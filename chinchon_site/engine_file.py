"""The engine for phones as static files, translated anew whenever their sources changed."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any

import django
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from phone.build import generated
from phone.build.generated import generated_modules
from phone.build.modules import as_files, bundle
from phone.build.sources import FIRST, WITHOUT_SERVER
from rules.forecast import shipped_texts
from scores.core.languages import LOCALES
from scores.table.offline import without_signal
from scores.table.offline.without_server import at_edition

ENGINE = "js/phone/engine.json"
LANGUAGE = "js/phone/language_{}.json"
ADDRESSES = "js/phone/languages.js"  # of the files of texts
HANDS = "js/forecast/shipped_hands.json"  # a page loads it for the chances
# the static files that are made here
NAMES = (
    ENGINE,
    *map(LANGUAGE.format, LOCALES),
    ADDRESSES,
    HANDS,
)
FOLDER = "engine"  # in the data directory: the files, and the digest of what they were made of
# A browser asks for all of them at once. Threads that parse at the same time would each do all of the work,
# and CPython 3.11 may fail then ("AST constructor recursion depth mismatch").
_one_at_a_time = Lock()


class EngineFinder(BaseFinder):
    """Finds the engine and its texts in each language. What the translation does
    not know raises, and stops collectstatic."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> str | list[str]:
        if path not in NAMES:
            return []
        file = str(made_in(_folder()) / path)
        return [file] if find_all else file

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(made_in(_folder()))
        yield from ((name, storage) for name in NAMES)


def _folder() -> Path:
    return Path(settings.DATA_DIR) / FOLDER


@cache
def made_in(folder: Path) -> Path:
    """The folder, with the files in it, made anew if they are older than the sources."""
    stamp = folder / "digest"
    current = stamp_of_sources()
    first = FIRST if settings.HAS_SERVER else WITHOUT_SERVER
    with _one_at_a_time:
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != current:
            _write(folder / ENGINE, bundle(generated_modules(first), first=first))
            for code in LOCALES:
                _write(folder / LANGUAGE.format(code), as_files(_texts(code, first)))
            _write(folder / ADDRESSES, _addresses(first))
            _write(folder / HANDS, shipped_texts.FILE.read_text(encoding="utf-8"))
            _write(stamp, current)
    return folder


def stamp_of_sources() -> str:
    """Changes with all that the files are made of; they have texts and formats of Django too."""
    return f"{django.__version__} {without_signal.version()}"


def _texts(code: str, first: str) -> dict[str, str]:
    """The modules of a locale. Without a server each has its own addresses, too."""
    texts = {generated.LANGUAGE: generated.language(code, first)}
    if settings.HAS_SERVER:
        return texts
    with at_edition(code):
        return {**texts, generated.ADDRESSES: f"PATTERNS = {generated.patterns()!r}\n"}


def _addresses(first: str) -> str:
    """A module with the name of the Python module that the worker imports, and the address of the texts of
    each locale, which the static storage completes by hashes.
    """
    lines = [
        f'  "{code}": new URL("./language_{code}.json", import.meta.url).href,\n'
        for code in LOCALES
    ]
    texts = "".join(lines)
    return f'export const FIRST = "{first}";\nexport const TEXTS = {{\n{texts}}};\n'


def _write(path: Path, text: str) -> None:
    """Write the file in one step, for others may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", dir=path.parent, delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
