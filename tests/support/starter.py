"""`manage.py` as a process that need not import the libraries again: `python -m tests.support.starter`.

Two thirds of what a command costs is imports. Here they are done once, of others' code and of rules/, which
read nothing of the environment. For every line of JSON a fork then becomes the process that was asked for:
with its own arguments, environment and output, and it imports the app and its settings anew.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import runpy
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Imported before the forks, to save time. Not prometheus_client: it reads the environment at import.
LIBRARIES = [
    "csp.middleware",
    "dj_database_url",
    "django.core.management",
    "django.core.management.commands.check",
    "django.core.management.commands.shell",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.db.models",
    "django.forms",
    "django.middleware.csrf",
    "django.shortcuts",
    "django.template.backends.django",
    "django.template.loader_tags",
    "django.templatetags.static",
    "django.test",
    "django.urls",
    "django_htmx.middleware",
    "fontTools.ttLib",
    "limits",
    "openskill.models",
    "pythonjsonlogger.json",
    "segno",
    "whitenoise.middleware",
    "whitenoise.storage",
    *(f"rules.{module.name}" for module in pkgutil.iter_modules([str(ROOT / "rules")])),
]


def main() -> None:
    for name in LIBRARIES:
        import_module(name)
    gc.freeze()  # a collection in a fork would copy every page of it
    for line in iter(sys.stdin.buffer.raw.readline, b""):
        if (pid := os.fork()) == 0:
            return _become(**json.loads(line))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _become(arguments: list[str], environment: dict[str, str], said: str, complained: str) -> None:
    """Whatever ends it ends it as it would end `python manage.py ARGUMENTS`."""
    os.setsid()
    for number, path in enumerate((os.devnull, said, complained)):
        os.dup2(os.open(path, os.O_RDWR), number)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(ROOT / "manage.py"), *arguments]
    sys.path[0] = str(ROOT)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
