from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import islice

from django.apps import apps
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, models, transaction

from scores.core.matches.scoresheet import Sheet
from scores.management.postgresql import from_url
from scores.models import LogRow, Match

HERE = DEFAULT_DB_ALIAS
THERE = "there"
BATCH = 1000  # rows in memory


class Command(BaseCommand):
    help = "Copy everything into an empty PostgreSQL database, and replay every log there before it counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "url",
            help="postgresql://user@host/name; a password may be in PGPASSWORD instead",
        )

    def handle(self, *, url: str, **options: object) -> None:
        """Blocks writers here; a failure leaves only empty tables there."""
        connect(url)
        try:
            call_command("migrate", database=THERE, verbosity=0, interactive=False)
            refuse_full()
            with transaction.atomic(using=HERE), transaction.atomic(using=THERE):
                for model in own_models():
                    self.stdout.write(
                        f"  {copy_rows(model):>9,}  {model._meta.verbose_name_plural}"
                    )
                reset_sequences()
                self.stdout.write(
                    f"  {compare_replays():>9,}  logs folded again, here and there alike"
                )
        except Error as error:
            raise CommandError(f"Nothing was moved: {error}") from error
        self.stdout.write(
            "Moved. Set DATABASE_URL to it and start the app again; what is here was left as it is."
        )


def connect(url: str) -> None:
    try:
        there = {"ENGINE": "django.db.backends.postgresql", **from_url(url)}
    except ValueError as error:
        raise CommandError(f"The address {error}.") from error
    connections.settings[THERE] = connections.configure_settings(
        {HERE: {}, THERE: {**there}}
    )[THERE]


def own_models() -> list[type[models.Model]]:
    return list(apps.get_app_config("scores").get_models(include_auto_created=True))


def rows(model: type[models.Model], database: str) -> models.QuerySet:
    return model._base_manager.using(database).order_by("pk")


def refuse_full() -> None:
    full = [
        model._meta.verbose_name_plural
        for model in own_models()
        if rows(model, THERE).exists()
    ]
    if full:
        raise CommandError(
            f"Nothing was moved: there are {', '.join(map(str, full))} in that database already."
        )


def copy_rows(model: type[models.Model]) -> int:
    """Copy a table; the number of rows. PostgreSQL checks foreign keys at the end of the transaction."""
    stored = rows(model, HERE).iterator(BATCH)
    while batch := list(islice(stored, BATCH)):
        model._base_manager.using(THERE).bulk_create(batch)
    here = rows(model, HERE).count()
    there = rows(model, THERE).count()
    if here != there:
        raise CommandError(
            f"Nothing was moved: of {here} {model._meta.verbose_name_plural} {there} arrived."
        )
    return there


def reset_sequences() -> None:
    """Make new rows there get keys after those of the copied rows."""
    statements = connections[THERE].ops.sequence_reset_sql(no_style(), own_models())
    with connections[THERE].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def compare_replays() -> int:
    """Number of matches with the same entries and the same board here and there."""
    count = 0
    here_and_there = (
        rows(Match, database).iterator(BATCH) for database in (HERE, THERE)
    )
    for here, there in zip(*here_and_there, strict=True):
        if _replay_of(here) != _replay_of(there):
            raise CommandError(
                f"Nothing was moved: match {here.code} says something else there."
            )
        count += 1
    return count


def _replay_of(match: Match) -> tuple[Sequence[LogRow], str]:
    sheet = Sheet(match)
    return sheet.rows, repr(sheet.board)
