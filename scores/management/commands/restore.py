import sqlite3
import time
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.db import connections

from scores.management.commands import backup
from scores.management.upgrade import bring_up_to_date


class Command(BaseCommand):
    help = "Replace the database by a backup; the present one is saved to a file beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        live = backup.live_database(instead="pg_restore")
        refuse_to_restore(file, live)
        copy = keep_present(live)
        connections.close_all()
        try:
            backup.copy_into(file, live)
            bring_up_to_date()
        except Exception as error:  # after any error the old database must be put back
            connections.close_all()
            if copy:
                backup.copy_into(copy, live)
            else:
                live.unlink(missing_ok=True)
            raise CommandError(f"Nothing was restored: {error}.") from error
        self.stdout.write(f"Restored: {file}")
        if copy:
            self.stdout.write(f"What was there before: {copy}")


def refuse_to_restore(file: Path, live: Path) -> None:
    if not file.is_file():
        raise CommandError(f"{file} does not exist.")
    if live.exists() and file.samefile(live):
        raise CommandError(f"{file} is the database in use, not a backup of it.")
    backup.refuse_unsound(file)
    backup.refuse_foreign(file)


def keep_present(live: Path) -> Path | None:
    """Save a copy of the database in use; None if there is none."""
    if not live.exists():
        return None
    copy = live.with_name(f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3")
    try:
        backup.save_copy(live, copy)
    except (CommandError, OSError, sqlite3.Error) as error:
        raise CommandError(
            f"Nothing was restored, because the present database could not be saved first: {error}. "
            f"If it is beyond repair, stop the app, move {live}* away, and restore again."
        ) from error
    return copy
