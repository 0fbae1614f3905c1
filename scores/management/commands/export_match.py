from django.core.management.base import BaseCommand, CommandError, CommandParser

from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.transfer import exporter


class Command(BaseCommand):
    help = "Print the record of a match (docs/RECORDS.md): manage.py export_match CODE > FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the code in the address of the match")
        parser.add_argument(
            "--anonymous",
            action="store_true",
            help="with other names, for a report; note and venue are as they are",
        )

    def handle(self, code: str, *, anonymous: bool, **options: object) -> None:
        match = Match.objects.filter(code=code, deleted_at=None).first()
        if match is None:
            raise CommandError(f"No match has the code {code!r}.")
        record = exporter.record_of(Sheet(match), is_anonymous=anonymous)
        self.stdout.write(record, ending="")
