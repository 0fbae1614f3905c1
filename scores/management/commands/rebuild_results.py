import os

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef

from scores.core.matches import results
from scores.core.matches.scoresheet import Sheet
from scores.management.upgrade import (
    fill_in,
    going_on_after_damage,
    rate_all,
    use_direct_address,
    with_progress,
)
from scores.models import Entry, Match

LOWEST_PRIORITY = 19


class Command(BaseCommand):
    help = "Compute the results of every match and the ratings again from the logs."

    def add_arguments(self, parser: CommandParser) -> None:
        what = "only matches whose results an older version wrote, without columns added since"
        parser.add_argument("--missing", action="store_true", help=what)
        how = "the same, slowly and quietly, as long as the process PID runs that started it; for serve"
        parser.add_argument("--behind", type=int, metavar="PID", help=how)

    def handle(
        self, missing: bool = False, behind: int | None = None, **options: object
    ) -> None:
        if behind is not None:
            if hasattr(os, "nice"):  # not on Windows
                os.nice(LOWEST_PRIORITY)
            use_direct_address()
            fill_in(behind, self.stderr.write)
            return
        with_log = Match.objects.filter(
            Exists(Entry.objects.filter(match=OuterRef("pk")))
        )
        wanted = results.incomplete_matches() if missing else with_log
        done = 0
        for match in with_progress(wanted.only("pk"), self.stdout.write):
            with going_on_after_damage(match, self.stderr.write):
                # locked, so that no entry is written meanwhile
                with transaction.atomic():
                    results.rewrite(Sheet(Match.objects.locked().get(pk=match.pk)))
                done += 1
        rate_all()
        self.stdout.write(f"Matches worked out again: {done}")
