"""From SQLite to PostgreSQL, all or nothing."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import dj_database_url
from django.apps import apps
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, models, transaction

from scores.matches.scoresheet import Sheet
from scores.models import Match

HERE, THERE = DEFAULT_DB_ALIAS, "there"
AT_ONCE = 1000  # rows in memory


class Command(BaseCommand):
    help = (
        "Copy everything into an empty PostgreSQL database, and fold every log there again before it counts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "url", help="postgresql://user@host/name; a password may be in PGPASSWORD instead"
        )

    def handle(self, *, url: str, **options: object) -> None:
        """Nobody can write here meanwhile; what fails leaves nothing there but empty tables."""
        connect(url)
        try:
            call_command("migrate", database=THERE, verbosity=0, interactive=False)
            refuse_full()
            with transaction.atomic(using=HERE), transaction.atomic(using=THERE):
                for model in ours():
                    self.stdout.write(f"  {copied(model):>9,}  {model._meta.verbose_name_plural}")
                number_on()
                self.stdout.write(f"  {folded_alike():>9,}  logs folded again, here and there alike")
        except Error as error:
            raise CommandError(f"Nothing was moved: {error}") from error
        self.stdout.write(
            "Moved. Set DATABASE_URL to it and start the app again; what is here was left as it is."
        )


def connect(url: str) -> None:
    if not url.startswith(("postgres://", "postgresql://")):
        raise CommandError("Only to PostgreSQL: write postgresql://user@host/name.")
    try:
        there = dj_database_url.parse(url)
    except ValueError as error:
        raise CommandError("The address cannot be read: %-escape what is special in the password.") from error
    connections.settings[THERE] = connections.configure_settings({HERE: {}, THERE: {**there}})[THERE]


def ours() -> list[type[models.Model]]:
    return list(apps.get_app_config("scores").get_models())


def rows(model: type[models.Model], database: str) -> models.QuerySet:
    return model._base_manager.using(database).order_by("pk")


def refuse_full() -> None:
    full = [model._meta.verbose_name_plural for model in ours() if rows(model, THERE).exists()]
    if full:
        raise CommandError(
            f"Nothing was moved: there are {', '.join(map(str, full))} in that database already."
        )


def copied(model: type[models.Model]) -> int:
    """How many rows were copied; PostgreSQL checks what they refer to once all are there."""
    for batch in batches(rows(model, HERE).iterator(AT_ONCE)):
        model._base_manager.using(THERE).bulk_create(batch)
    here, there = rows(model, HERE).count(), rows(model, THERE).count()
    if here != there:
        raise CommandError(f"Nothing was moved: of {here} {model._meta.verbose_name_plural} {there} arrived.")
    return there


def batches(found: Iterator[Any]) -> Iterator[list[Any]]:
    while batch := list(islice(found, AT_ONCE)):
        yield batch


def number_on() -> None:
    """New rows there get numbers that none of the copied ones has."""
    statements = connections[THERE].ops.sequence_reset_sql(no_style(), ours())
    with connections[THERE].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def folded_alike() -> int:
    """How many matches say the same there, line by line and in what the rules make of them."""
    alike = 0
    for here, there in zip(_matches(HERE), _matches(THERE), strict=True):
        if _folded(here) != _folded(there):
            raise CommandError(f"Nothing was moved: match {here} says something else there.")
        alike += 1
    return alike


def _matches(database: str) -> Iterable[Match]:
    found: Iterable[Match] = rows(Match, database).iterator(AT_ONCE)
    return found


def _folded(match: Match) -> tuple[list[tuple[Any, ...]], str]:
    sheet = Sheet(match)
    lines = [(row.seq, row.kind, row.payload, row.client_key, row.at, row.happened_at) for row in sheet.rows]
    return lines, repr(sheet.board)
