"""Write the columns that lists and statistics read again from the logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef

from scores.management.batches import batches
from scores.matches import results
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Entry, Match
from scores.statistics import ratings


class Command(BaseCommand):
    help = "Compute the results of every match and the ratings again from the logs."

    def add_arguments(self, parser: CommandParser) -> None:
        what = "only matches whose results an older version wrote, without columns added since"
        parser.add_argument("--missing", action="store_true", help=what)

    def handle(self, *args: Any, missing: bool = False, **options: Any) -> None:
        wanted = (
            results.incomplete()
            if missing
            else Match.objects.filter(Exists(Entry.objects.filter(match=OuterRef("pk"))))
        )
        total, done = wanted.count(), 0
        for batch in batches(wanted.only("pk")):
            for match in batch:
                rebuild(match.pk)
            done += len(batch)
            self.stdout.write(f"  {done} of {total}")
        for circle in Circle.objects.in_use().order_by("pk").iterator():
            ratings.bring_up_to_date(circle)
        self.stdout.write(f"Matches worked out again: {done}")


@transaction.atomic
def rebuild(pk: int) -> None:
    """Rewrite the results of a match, locked so that no entry is written meanwhile."""
    results.rewrite(Sheet(Match.objects.locked().get(pk=pk)))
