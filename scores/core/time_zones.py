"""The time zone of the phone whose request is answered, which its script says in a cookie; zones of groups.

A group that a phone makes gets the zone of that phone: its evenings, and the hours of its nights, are those
of the clock on the wall. A browser without scripts says none, and then it is that of the site.
"""

from contextvars import ContextVar
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.utils.translation import gettext as _

COOKIE = "zone"
AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
zone_of_cookie: ContextVar[str] = ContextVar("what the cookie says", default="")
"""Of the request that is answered; empty for a phone that said none."""


@cache
def names() -> list[str]:
    """The names of time zones with a location, UTC, and the site's own time zone."""
    located = {
        name for name in available_timezones() if name.partition("/")[0] in AREAS
    }
    return sorted(located | {"UTC", settings.TIME_ZONE})


def zone_of_phone() -> str:
    """Its name; that of the site for a phone that said none, or none of `names`."""
    zone = zone_of_cookie.get()
    return zone if zone in names() else settings.TIME_ZONE


def zone_in_words(name: str) -> str:
    """«hora de Mexico City»; empty for the zone of the phone."""
    if name == zone_of_phone():
        return ""
    return _("hora de %(place)s") % {"place": location_of(name)}


def location_of(name: str) -> str:
    """The location by which a zone is named.

    >>> location_of("America/Argentina/Buenos_Aires")
    'Buenos Aires'
    """
    return name.rpartition("/")[2].replace("_", " ")
