from django.core.management.base import BaseCommand

from scores.circle.forecast import course
from scores.core.matches.scoresheet import Sheet
from scores.management.upgrade import going_on_after_damage, with_progress
from scores.models import Match


class Command(BaseCommand):
    help = (
        "Find the greatest comebacks in the finished matches of all groups, for their records. A match takes "
        "a quarter of a second and more. Matches that somebody looks at later are added by themselves."
    )

    def handle(self, **options: object) -> None:
        matches = Match.objects.not_deleted().finished().select_related("circle")
        for match in with_progress(matches, self.stdout.write):
            with going_on_after_damage(match, self.stderr.write):
                sheet = Sheet(match)
                if sheet.hands:
                    course.store_comeback(sheet, course.whole_course(sheet))
