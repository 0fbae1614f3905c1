"""The time of a round: once it is over the hand in play is the last, and saving it ends the match."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from rules.errors import Illegal
from rules.events import Finished, HandScored
from rules.match.log_json import KINDS
from rules.match.verify import can
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet, Stale
from scores.models import Entry, Match, Phone
from scores.night.models import Night

HAND = KINDS[HandScored]


def follow_saves() -> None:
    """Called once, when the app starts: no floor below this one knows a night."""
    post_save.connect(_look_at, sender=Entry, dispatch_uid="time of a round")


def _look_at(instance: Entry, created: bool, **_options: Any) -> None:
    if created and instance.kind == HAND and instance.match.night_table is not None:
        transaction.on_commit(
            partial(end_if_time_is_over, instance.match_id, instance.happened_at)
        )


def end_if_time_is_over(match: int, happened_at: datetime) -> None:
    """A hand that was played before the end and came later, from a phone without a signal, ends nothing."""
    nights = Night.objects.filter(places__sittings__match=match)
    ends_at = nights.values_list("clock_ends_at", flat=True).first()
    if ends_at is not None and happened_at >= ends_at:
        end_match(Match.objects.get(pk=match), None)


def end_match(match: Match, phone: Phone | None) -> bool:
    """End it by its totals; False where it has no hand, is over or has no room in its log, and where another
    phone wrote meanwhile."""
    sheet = Sheet(match)
    if not sheet.hands or not can(sheet.board, Finished()):
        return False
    key = f"time-{sheet.seq}"
    try:
        log.append(sheet, Finished(), seq=sheet.seq, client_key=key, phone=phone)
    except (Stale, Illegal):
        return False
    return True
