"""Write the columns that lists read once more, from what the logs say."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from scores import results
from scores.models import Match
from scores.sheet import Sheet


class Command(BaseCommand):
    help = "Work out the results of every match again from its log."

    def handle(self, *args: Any, **options: Any) -> None:
        played = list(Match.objects.exclude(entries=None).values_list("pk", flat=True))
        for pk in played:
            with transaction.atomic():  # locked, so that no hand is written between reading and rewriting
                results.rewrite(Sheet(Match.objects.select_for_update().get(pk=pk)))
        self.stdout.write(f"Matches worked out again: {len(played)}")
