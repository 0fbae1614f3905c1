"""Create a circle with years of matches, to measure the pages and look at them."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scores.access import grants
from scores.models import Circle, Role
from scores.sample_data.history import History
from scores.sharing import share_links


class Command(BaseCommand):
    help = (
        "Make a circle with years of matches, for measuring. Every hand is really played: shuffled, dealt, "
        "drawn and thrown by simple players, closed and counted by the engine, in some two "
        "milliseconds. The same seed plays the same matches."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=int, default=10_000)
        parser.add_argument(
            "--hands", type=int, help="in all matches together; default: fifteen for each match"
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--here", action="store_true", help="even though there are other circles")

    def handle(
        self, *args: Any, matches: int, hands: int | None, seed: int, here: bool, **options: Any
    ) -> None:
        hands = 15 * matches if hands is None else hands
        if not 0 < matches <= hands:
            raise CommandError("There must be a match, and a hand for each.")
        if Circle.objects.exists() and not here:
            raise CommandError(
                "This database is in use: other circles are in it. To add one all the same: --here."
            )
        dice = Random(seed)  # noqa: S311 -- it shuffles made-up cards
        history = History(matches, hands, dice)
        for match_count, hand_count in history.make():
            self.stdout.write(f"{match_count:,} of {matches:,} matches, {hand_count:,} hands")
        self.stdout.write(
            f"Its owner's link:\n  {share_links.url_for_terminal(grants.link_path(history.circle, Role.OWN))}"
        )
