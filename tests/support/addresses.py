"""All addresses of the site, from Django's URL resolver, so that tests of all addresses include new ones."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

Pattern = URLPattern | URLResolver
OF_A_ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")  # a parameter: its name


def patterns(
    above: list[Pattern] | None = None, front: str = ""
) -> Iterator[tuple[str, str]]:
    """Name and route of every address; an address without a name has its route as name."""
    for pattern in get_resolver().url_patterns if above is None else above:
        route = front + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, route)
        else:
            yield pattern.name or route, route


def names() -> list[str]:
    """The names of all addresses; a name that two addresses share is listed twice."""
    return [name for name, _route in patterns()]
