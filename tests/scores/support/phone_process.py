"""The modules of a phone in a CPython process without Django, with stand-ins and compiled templates."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from phone.build.generated import LANGUAGE, generated_modules, language
from phone.build.sources import FIRST, ROOT, modules_from
from tests.support.servers import made_once

CODES = ("es", "en-gb")

LOOP = """
import importlib, json, sys, traceback
first, *sys.path[:0] = sys.argv[1:]
called = importlib.import_module(first).answer
from phone.runtime.messages import TAG, untagged_value

def tagged(value):
    "As static/js/phone/engine.js writes it: names stay as they are."
    if isinstance(value, dict):
        return [TAG, *(part for key, each in value.items() for part in (str(key), tagged(each)))]
    return [*map(tagged, value)] if isinstance(value, list) else value

for line in sys.stdin:
    name, payload = json.loads(line)
    try:
        text = called(name, json.dumps(tagged(payload)))
        answer = untagged_value(json.loads(text))
    except Exception:
        answer = {"failed": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
"""


class FailedCall(Exception):
    """An error in Python on the phone, with its traceback."""


def _write_modules(first: str, folder: Path) -> None:
    """Write the modules that all languages share, and beside them those of each language."""
    for name, source in modules_from(ROOT, [first], generated_modules(first)).items():
        if name != LANGUAGE:
            _write(folder, name, ast.unparse(source.tree))
    for code in CODES:
        _write(folder / code, LANGUAGE, language(code, first))


def _write(folder: Path, name: str, text: str) -> None:
    path = folder / (name.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class PhoneProcess:
    """Answers calls of entry points, in one language."""

    def __init__(self, code: str, first: str = FIRST) -> None:
        folder = made_once(first, partial(_write_modules, first))
        command = [
            sys.executable,
            "-I",
            "-X",
            "utf8",
            "-c",
            LOOP,
            first,
            str(folder / code),
            str(folder),
        ]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> PhoneProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def call(self, name: str, payload: dict[str, Any]) -> Any:
        """Raises FailedCall."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([name, payload]), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "failed" in answer:
            raise FailedCall(answer["failed"])
        return answer
