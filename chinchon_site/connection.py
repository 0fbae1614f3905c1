"""One client's connection, read and written without waiting: what has come of a request, what is unsent."""

import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from selectors import EVENT_WRITE, DefaultSelector
from typing import Any

from django.conf import settings
from gunicorn.http import RequestParser
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import InvalidRequestLine, LimitRequestHeaders, NoMoreData
from gunicorn.http.message import Request
from gunicorn.sock import ssl_wrap_socket
from gunicorn.util import unquote_to_wsgi_str
from gunicorn.workers.gthread import TConn

HEAD_SECONDS = 10  # from the first byte of a request, or from the connection, to the end of its head
STALL_SECONDS = 20  # a body or an answer may stand still for so long, once
BYTES_PER_SECOND = 4096  # the slowest body or answer: each byte earns its part of a second
LINGER_SECONDS = 2  # after the last answer, until the client closes too
MOST_LINGERING = 64 * 1024  # bytes that are read and forgotten meanwhile
MAX_HEAD = 32 * 1024
PIECE = 64 * 1024
MOST_UNSENT = 8 * 2**20  # bytes of an answer that are kept for a slow client; the thread waits for the rest

EMPTY_LINES = re.compile(rb"(?:\r\n){1,64}")  # more at once are refused, as a head without a request line
HEAD_END = b"\r\n\r\n"
WEB_ADDRESS = re.compile(r"https?://([^/?#@]+)(?=[/?#]|\Z)", re.IGNORECASE)
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
NOT_READY = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Next(Enum):
    """What comes next for a connection."""

    WAIT = auto()  # until the client sends or takes something
    SERVE = auto()  # its request is whole: a thread can answer it
    CLOSE = auto()


class Sender:
    """The socket that a thread writes to. What the client does not take at once is kept, so it never waits.
    Only an answer with more than MOST_UNSENT bytes to go makes its thread wait."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.unsent = bytearray()

    def sendall(self, data: bytes) -> None:
        self.unsent += data
        self.flush()
        while len(self.unsent) > MOST_UNSENT:
            self._wait_for_client()
            self.flush()

    def send(self, data: bytes) -> int:
        self.sendall(data)
        return len(data)

    def flush(self) -> int:
        """Send what the client takes now; how many bytes that was."""
        before = len(self.unsent)
        with suppress(*NOT_READY):
            while self.unsent:
                del self.unsent[: self.sock.send(self.unsent)]
        return before - len(self.unsent)

    def _wait_for_client(self) -> None:
        with DefaultSelector() as selector:
            selector.register(self.sock, EVENT_WRITE)
            if not selector.select(STALL_SECONDS):
                raise ConnectionResetError("the client does not take the answer")

    def setblocking(self, flag: bool) -> None:
        """Nothing: gunicorn wants its threads to wait, this socket must not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sock, name)


@dataclass
class WholeRequest:
    """Stands in for gunicorn's parser: the one request that was received, or why it is refused."""

    request: Request | None
    refusal: Exception | None = None

    def __next__(self) -> Request:
        if self.refusal:
            raise self.refusal
        return self.request

    def finish_body(self, deadline: float) -> bool:
        """Whether another request can follow: always, because `Connection` knows where this one ends."""
        return True


def take_host_of_target(request: Request) -> None:
    """If the target is a whole address, its host counts instead of the header (RFC 9112, 3.2.2). Every other
    target is a path or `*`: of others gunicorn makes paths that begin without a slash."""
    if request.uri.startswith("/") or request.uri == "*":
        return
    address = WEB_ADDRESS.match(request.uri)
    if address is None:
        raise InvalidRequestLine(request.uri)
    others = [header for header in request.headers if header[0] != "HOST"]
    request.headers = [("HOST", address[1]), *others]


