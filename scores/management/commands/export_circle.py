"""Write a circle to a file, to move it to another server or to keep it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scores.group.transfer import exporter
from scores.models import Circle


class Command(BaseCommand):
    help = "Print the file of a circle (docs/RECORDS.md): manage.py export_circle CODE > FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the code in the address of the circle")

    def handle(self, *args: Any, code: str, **options: Any) -> None:
        circle = Circle.objects.current().filter(code=code).first()
        if circle is None:
            raise CommandError(f"No circle has the code {code!r}.")
        for line in exporter.circle_text(circle):
            self.stdout.write(line, ending="")
