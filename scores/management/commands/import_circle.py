from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scores.core.access import grants, share_links
from scores.core.matches import ratings
from scores.models import Circle, Role
from scores.transfer import importer
from scores.transfer.importer import ImportSummary
from scores.transfer.reader import BadFile


class Command(BaseCommand):
    help = "Bring a file in, if nothing in it is wrong; what the circle has already is left as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--circle", metavar="CODE", help="into this circle")
        where.add_argument(
            "--new",
            action="store_true",
            help="into a circle made for it; prints its link",
        )
        parser.add_argument(
            "--same-names", action="store_true", help="one name is one person"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="only say what would be added"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            summary = self._import(**options)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}.") from error
        except BadFile as bad:
            raise CommandError(
                f"{options['file']}: {bad}. Nothing was changed."
            ) from bad
        self.stdout.write(
            f"{'Would be added' if options['dry_run'] else 'Added'}: {summary.matches} matches, "
            f"{summary.hands} hands, {len(summary.persons)} persons the circle does not know by uid."
        )
        self.stdout.write(f"Already there: {summary.existing} matches.")

    def _import(
        self, file: Path, circle: str | None, dry_run: bool, **options: Any
    ) -> ImportSummary:
        into = None if circle is None else circle_with(circle)
        with file.open("rb") as stream:
            if dry_run:
                return importer.preview(stream, into)
            # a fault anywhere in the file, before anything is written
            added = importer.preview(stream, into)
            stream.seek(0)
            circle_of_file = into or Circle.objects.create()
            people = circle_of_file.players.current() if options["same_names"] else ()
            same = importer.guess_same_persons(people, added.persons)
            try:
                summary = importer.import_into(
                    stream,
                    circle_of_file,
                    same,
                    lambda matches: self.stderr.write(f"{matches} matches read"),
                )
            except BadFile as bad:
                raise CommandError(
                    f"{file}: {bad}. Only the matches reported as read were added."
                ) from bad
        if into is None:
            importer.name_circle(circle_of_file, summary)
            self.stdout.write(
                f"The circle is {circle_of_file.code}. Who opens this link owns it:"
            )
            link = share_links.url_for_terminal(
                grants.link_path(circle_of_file, Role.OWN)
            )
            self.stdout.write(f"  {link}")
        ratings.bring_up_to_date(circle_of_file)  # so that no page has to
        return summary


def circle_with(code: str) -> Circle:
    """The circle with that code in its address. Raises CommandError if there is none."""
    circle = Circle.objects.current().filter(code=code).first()
    if circle is None:
        raise CommandError(f"No circle has the code {code!r}.")
    return circle
