"""The addresses of the site, read off the resolver: who looks at all of them misses no new one."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

Pattern = URLPattern | URLResolver


def patterns(above: list[Pattern] | None = None, front: str = "") -> Iterator[tuple[str, str]]:
    """Name and route of every address; the route where it has no name."""
    for one in get_resolver().url_patterns if above is None else above:
        route = front + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, route)
        else:
            yield one.name or route, route


def names() -> list[str]:
    """A name that two addresses have stands there twice."""
    return [name for name, _route in patterns()]
