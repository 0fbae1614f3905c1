"""What a draft of a round costs, in words, before it is published."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from django.utils.translation import gettext as _, ngettext

from rules.night.counting import results_of_round
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
from rules.night.stages import Plays
from scores.night.log import Now
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


def unexpected_seats(now: Now, draft: Seated, names: Names) -> Iterator[str]:
    """With lives, and in a knockout, nobody plays or misses a round without a word: who plays it and not the
    one before, who won their table there and does not."""
    sheet = now.sheet
    if not sheet.rounds or sheet.last_stage.plays not in (Plays.LIVES, Plays.KNOCKOUT):
        return
    playing = draft.made.everybody
    if new := sorted(playing - sheet.rounds[-1].everybody):
        text = ngettext(
            "No jugó la ronda %(round)s y juega esta: %(names)s.",
            "No jugaron la ronda %(round)s y juegan esta: %(names)s.",
            len(new),
        )
        facts = {"round": sheet.last_round, "names": listed_names(new, names)}
        yield text % facts
    results = results_of_round(sheet, now.results, sheet.last_round)
    winners = {
        entrant
        for _at, result in results
        for entrant, place in result.places.items()
        if place == 1
    }
    if out := sorted(winners - playing):
        text = ngettext(
            "Ganó su mesa y no juega esta ronda: %(names)s.",
            "Ganaron su mesa y no juegan esta ronda: %(names)s.",
            len(out),
        )
        yield text % {"names": listed_names(out, names)}


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
