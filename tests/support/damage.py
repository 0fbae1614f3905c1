"""A proxy between a phone and the app, which damages one static file as bad lines and login pages do."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

HOST = "127.0.0.1"
FOR_EVER = {"Cache-Control": "max-age=315360000, public, immutable"}
SCRIPT = {"Content-Type": "text/javascript", **FOR_EVER}
HOP_BY_HOP = ("connection", "content-length", "date", "server", "transfer-encoding")


@dataclass(frozen=True)
class Answer:
    """What goes to a phone; `length` is what its header says."""

    body: bytes
    headers: Mapping[str, str]
    status: int = 200
    length: int | None = None


def login_page(_right: Answer) -> Answer:
    return Answer(b"<!doctype html><h1>Wi-Fi</h1>", {"Content-Type": "text/html"})


def truncated(right: Answer) -> Answer:
    return replace(
        right, body=right.body[: len(right.body) // 2], length=len(right.body)
    )


def shortened(right: Answer) -> Answer:
    """A part that a proxy sends as a whole."""
    return replace(right, body=right.body[: len(right.body) // 2])


def of_another_version(_right: Answer) -> Answer:
    return Answer(b"export const inAnotherVersion = true;", SCRIPT)


def partial_content(right: Answer) -> Answer:
    return replace(shortened(right), status=206)


DAMAGES = (login_page, truncated, shortened, of_another_version, partial_content)


class DamagingProxy:
    """Passes everything on, but damages the file at `path`, until `damage` is None."""

    def __init__(
        self, to: int, path: str, damage: Callable[[Answer], Answer] | None
    ) -> None:
        self.to = to
        self.path = path
        self.damage = damage
        self.server = ThreadingHTTPServer((HOST, 0), self._handler())
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server.server_address[1]}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._send(
                    proxy.answer(self.command, self.path, self.headers, self._body())
                )

            do_POST = do_PUT = do_GET

            def _body(self) -> bytes:
                return self.rfile.read(int(self.headers.get("Content-Length", 0)))

            def _send(self, answer: Answer) -> None:
                length = len(answer.body) if answer.length is None else answer.length
                self.send_response_only(answer.status)
                for name, value in {
                    **answer.headers,
                    "Content-Length": str(length),
                }.items():
                    self.send_header(name, value)
                self.send_header("Connection", "close")
                self.close_connection = True
                with suppress(ConnectionError):  # a page that was left
                    self.end_headers()
                    self.wfile.write(answer.body)

            def log_message(self, *_args: object) -> None:
                pass

        return Handler

    def answer(self, method: str, path: str, headers: Message, body: bytes) -> Answer:
        asked = {
            name: value
            for name, value in headers.items()
            if name.lower() not in HOP_BY_HOP
        }
        asked["Accept-Encoding"] = "identity"
        app = http.client.HTTPConnection(HOST, self.to)
        app.request(method, path, body or None, asked)
        answer = app.getresponse()
        given = {
            name: value
            for name, value in answer.getheaders()
            if name.lower() not in HOP_BY_HOP
        }
        right = Answer(answer.read(), given, answer.status)
        app.close()
        return (
            self.damage(right)
            if self.damage and path.split("?")[0] == self.path
            else right
        )

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def damaging(
    to: int, path: str, damage: Callable[[Answer], Answer]
) -> Iterator[DamagingProxy]:
    proxy = DamagingProxy(to, path, damage)
    try:
        yield proxy
    finally:
        proxy.close()
