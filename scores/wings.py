"""The list of the wings: what stands beside the core, which goes on without it.

Its addresses are in its `urls`; `registered`, imported when the app starts, gives the core what it asks for.
"""

from collections.abc import Iterable

from django.conf import settings

NIGHTS = "scores.night"
WINGS = (
    "scores.circle.forecast",
    NIGHTS,
)


def shown_wings() -> Iterable[str]:
    """The wings whose addresses this site has."""
    return (wing for wing in WINGS if wing != NIGHTS or settings.CLUB_NIGHTS)
