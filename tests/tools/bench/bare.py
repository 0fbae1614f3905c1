"""A WSGI app that answers every poll with an empty 304: the baseline for tests.tools.bench.live."""

from collections.abc import Callable, Iterable


def app(environ: dict[str, object], start: Callable[..., object]) -> Iterable[bytes]:
    start("304 Not Modified", [("ETag", '"0.1"')])
    return []
