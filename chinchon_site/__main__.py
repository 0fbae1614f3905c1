"""The program: `reenganche`, `manage.py`, `python -m chinchon_site`. Without a command it serves."""

import atexit
import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

DJANGOS_OWN = ("-h", "--help")
# In place of Django's, which print the version of Django.
VERSIONS = {"version": ["versions"], "--version": ["versions", "--short"]}


def main() -> None:
    """Run the command that the arguments name; `serve` if they name none."""
    # Collect garbage less often, and not at the very end: it was a fifth of what a short command costs.
    gc.set_threshold(10_000, 50, 50)
    atexit.register(gc.freeze)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    # A terminal whose letters are few (ASCII, cp1251) shows others as ? and does not end the start.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # of a process
    try:
        execute_from_command_line([sys.argv[0], *command(sys.argv[1:])])
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        from scores.management import trouble  # reads the settings

        sys.exit(trouble.sentence_of(error))


def command(arguments: list[str]) -> list[str]:
    """The arguments with the command that they mean: `--port 8123` is `serve --port 8123`.

    >>> command([]), command(["--port", "8123"]), command(["backup", "copy.sqlite3"])
    (['serve'], ['serve', '--port', '8123'], ['backup', 'copy.sqlite3'])
    >>> command(["--version"])
    ['versions', '--short']
    """
    first = arguments[0] if arguments else ""
    if first in VERSIONS:
        return VERSIONS[first]
    is_named = first in DJANGOS_OWN or (first and not first.startswith("-"))
    return arguments if is_named else ["serve", *arguments]


if __name__ == "__main__":
    main()
