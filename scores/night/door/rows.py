"""What the door shows of everybody: who is here, away or gone, and what to know of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _, ngettext

from rules.night.seating.values import Entrant, Pair
from rules.night.sheet import Badge, NightSheet
from scores.night.seen import SeenNight

Rows = list[tuple[Entrant, Badge]]


def rows_by_state(seen: SeenNight) -> dict[str, Rows]:
    """Who is `here`, in the night and `away`, or `gone`, each by name."""
    rows: dict[str, Rows] = {"here": [], "away": [], "gone": []}
    for entrant in seen.by_name:
        badge = seen.sheet.badges[entrant]
        state = "away" if badge.is_away else "here"
        rows["gone" if badge.has_left else state].append((entrant, badge))
    return rows


def others_of(entrant: Entrant, pairs: Iterable[Pair]) -> list[Entrant]:
    """With whom it makes one of these pairs."""
    return [
        first if other == entrant else other
        for first, other in sorted(pairs)
        if entrant in (first, other)
    ]


def notes_of(seen: SeenNight, entrant: Entrant) -> Iterator[str]:
    sheet = seen.sheet
    badge = sheet.badges[entrant]
    if badge.since > 1:
        yield _("desde la ronda %(round)s") % {"round": badge.since}
        lines = (line for line in seen.now.lines if line.entrant == entrant)
        lives = next((line.lives for line in lines), None)
        if lives is not None:
            text = ngettext("%(lives)s vida", "%(lives)s vidas", lives)
            yield text % {"lives": lives}
    if badge.only:
        text = ngettext(
            "solo mesa %(tables)s", "solo mesas %(tables)s", len(badge.only)
        )
        yield text % {"tables": ", ".join(map(str, badge.only))}
    if apart := others_of(entrant, sheet.apart):
        yield _("separado de %(names)s") % {"names": seen.listed_names(apart)}
    if together := others_of(entrant, sheet.together):
        yield _("junto a %(names)s") % {"names": seen.listed_names(together)}


def bound_together(sheet: NightSheet) -> list[tuple[int, list[Entrant]]]:
    """The tables to which two who are here are bound: they would meet in every round."""
    bound: dict[int, list[Entrant]] = defaultdict(list)
    for entrant in sheet.here:
        only = sheet.badges[entrant].only
        if len(only) == 1:
            bound[min(only)].append(entrant)
    return [each for each in sorted(bound.items()) if len(each[1]) > 1]
