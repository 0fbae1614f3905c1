"""What a draft of a round costs, in words, before it is published."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from django.utils.translation import gettext as _, ngettext

from rules.night.events import Seated
from rules.night.seating.values import (
    Broken,
    Entrant,
    OutOfReach,
    Pair,
    Round,
    Separated,
)
from rules.night.sheet import NightSheet
from scores.night.people import listed_names
from scores.night.words import resting_in_words

PAIRS_NAMED = 3
Names = Mapping[Entrant, str]


def pairs_of(rounds: Iterable[Round]) -> set[Pair]:
    """Who met in them."""
    return {
        pair
        for each in rounds
        for table in each.tables
        for pair in combinations(sorted(table.seats), 2)
    }


def costs(sheet: NightSheet, draft: Seated, names: Names) -> list[str]:
    """One sentence each: who meets again, who rests, who sits together as asked, what could not be kept."""
    return [
        _meetings(sheet, draft, names),
        *([resting_in_words(draft.resting, names)] if draft.resting else []),
        *_kept_together(sheet, draft, names),
        *(broken_in_words(broken, names) for broken in draft.broken),
    ]


def _meetings(sheet: NightSheet, draft: Seated, names: Names) -> str:
    now = pairs_of([draft.made])
    again = sorted(now & pairs_of(sheet.rounds))
    if not again:
        return _("Nadie se repite.")
    repeated = ngettext(
        "%(count)s cruce se repite", "%(count)s cruces se repiten", len(again)
    ) % {"count": len(again)}
    if len(again) > PAIRS_NAMED:
        return f"{repeated}."
    return f"{repeated}: {'; '.join(listed_names(pair, names) for pair in again)}."


def _kept_together(sheet: NightSheet, draft: Seated, names: Names) -> Iterator[str]:
    for first, other in sorted(sheet.together & pairs_of([draft.made])):
        facts = {"one": names[first], "other": names[other]}
        yield _("%(one)s y %(other)s van a la misma mesa, como se pidió.") % facts


def broken_in_words(broken: Broken, names: Names) -> str:
    if isinstance(broken, OutOfReach):
        facts = {"name": names[broken.entrant]}
        return _("A %(name)s no le toca una mesa a la que llegue.") % facts
    facts = {"one": names[broken.first], "other": names[broken.other]}
    if isinstance(broken, Separated):
        return (
            _("%(one)s y %(other)s van a mesas distintas, y se pidió juntarlos.")
            % facts
        )
    return _("%(one)s y %(other)s van a la misma mesa, y se pidió separarlos.") % facts
