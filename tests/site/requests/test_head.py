"""HEAD over the wire. `tests/scores/test_urls.py` asks it of every address."""

import re
from contextlib import closing
from http.client import HTTPConnection

from tests.support.servers import PATIENCE
from tests.support.wire import Phone

OF_ONE_ANSWER = {"date", "x-request-id", "transfer-encoding"}
ZIPPED = {"Accept-Encoding": "gzip"}


def asked(wire, method, path, sent):
    """The status and the headers that do not differ between two equal responses."""
    wire.request(method, path, headers=sent)
    answer = wire.getresponse()
    answer.read()
    # Django makes each zipped page longer by a random number of bytes, so that its length gives nothing away.
    left_out = OF_ONE_ANSWER | ({"content-length"} if sent == ZIPPED else set())
    named = {name.lower(): value for name, value in answer.headers.items()}
    kept = {name: value for name, value in named.items() if name not in left_out}
    return answer.status, {
        name: re.sub("=.*", "", value) if name == "set-cookie" else value
        for name, value in kept.items()
    }


def test_head_is_answered_with_the_status_and_the_headers_of_get(app):
    owner = Phone(app.port)
    match = owner.start("Ana", "Luis")
    watcher = owner.invites(match, "watch")
    requests = [
        ("/help/", {}, 200),
        ("/help/", ZIPPED, 200),
        ("/help", {}, 301),
        ("/undo/", {}, 404),
    ]
    requests += [
        ("/readyz", {}, 200),
        (app.static("django_htmx/htmx-2.min.js"), ZIPPED, 200),
    ]
    for poll in (f"{match}pulse/", f"{match}big/pulse/"):
        seen = {"Cookie": watcher.cookie, "If-None-Match": watcher.get(poll).tag}
        requests += [(poll, {"Cookie": watcher.cookie}, 200), (poll, seen, 304)]
    for path, sent, status in requests:
        with closing(HTTPConnection("127.0.0.1", app.port, timeout=PATIENCE)) as wire:
            get, head, again = (
                asked(wire, method, path, sent) for method in ("GET", "HEAD", "GET")
            )
        assert (path, get[0], get, again) == (path, status, head, head)
