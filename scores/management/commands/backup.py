import os
import sqlite3
import tempfile
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader


class Command(BaseCommand):
    help = "Save the whole database in one file, while the app runs or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force", action="store_true", help="replace FILE if it exists"
        )

    def handle(self, *, file: Path, force: bool, **options: object) -> None:
        live = live_database(instead="pg_dump")
        if not live.exists():
            raise CommandError(f"There is no database yet: {live} does not exist.")
        if file.exists() and (not force or file.samefile(live)):
            raise CommandError(
                f"{file} exists already: choose another name, or say --force to replace it."
            )
        try:
            save_copy(live, file)
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"No backup was made: {error}.") from error
        self.stdout.write(f"Saved: {file} ({file.stat().st_size // 1024} KB)")


def live_database(instead: str) -> Path:
    """The file of the database in use. On PostgreSQL raises CommandError that names its tool, `instead`."""
    if connection.vendor != "sqlite":
        raise CommandError(
            f"The database is PostgreSQL, which has its own tool for this: use {instead}."
        )
    return Path(connection.settings_dict["NAME"])


def save_copy(source: Path, target: Path) -> None:
    """Write a checked copy of `source` to `target` atomically; on failure `target` is unchanged."""
    descriptor, name = tempfile.mkstemp(
        prefix=target.name, suffix=".part", dir=target.parent
    )
    os.close(descriptor)
    draft = Path(name)
    try:
        copy_into(source, draft)
        with closing(
            sqlite3.connect(draft)
        ) as copy:  # write-ahead logging would add two files beside it
            copy.execute("PRAGMA journal_mode=DELETE")
        refuse_unsound(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def copy_into(source: Path, target: Path) -> None:
    """Replace the content of the database `target` by that of `source`, in one transaction."""
    with (
        closing(open_to_read(source)) as old,
        closing(sqlite3.connect(target, timeout=30)) as new,
    ):
        old.backup(new)


def open_to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=30)


def refuse_unsound(file: Path) -> None:
    """Raise CommandError unless `file` is a SQLite database without damage."""
    try:
        with closing(open_to_read(file)) as database:
            [answer] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise CommandError(
            f"{file} cannot be read as a SQLite database: {error}."
        ) from error
    if answer != "ok":
        raise CommandError(f"{file} is damaged: {answer}.")


def refuse_foreign(file: Path) -> None:
    """Raise CommandError unless the sound database `file` was made by this version or an earlier one."""
    rows = []
    with suppress(sqlite3.Error), closing(open_to_read(file)) as database:
        rows = database.execute(
            "SELECT name FROM django_migrations WHERE app = 'scores'"
        ).fetchall()
    if not rows:
        raise CommandError(f"{file} is not a database of Reenganche.")
    migrations = MigrationLoader(None).disk_migrations
    replaced = {old for migration in migrations.values() for old in migration.replaces}
    if not {("scores", name) for (name,) in rows} <= migrations.keys() | replaced:
        raise CommandError(
            f"{file} was made by a later version of Reenganche: update the app first."
        )
