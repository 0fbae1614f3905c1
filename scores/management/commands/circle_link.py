from django.core.management.base import BaseCommand, CommandError, CommandParser

from scores.core.access import grants, share_links
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Role


class Command(BaseCommand):
    help = "Print the own-link of a circle, found by its code or the name of somebody who plays in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("who", help="the code of a circle, or the name of a player")

    def handle(self, who: str, **options: object) -> None:
        circles = (
            Circle.objects.filter(code=who)
            or Circle.objects.filter(players__name__iexact=who).distinct()
        )
        if not circles:
            raise CommandError(
                f"No circle has the code {who!r} or a player of that name."
            )
        # The link of a merged circle does not open: print that of the circle it is part of.
        for circle in dict.fromkeys(circle.after_merges() for circle in circles):
            names = ", ".join(
                unmarked_text(player.display_name) for player in circle.people[:12]
            )
            link = share_links.url_for_terminal(grants.link_path(circle, Role.OWN))
            self.stdout.write(f"{circle.code}  {names}\n  {link}")
