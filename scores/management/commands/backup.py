import sqlite3
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError

from scores.management.sqlite import live_database, save_copy


class Command(BaseCommand):
    help = "Save the whole database in one file, while the app runs or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace FILE if it exists")

    def handle(self, *, file: Path, force: bool, **options: object) -> None:
        live = live_database(instead="pg_dump")
        if not live.exists():
            raise CommandError(f"There is no database yet: {live} does not exist.")
        if file.exists() and (not force or file.samefile(live)):
            raise CommandError(f"{file} exists already: choose another name, or say --force to replace it.")
        try:
            save_copy(live, file)
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"No backup was made: {error}.") from error
        self.stdout.write(f"Saved: {file} ({file.stat().st_size // 1024} KB)")
