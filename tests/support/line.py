"""A line between a phone and the app: it can be cut, it can hang, and it counts what comes down it."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK = 65536
HOST = "127.0.0.1"


class Line:
    """Phones call `url`; what they say goes to the app's port, whoever listens there."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.came_down = 0  # bytes, but for the answers to polls
        self._state = "up"
        self._canned = b""
        self._calls: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._in_loop(asyncio.start_server(self._called, HOST, 0))

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """No signal: every call fails at once."""
        self._become("cut")

    def hang(self) -> None:
        """Calls are taken and never answered, those under way too."""
        self._state = "hanging"

    def is_answered_by_another(self, status: str, page: str = "<h1>Wi-Fi</h1>") -> None:
        """A hotel's login, or a proxy without its server, says the same to everything."""
        head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n"
        self._canned = f"{head}Connection: close\r\n\r\n{page}".encode()
        self._become("other")

    def mend(self) -> None:
        self._become("up")

    def close(self) -> None:
        self._state = "cut"
        self._in_loop(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _in_loop(self, task):
        return asyncio.run_coroutine_threadsafe(task, self._loop).result()

    def _become(self, state: str) -> None:
        """Whoever is on the line is thrown out."""
        self._state = state
        self._in_loop(self._end_calls())

    async def _end(self) -> None:
        self._server.close()  # in its loop: asyncio is not thread-safe
        await self._end_calls()

    async def _end_calls(self) -> None:
        calls = list(self._calls)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    async def _called(self, phone: StreamReader, to_phone: StreamWriter) -> None:
        call = asyncio.ensure_future(self._talk(phone, to_phone))
        self._calls.add(call)
        try:
            await call
            to_phone.close()  # after what is still on its way
        except (OSError, asyncio.CancelledError):
            to_phone.transport.abort()
        finally:
            self._calls.discard(call)

    async def _talk(self, phone: StreamReader, to_phone: StreamWriter) -> None:
        if self._state == "cut":
            raise ConnectionAbortedError
        if self._state == "hanging":
            await asyncio.Event().wait()
        if self._state == "other":
            await phone.read(CHUNK)
            to_phone.write(self._canned)
            await to_phone.drain()
            return
        app, to_app = await asyncio.open_connection(HOST, self.to)
        try:
            await self._pass_on(_Call(phone, to_phone, app, to_app))
        finally:
            to_app.transport.abort()

    async def _pass_on(self, call: _Call) -> None:
        ways = {asyncio.ensure_future(self._up(call)), asyncio.ensure_future(self._down(call))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self._state == "hanging":
                await asyncio.Event().wait()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _up(self, call: _Call) -> None:
        while said := await call.phone.read(CHUNK):
            call.is_poll = b"/pulse/" in said.split(b"\r\n", 1)[0]
            if self._state == "up":
                call.to_app.write(said)

    async def _down(self, call: _Call) -> None:
        while said := await call.app.read(CHUNK):
            if self._state == "up":
                self.came_down += 0 if call.is_poll else len(said)
                call.to_phone.write(said)
        await call.to_phone.drain()


class _Call:
    """One connection, both ways."""

    def __init__(self, phone: StreamReader, to_phone: StreamWriter, app: StreamReader, to_app: StreamWriter):
        self.phone, self.to_phone, self.app, self.to_app = phone, to_phone, app, to_app
        self.is_poll = False


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    line = Line(port)
    try:
        yield line
    finally:
        line.close()
