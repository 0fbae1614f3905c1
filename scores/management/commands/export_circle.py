from django.core.management.base import BaseCommand, CommandParser

from scores.management.commands.import_circle import circle_with
from scores.transfer import exporter


class Command(BaseCommand):
    help = "Print the file of a circle (docs/RECORDS.md): manage.py export_circle CODE > FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the code in the address of the circle")

    def handle(self, code: str, **options: object) -> None:
        for line in exporter.circle_text(circle_with(code)):
            self.stdout.write(line, ending="")
