"""The address of a PostgreSQL database, or of several servers of one, as Django's settings."""

import re
from typing import Any

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

SCHEMES = ("postgres://", "postgresql://")
UNREADABLE = "cannot be read: %-escape what is special in the password"
HOSTS = re.compile(r"[\w.:%/,-]*")
# Seconds, milliseconds: a host that is gone without a word is noticed sooner than a user gives up.
LOST_HOST: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
# The servers of a cluster are tried one after the other, until one takes writes.
OF_SEVERAL = {"connect_timeout": 2, "target_session_attrs": "read-write"}


def from_url(url: str) -> dict[str, Any]:
    """Django's settings for postgresql://user:password@host:port,host:port/name?option=value. libpq reads the
    address. Raises ValueError for one that it cannot read; its text ends a sentence, and has no password."""
    if not url.startswith(SCHEMES):
        raise ValueError("must begin with postgresql://")
    try:
        read = conninfo_to_dict(url)
    except ProgrammingError:
        raise ValueError(UNREADABLE) from None
    names = {
        "NAME": "dbname",
        "USER": "user",
        "PASSWORD": "password",
        "HOST": "host",
        "PORT": "port",
    }
    settings = {name: str(read.pop(part, "")) for name, part in names.items()}
    if not HOSTS.fullmatch(settings["HOST"]):  # most often an @ in the password
        raise ValueError(UNREADABLE)
    several = OF_SEVERAL if "," in settings["HOST"] else {}
    return {**settings, "OPTIONS": {**LOST_HOST, **several, **read}}
