"""Run `manage.py` in forks that have imported the libraries already: `python -m tests.support.starter`.

Two thirds of the time of a command are imports. This process imports the libraries and rules/ once, because
they read nothing from the environment. For each line of JSON on its standard input it forks. The fork runs
the command with its own arguments, environment and output, and imports the app and its settings.
"""

import gc
import json
import os
import pkgutil
import runpy
import sys
from importlib import import_module

from tests.support import ROOT

# Imported before the forks, to save time. Not prometheus_client: it reads the environment at import.
LIBRARIES = [
    "csp.middleware",
    "django.core.management.commands.check",
    "django.core.management.commands.shell",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.middleware.csrf",
    "django.test",
    "django_htmx.middleware",
    "fontTools.ttLib",
    "limits",
    "pythonjsonlogger.json",
    "segno",
    "whitenoise.storage",
    *(f"rules.{module.name}" for module in pkgutil.iter_modules([str(ROOT / "rules")])),
]


def main():
    for name in LIBRARIES:
        import_module(name)
    gc.freeze()  # otherwise a garbage collection in a fork would copy all memory pages
    for line in iter(sys.stdin.buffer.raw.readline, b""):
        if (pid := os.fork()) == 0:
            return _run(**json.loads(line))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def _run(arguments, environment, stdout, stderr):
    """Run `manage.py ARGUMENTS` as the main program of this process; `stdout` and `stderr` are files."""
    os.setsid()
    for number, path in enumerate((os.devnull, stdout, stderr)):
        os.dup2(os.open(path, os.O_RDWR), number)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(ROOT / "manage.py"), *arguments]
    sys.path[0] = str(ROOT)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
