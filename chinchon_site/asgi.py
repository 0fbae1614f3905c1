"""The app under ASGI: a thread gets only a whole request, and polls that wait for news hold none."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings

from chinchon_site.logs import ALIVE, READY
from chinchon_site.wsgi import application as wsgi

from chinchon_site import polls, waiting  # isort: skip  # models can be imported once Django is set up

Scope = MutableMapping[str, Any]
Channel = Callable[..., Awaitable[Any]]
Answer = tuple[int, polls.Headers, bytes]

READY_SECONDS = 1.5  # until /readyz is answered, always
BODY_SECONDS = 20  # for a body, and more for each of its bytes that has come
BYTES_PER_SECOND = 4096
LARGE_BODY = 8 * 2**10  # bytes; nearly all forms are smaller
MOST_HELD = 16 * 2**20  # bytes of unfinished large bodies in one process
# Else gunicorn names itself and its worker, to whom it is no use, in each of the first page's 25 answers.
SERVER = ("Server", "app")
CLOSE = [("Connection", "close"), ("Content-Type", "text/plain; charset=utf-8")]


@dataclass(eq=False)
class Body:
    """A body that is being read."""

    address: str
    began: float
    deadline: asyncio.Timeout
    content: BytesIO = field(default_factory=BytesIO)
    is_ended: bool = False  # to make room for others

    @property
    def size(self) -> int:
        return self.content.tell()


class Site:
    """A WSGI app with its threads, and the polls that wait."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.is_stopping: Callable[[], bool] = lambda: False  # the server replaces it
        self.held: dict[Body, int] = {}  # bytes of each unfinished large body
        # as many as `chinchon_site.database.stalls` shares out
        self.threads = ThreadPoolExecutor(4)
        # After a hand the polls of its boards come at once. What is saved meanwhile stands behind none.
        self.poll_threads = ThreadPoolExecutor(2)
        # For probes, in case that all others wait, and for pictures and photos, which take long: one at a
        # time.
        self.own_threads = {
            end: ThreadPoolExecutor(1)
            for end in (ALIVE[1:], READY[1:], "picture.png", "photo")
        }

    async def __call__(self, scope: Scope, receive: Channel, send: Channel) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            status, names, body = await self._answer(scope, receive)
            headers = [
                (name.lower().encode(), value.strip().encode("latin-1"))
                for name, value in (SERVER, *names)
            ]
            await send(
                {"type": "http.response.start", "status": status, "headers": headers}
            )
            await send(
                {
                    "type": "http.response.body",
                    "body": b"" if scope["method"] == "HEAD" else body,
                }
            )

    async def _live(self, receive: Channel, send: Channel) -> None:
        await receive()
        loop = asyncio.get_running_loop()
        self.watch = waiting.Watch(
            lambda news: loop.call_soon_threadsafe(_wake, news), self.is_stopping
        )
        self.watch.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Channel) -> Answer:
        # a whole address: its host may not be that of the header
        if not scope["raw_path"].startswith(b"/"):
            return 400, CLOSE, b""
        environ = environ_of(scope)
        seconds = waiting.seconds_of(environ) if self.watch.is_alive() else 0.0
        poll = polls.poll_of(environ) if seconds else None
        if poll and not await self._has_news(poll, seconds):
            return 304, polls.not_modified(poll), b""
        body = await self._whole_body(environ, receive)
        if body is None:
            return 408, CLOSE, b""
        environ["wsgi.input"] = body
        path = environ["PATH_INFO"]
        usual = self.poll_threads if poll else self.threads
        threads = self.own_threads.get(path.rstrip("/").rpartition("/")[2], usual)
        try:
            async with asyncio.timeout(READY_SECONDS if path == READY else None):
                return await asyncio.get_running_loop().run_in_executor(
                    threads, self._run, environ
                )
        except TimeoutError:
            return 503, CLOSE, b"the database hangs\n"

    async def _has_news(self, poll: polls.Poll, seconds: float) -> bool:
        """Wait until there is something to say, and at most so long."""
        woken = asyncio.get_running_loop().create_future()
        self.watch.add(woken, poll)
        try:
            await asyncio.wait([woken], timeout=seconds)
        finally:  # also where the client is gone, and the server cancels this
            self.watch.remove(woken)
        return woken.done()

    async def _whole_body(
        self, environ: WSGIEnvironment, receive: Channel
    ) -> BytesIO | None:
        """The body, empty where the app refuses it unread or, in chunks, ignores it; None where it comes too
        slowly."""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if not 0 < length <= settings.MAX_BODY:
            return BytesIO()
        began = asyncio.get_running_loop().time()
        deadline = asyncio.timeout_at(began + BODY_SECONDS)
        body = Body(environ["REMOTE_ADDR"], began, deadline)
        try:
            async with deadline:
                return await self._read(body, length, receive)
        except TimeoutError:
            return None
        finally:
            self.held.pop(body, None)

    async def _read(self, body: Body, length: int, receive: Channel) -> BytesIO | None:
        while body.size < length:
            message = await receive()
            if message["type"] == "http.disconnect" or body.is_ended:
                return None
            body.content.write(message["body"])
            seconds = BODY_SECONDS + body.size / BYTES_PER_SECOND
            body.deadline.reschedule(body.began + seconds)
            if body.size > LARGE_BODY:
                self.held[body] = body.size
                self._make_room()
        body.content.seek(0)
        return body.content

    def _make_room(self) -> None:
        """Where large bodies hold too much together, end the one that came slowest from its beginning: who
        has sent much and goes on is no trouble. If one address holds more than half, it is one of that."""
        if sum(self.held.values()) <= MOST_HELD or len(self.held) == 1:
            return
        by_address: Counter[str] = Counter()
        for body, size in self.held.items():
            by_address[body.address] += size
        [(address, size)] = by_address.most_common(1)
        ended = [
            body
            for body in self.held
            if body.address == address or size <= MOST_HELD / 2
        ]
        now = asyncio.get_running_loop().time()
        slowest = max(ended, key=lambda body: (now - body.began) / body.size)
        del self.held[slowest]
        slowest.is_ended = True
        slowest.deadline.reschedule(now)

    def _run(self, environ: WSGIEnvironment) -> Answer:
        """What the app answers, in a thread."""
        head: list[Any] = []
        answer = self.app(environ, lambda *arguments: head.extend(arguments))  # type: ignore[arg-type]  # as in polls
        try:
            return int(head[0][:3]), head[1], b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()


def _wake(news: Iterable[asyncio.Future[None]]) -> None:
    for woken in news:
        if not woken.done():
            woken.set_result(None)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """The request for Django, without its body. A header with `_` in its name is left out: to Django it would
    be the one with `-`, which a proxy may have set."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.url_scheme": scope["scheme"],
    }
    for header, value in scope["headers"]:
        if b"_" not in header:
            name = header.decode("latin-1").upper().replace("-", "_")
            name = (
                name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
            )
            text = value.decode("latin-1")
            environ[name] = f"{environ[name]},{text}" if name in environ else text
    return environ


application = Site(wsgi)
