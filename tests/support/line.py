"""A TCP proxy between a phone and the app: can cut or hang connections, and counts the bytes of responses."""

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from contextlib import contextmanager
from dataclasses import dataclass

CHUNK = 65536
HOST = "127.0.0.1"


class Line:
    """The proxy: phones connect to `url`, and it connects to the port `to`."""

    def __init__(self, to):
        self.to = to
        self.came_down = 0  # bytes of responses, without those to polls
        self._state = "up"
        # how requests begin that another answers, and what it answers
        self._replaced = None
        self._calls = set()
        # to phones; ended calls may have bytes to send
        self._transports = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._in_loop(asyncio.start_server(self._called, HOST, 0))

    @property
    def url(self):
        return f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}"

    def cut(self):
        """Let every connection fail at once, as without a signal."""
        self._become("cut")

    def hang(self):
        """Accept connections and never answer them; open ones hang too."""
        self._state = "hanging"

    def is_answered_by_another(self, answer, path=""):
        """Answer every request so, as the login page of a hotel does; or only those for that path."""
        self._replaced = f"GET {path}".encode() if path else b"", answer
        self._become("up")

    def mend(self):
        self._replaced = None
        self._become("up")

    def lead_to(self, port):
        """From now on another server answers at the same address."""
        self.to = port
        self.mend()

    def close(self):
        self._state = "cut"
        self._in_loop(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _in_loop(self, task):
        return asyncio.run_coroutine_threadsafe(task, self._loop).result()

    def _become(self, state):
        """Change the state and close all open connections."""
        self._state = state
        self._in_loop(self._end_calls())

    async def _end(self):
        # A server that closes while it accepts a connection forgets to close that one.
        while asyncio.all_tasks() - {asyncio.current_task()}:
            await self._end_calls()
            await asyncio.sleep(0)
        self._server.close()  # must run in its event loop: asyncio is not thread-safe
        for transport in self._transports:
            transport.abort()

    async def _end_calls(self):
        calls = list(self._calls)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    async def _called(self, phone, to_phone):
        self._transports.append(to_phone.transport)
        call = asyncio.ensure_future(self._talk(phone, to_phone))
        self._calls.add(call)
        try:
            await call
            to_phone.close()  # sends what is buffered first
        except (OSError, asyncio.CancelledError):
            to_phone.transport.abort()
        finally:
            self._calls.discard(call)

    async def _talk(self, phone, to_phone):
        if self._state == "cut":
            raise ConnectionAbortedError
        if self._state == "hanging":
            await asyncio.Event().wait()
        app, to_app = await asyncio.open_connection(HOST, self.to)
        try:
            await self._pass_on(_Call(phone, to_phone, app, to_app))
        finally:
            to_app.transport.abort()

    async def _pass_on(self, call):
        directions = {
            asyncio.ensure_future(self._up(call)),
            asyncio.ensure_future(self._down(call)),
        }
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
            if self._state == "hanging":
                await asyncio.Event().wait()
        finally:
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)

    async def _up(self, call):
        while chunk := await call.phone.read(CHUNK):
            call.is_poll = b"/pulse/" in chunk.split(b"\r\n", 1)[0]
            if self._replaced and chunk.startswith(self._replaced[0]):
                call.to_phone.write(self._replaced[1])
                return
            if self._state == "up":
                call.to_app.write(chunk)

    async def _down(self, call):
        while chunk := await call.app.read(CHUNK):
            if self._state == "up":
                self.came_down += 0 if call.is_poll else len(chunk)
                call.to_phone.write(chunk)
        await call.to_phone.drain()


def answer_of_another(body, *headers, status="200 OK"):
    """A whole response."""
    own = f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return "\r\n".join((f"HTTP/1.1 {status}", *headers, own)).encode() + body


def login_page(status="200 OK"):
    page = b"<!doctype html><h1>Wi-Fi</h1>"
    return answer_of_another(page, "Content-Type: text/html", status=status)


@dataclass
class _Call:
    """A connection of a phone, and the connection to the app that belongs to it."""

    phone: StreamReader
    to_phone: StreamWriter
    app: StreamReader
    to_app: StreamWriter
    is_poll: bool = False


@contextmanager
def line_to(port):
    line = Line(port)
    try:
        yield line
    finally:
        line.close()
