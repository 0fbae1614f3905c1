from django.core.management.base import BaseCommand, CommandParser

from scores.management.commands.import_circle import circle_with
from scores.transfer import exporter


class Command(BaseCommand):
    help = "Print the file of a circle (docs/RECORDS.md): manage.py export_circle CODE > FILE"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="the code in the address of the circle")
        parser.add_argument("--photos", action="store_true", help="with the photos")

    def handle(self, code: str, *, photos: bool, **options: object) -> None:
        circle = circle_with(code)
        taken = exporter.photos_of(circle) if photos else exporter.NO_PHOTOS
        for line in exporter.circle_text(circle, photos=taken):
            self.stdout.write(line, ending="")
