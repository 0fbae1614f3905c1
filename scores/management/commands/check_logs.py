"""Replay every log and compare the results with the stored ones."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scores.core.matches.audit import disagreements
from scores.management.batches import batches
from scores.models import Match


class Command(BaseCommand):
    help = "Replay the log of every match; report every line and every column that disagrees (exit code 1)."

    def handle(self, *args: Any, **options: Any) -> None:
        total, done, differing = Match.objects.count(), 0, 0
        for batch in batches(Match.objects.prefetch_related("entries", "results")):
            for match in batch:
                lines = [f"{match.code}: {difference}" for difference in disagreements(match)]
                self.stdout.write("\n".join(lines), ending="\n" if lines else "")
                differing += bool(lines)
            done += len(batch)
            self.stdout.write(f"  {done} of {total}")
        self.stdout.write(f"Matches checked: {done}. Matches that disagree: {differing}.")
        if differing:
            sys.exit(1)