class Connection(TConn):
    """A client between two requests, or in the middle of sending one or of taking an answer."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        self.initialized = True  # for gunicorn: its threads need neither wait for data nor shake hands
        sock.setblocking(False)
        self.sock = Sender(ssl_wrap_socket(sock, cfg) if cfg.is_ssl else sock)
        self.received = bytearray()
        self.is_last = False
        self.lingered: int | None = None  # bytes that came after the last answer; None until it is sent
        self._begin(HEAD_SECONDS)

    def _begin(self, seconds: float) -> None:
        """Wait for the next request, for that long."""
        self.since = time.monotonic()
        self.deadline = self.since + seconds
        self.parser: WholeRequest | None = None
        self.end = 0  # of the request, in bytes of `received`; of its head while the body is unknown
        self.searched = 0
        self.has_begun = False  # the head

    @property
    def request(self) -> Request | None:
        """The whole request; None if it is refused."""
        return self.parser.request if self.parser else None

    @property
    def path(self) -> str:
        """The path of the whole request as the app reads it, unquoted; empty if it is refused."""
        return unquote_to_wsgi_str(self.request.path) if self.request else ""

    @property
    def held(self) -> int:
        """Bytes of memory that the client makes us keep."""
        return len(self.received) + len(self.sock.unsent)

    def advance(self) -> Next:
        """Send and receive what is possible without waiting."""
        try:
            return self._sent() or self._lingering() or self._receiving()
        except NOT_READY:
            return Next.WAIT
        except OSError:  # also the errors of TLS
            return Next.CLOSE

    def wait_for_news(self, seconds: float) -> None:
        """Its request is whole, and is answered in so many seconds at the latest."""
        self.since = time.monotonic()
        self.deadline = self.since + seconds

    def heard_more(self) -> Next:
        """Read what comes while a whole request waits: SERVE if that is the next request."""
        try:
            part = self.sock.recv(PIECE)
        except NOT_READY:
            return Next.WAIT
        except OSError:
            return Next.CLOSE
        self.received += part
        return Next.SERVE if part else Next.CLOSE

    def answered(self, is_kept: bool) -> None:
        """A thread is done with the request. Unless the connection `is_kept`, it ends with this answer."""
        del self.received[: self.end]
        self._begin(self.cfg.keepalive)
        self.is_last = not is_kept
        if self.sock.unsent:
            self.deadline = self.since + STALL_SECONDS

    def close(self, graceful: bool = False) -> None:
        """Close at once, and give the memory back: the request and this connection refer to each other."""
        self.parser = None
        self.received.clear()
        self.sock.unsent.clear()
        super().close()

    def say_too_late(self) -> None:
        if self.received and not self.is_last and not self.sock.unsent:
            with suppress(OSError):
                self.sock.sendall(TOO_LATE)

    def _sent(self) -> Next | None:
        if not self.sock.unsent:
            return None
        self._earn(self.sock.flush())
        if self.sock.unsent:
            return Next.WAIT
        if self.parser is None:
            self.deadline = time.monotonic() + self.cfg.keepalive
        return None

    def _lingering(self) -> Next | None:
        """Read on after the last answer: closed with bytes unread, the client could lose that answer."""
        if not self.is_last:
            return None
        if self.lingered is None:
            self.deadline = time.monotonic() + LINGER_SECONDS
            self.sock.shutdown(socket.SHUT_WR)
            self.lingered = 0
        while part := self.sock.recv(PIECE):
            self.lingered += len(part)
            if self.lingered > MOST_LINGERING:
                break
        return Next.CLOSE

    def _receiving(self) -> Next:
        if not self._is_whole():
            part = self.sock.recv(PIECE)
            if not part:
                return Next.CLOSE
            self._take(part)
        return Next.SERVE if self._is_whole() else Next.WAIT

    def _take(self, part: bytes) -> None:
        self.received += part
        if self.parser:
            self._earn(len(part))

    def _earn(self, count: int) -> None:
        """Give more time for `count` bytes; never more than STALL_SECONDS from now."""
        latest = time.monotonic() + STALL_SECONDS
        self.deadline = min(self.deadline + count / BYTES_PER_SECOND, latest)

    def _is_whole(self) -> bool:
        if self.parser is None and self._finds_end_of_head():
            self.parser = self._parsed()
        return self.parser is not None and len(self.received) >= self.end

    def _finds_end_of_head(self) -> bool:
        """Whether the head has ended, or is too long to wait for its end. Empty lines before it are no part
        of it (RFC 9112, 2.2), and give it no time."""
        if empty := EMPTY_LINES.match(self.received):
            del self.received[: empty.end()]
        if self.received and not self.has_begun:
            self.has_begun = True
            self.deadline = time.monotonic() + HEAD_SECONDS
        found = self.received.find(HEAD_END, self.searched)
        self.searched = max(len(self.received) - len(HEAD_END) + 1, 0)
        self.end = found + len(HEAD_END) if found >= 0 else len(self.received)
        return found >= 0 or len(self.received) > MAX_HEAD

    def _parsed(self) -> WholeRequest:
        try:
            request = next(RequestParser(self.cfg, self._pieces(), self.client))
            take_host_of_target(request)
        except NoMoreData:
            return WholeRequest(None, LimitRequestHeaders(f"more than {MAX_HEAD} bytes"))
        except Exception as refusal:
            return WholeRequest(None, refusal)
        self._expect_body(request)
        return WholeRequest(request)

    def _pieces(self) -> Iterator[bytes]:
        """The head; the body once a thread asks for it, when it is there and `end` is the end of it."""
        head = self.end
        yield bytes(self.received[:head])
        for start in range(head, self.end, PIECE):
            yield bytes(self.received[start : min(start + PIECE, self.end)])

    def _expect_body(self, request: Request) -> None:
        """Wait for the body, unless the app refuses it unread or, in chunks, ignores it."""
        reader = request.body.reader
        is_read = isinstance(reader, LengthReader) and reader.length <= settings.MAX_BODY
        if is_read:
            self.deadline = time.monotonic() + STALL_SECONDS
            self.end += reader.length
        else:
            request.force_close()
        if request._expected_100_continue and is_read and len(self.received) < self.end:
            self.sock.sendall(CONTINUE)
        request._expected_100_continue = False
