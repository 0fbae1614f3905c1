"""The time of a round: once it is over the hand in play is the last, and saving it ends the match."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.signals import post_save
from django.utils import timezone

from rules.errors import Illegal
from rules.events import Finished, HandScored
from rules.match.log_json import KINDS
from rules.match.verify import can
from scores.core import versions
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet, Stale
from scores.models import Entry, Match, Phone
from scores.night.models import Sitting

HAND = KINDS[HandScored]
LATE = timedelta(seconds=90)  # clocks of phones may differ by a minute
MORE = timedelta(minutes=5)


def follow_saves() -> None:
    """Called once, when the app starts: no floor below this one knows a night."""
    post_save.connect(_look_at, sender=Entry, dispatch_uid="time of a round")


def _look_at(instance: Entry, created: bool, **_options: Any) -> None:
    """A site that leaves nights out has no clock that a table could see."""
    is_hand = created and instance.kind == HAND
    if is_hand and instance.match.night_table is not None and settings.CLUB_NIGHTS:
        transaction.on_commit(partial(end_if_time_is_over, instance))


def end_if_time_is_over(hand: Entry) -> None:
    """A hand that comes late, from a phone without a signal, ends nothing: its table may not have heard of
    the end. The next one does."""
    if hand.happened_at < hand.at - LATE:
        return
    of_match = Sitting.objects.filter(match=hand.match_id)
    is_over = of_match.filter(
        Q(own_end=None) | Q(own_end__lte=hand.at),
        table__night__clock_ends_at__lte=hand.at,
    )
    if is_over.exists():  # of nearly every save no row
        end_match(Match.objects.get(pk=hand.match_id), None)


def give_minutes(sitting: Sitting) -> None:
    """Five more for this table alone."""
    if sitting.ends_at is not None:
        ends_at = max(timezone.now(), sitting.ends_at) + MORE
        Sitting.objects.filter(pk=sitting.pk).update(own_end=ends_at)
        # its boards ask for their strip, which has the clock
        versions.bump(Match.objects.filter(pk=sitting.match_id, finished_at=None))


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
