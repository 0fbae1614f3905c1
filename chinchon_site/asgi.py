"""The app under ASGI: a thread gets only a whole request, and polls that wait for news hold none."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
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
BODY_SECONDS = 20  # for a body, and more for each of its bytes
BYTES_PER_SECOND = 4096
MOST_HELD = 32 * 2**20  # bytes of unfinished bodies in one process
# Else gunicorn names itself and its worker, to whom it is no use, in each of the first page's 25 answers.
SERVER = ("Server", "app")
CLOSE = [("Connection", "close"), ("Content-Type", "text/plain; charset=utf-8")]


class Site:
    """A WSGI app with its threads, and the polls that wait."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self.is_stopping: Callable[[], bool] = lambda: False  # the server replaces it
        self.held: dict[asyncio.Task[Any], int] = {}  # bytes of each unfinished body
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
        body = await self._whole_body(int(environ.get("CONTENT_LENGTH") or 0), receive)
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

    async def _whole_body(self, length: int, receive: Channel) -> BytesIO | None:
        """The body, empty where the app refuses it unread or, in chunks, ignores it; None where it comes too
        late. Of those that hold too much together the largest request is ended."""
        if not 0 < length <= settings.MAX_BODY:
            return BytesIO()
        body = BytesIO()
        task: Any = asyncio.current_task()
        try:
            async with asyncio.timeout(BODY_SECONDS + length / BYTES_PER_SECOND):
                while body.tell() < length:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body.write(message["body"])
                    self.held[task] = body.tell()
                    if sum(self.held.values()) > MOST_HELD:
                        max(self.held, key=self.held.__getitem__).cancel()
        except TimeoutError:
            return None
        finally:
            self.held.pop(task, None)
        body.seek(0)
        return body

    def _run(self, environ: WSGIEnvironment) -> Answer:
        """What the app answers, in a thread."""
        head: list[Any] = []
        answer = self.app(environ, lambda *arguments: head.extend(arguments))  # type: ignore[arg-type]
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
