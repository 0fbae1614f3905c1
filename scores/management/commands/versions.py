import platform
import tomllib
from importlib import metadata

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection

from scores.core import folders
from scores.table.offline import without_signal

PROJECT = folders.PACKAGES / "pyproject.toml"  # of the repository; a wheel has none


class Command(BaseCommand):
    help = "Print what a report of a fault should name (`version`), or its first line (`--version`)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--short", action="store_true", help="Reenganche alone")

    def handle(self, *, short: bool, **options: object) -> None:
        self.stdout.write(f"Reenganche {version_of_app()}")
        if not short:
            others = ("Django", "django-htmx", "gunicorn", "uvicorn")
            self.stdout.write(f"Files for phones {without_signal.version()}")
            self.stdout.write(f"Python {platform.python_version()}")
            for name in filter(_is_installed, others):
                self.stdout.write(f"{name} {metadata.version(name)}")
            self.stdout.write(f"{connection.display_name} {_version_of_database()}")
            self.stdout.write(platform.platform())


def version_of_app() -> str:
    """The version of the repository, else that of the installed wheel."""
    if folders.IS_WHEEL:
        return metadata.version("reenganche")
    version: str = tomllib.loads(PROJECT.read_text())["project"]["version"]
    return version


def _is_installed(name: str) -> bool:
    return any(metadata.distributions(name=name))


def _version_of_database() -> str:
    try:
        return ".".join(map(str, connection.get_database_version()))
    except DatabaseError:
        return "does not answer"
