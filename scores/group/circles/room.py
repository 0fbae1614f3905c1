"""How much one circle may hold: far more than a group plays in its life, and so much that it stays cheap.

Only new matches are refused. Those that are there can always be played on, corrected and exported.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.models import Circle, Entry

MOST_MATCHES = 20_000
MOST_ENTRIES = 300_000  # with MOST_MATCHES about forty years of four matches a week
LONGEST_LOG = 800  # entries of a match, roughly
WARNED_FROM = 90  # percent

FULL: Promise = gettext_lazy(
    "El grupo está lleno: empieza en otro grupo. Aquí todo se puede seguir viendo, corrigiendo y llevando."
)


class GroupFull(Exception):
    """The circle can hold no more matches."""


def verify_room(circle: Circle, matches: int = 1, entries: int = 0) -> None:
    """Raise GroupFull if the circle cannot hold so many more."""
    if used_percent(circle, matches, entries) > 100:
        raise GroupFull


def warning(circle: Circle) -> str:
    """What the page of the circle says before it is full; empty for nearly all."""
    percent = used_percent(circle)
    if percent >= 100:
        return str(FULL)
    if percent < WARNED_FROM:
        return ""
    text = _(
        "El grupo está casi lleno, al %(percent)s %%. Después las partidas nuevas van en otro grupo; "
        "aquí todo se puede seguir viendo, corrigiendo y llevando."
    )
    return text % {"percent": int(percent)}


def used_percent(circle: Circle, matches: int = 0, entries: int = 0) -> float:
    """How full the circle is, with so many more. The bin counts: it can be restored."""
    matches += circle.matches.count()
    if matches * LONGEST_LOG * 100 >= MOST_ENTRIES * WARNED_FROM:  # else there is no need to count
        entries += Entry.objects.filter(match__circle=circle).count()
    return 100 * max(matches / MOST_MATCHES, entries / MOST_ENTRIES)
