from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from scores.circle.archive import lifecycle
from scores.core.access import rate_limits, rights_log
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from scores.models import BIN_PERIOD, Match, TypedCode
from scores.night.models import Night
from scores.transfer import importer


class Command(BaseCommand):
    help = (
        "Remove for good matches and nights deleted more than 30 days ago, and what "
        "expired: limits, codes, files."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="only say what would be removed"
        )

    def handle(self, dry_run: bool, **options: object) -> None:
        removed = 0
        for match in list(Match.objects.expired().order_by("pk").defer("ruleset")):
            names = unmarked_text(", ".join(Sheet(match).names.values()))
            line = f"{match.code}  {match.played_on}  {match.hands} hands  {names}"
            if dry_run or lifecycle.purge(match):
                removed += 1
                self.stdout.write(line)
        nights = Night.objects.filter(deleted_at__lte=timezone.now() - BIN_PERIOD)
        for night in nights:
            self.stdout.write(f"{night.code}  night  {unmarked_text(night.name)}")
        if dry_run:
            self.stdout.write(f"Matches that would be removed: {removed}")
            return
        nights.delete()
        self.stdout.write(f"Matches removed: {removed}")
        rate_limits.delete_expired()
        importer.delete_expired()
        rights_log.delete_expired()
        TypedCode.objects.filter(expires_at__lte=timezone.now()).delete()
