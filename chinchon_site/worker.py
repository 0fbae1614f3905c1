"""A gunicorn worker like gthread in which neither slow clients (docs/DEPLOY.md#slow-clients) nor polls that
wait for news hold a thread."""

import errno
import random
import resource
import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial, wraps
from operator import attrgetter
from selectors import EVENT_READ, EVENT_WRITE
from typing import TYPE_CHECKING, Any

from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from chinchon_site.connection import PIECE, Connection, Next
from chinchon_site.logs import PROBES

if TYPE_CHECKING:
    from chinchon_site.waiting import Poll

PICTURE = "/picture.png"  # how the address of every picture ends
MOST_HELD = 32 * 2**20  # bytes of unfinished requests and untaken answers in one worker
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_ROOM_SECONDS = 0.05  # to wait until another process or a thread closes a file
OTHER_FILES = 64  # of a worker, beside its connections: databases, listening sockets, uploads, static files
STOPPING_TICK = 0.1  # seconds
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
SWEEP_SECONDS = 0.25
EVENLY = 0.1  # polls that began to wait together end apart: within this part of the time that they wait


def allowed(connections: int) -> int:
    """How many of so many connections the limit of open files allows. It is raised for them if it can be."""
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_FILES
    if limit == resource.RLIM_INFINITY or limit >= needed:
        return connections
    raised = needed if most == resource.RLIM_INFINITY else min(needed, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
    return min(connections, max(raised - OTHER_FILES, raised // 2))


def contained(step: Callable[..., None]) -> Callable[..., None]:
    """The same step of one connection. What it raises ends that connection, and not the worker."""

    @wraps(step)
    def contain(worker: "Worker", conn: Connection, *arguments: Any) -> None:
        try:
            step(worker, conn, *arguments)
        except Exception:
            worker.log.exception("A connection failed")
            worker.refuse(conn)

    return contain


class Worker(ThreadWorker):
    """Reads requests, and sends the rest of answers, in gunicorn's loop; threads get only whole requests.
    Every connection that waits has a deadline. When there are too many, the one that has waited longest is
    closed, first of the polls that wait for news; when they hold too many bytes, the one that holds most."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.worker_connections = allowed(self.cfg.worker_connections)
        self.connections: set[Connection] = set()
        self.pending_conns: set[Connection] = set()  # those of them that wait for the client
        self.polls: dict[Connection, Poll] = {}  # connections with a poll that waits for news
        self.probes = ThreadPoolExecutor(1, thread_name_prefix="probe")  # starts no thread yet
        self.pictures = ThreadPoolExecutor(1, thread_name_prefix="picture")
        self.swept = 0.0
        self.stop_by = 0.0

    def load_wsgi(self) -> None:
        super().load_wsgi()
        from chinchon_site import waiting  # its models can be imported once the app is there

        self.waiting = waiting
        self.watch = waiting.Watch(lambda news: self.method_queue.defer(self._serve_polls, news))
        self.watch.start()

    def accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except OSError as error:  # else another worker was first, or the client is gone
            if error.errno in NO_ROOM:
                self._make_room()
            return
        try:
            connection = Connection(self.cfg, sock, client, listener.getsockname())
        except OSError:  # gone before TLS could begin
            sock.close()
            return
        self.nr_conns += 1
        self.connections.add(connection)
        if self.nr_conns >= self.worker_connections:
            self._drop_oldest()
        self.enqueue_req(connection)

    def _make_room(self) -> None:
        """For a connection that cannot be accepted: it stays in the queue of the listening socket."""
        if not self._drop_oldest():
            time.sleep(NO_ROOM_SECONDS)

    @contained
    def enqueue_req(self, conn: Connection) -> None:
        """Give the connection to a thread if its request is whole. Called when there is something to read."""
        step = conn.advance()
        if step is Next.CLOSE or not self._has_room_for(conn):
            self._drop(conn)
        elif step is Next.SERVE:
            self._serve_or_wait(conn)
        else:
            self.pending_conns.add(conn)
            events = EVENT_WRITE if conn.sock.unsent else EVENT_READ
            self.poller.register(conn.sock, events, partial(self.on_pending_socket_readable, conn))

    def _serve_or_wait(self, conn: Connection) -> None:
        may_wait = conn.request and self.alive and self.watch.is_alive()
        poll = self.waiting.poll_of(conn.request) if may_wait else None
        if poll is None:
            return self._serve(conn)
        conn.wait_for_news(poll.seconds * (1 - EVENLY * random.random()))  # noqa: S311  # no secret
        self.polls[conn] = poll
        self.poller.register(conn.sock, EVENT_READ, partial(self._on_poll_readable, conn))
        self.watch.add(conn, poll)

    @contained
    def _on_poll_readable(self, conn: Connection, client: Any) -> None:
        """The client of a poll that waits sent more, which ends its waiting, or is gone."""
        if conn not in self.polls or (step := conn.heard_more()) is Next.WAIT:
            return
        self._end_waiting(conn)
        if step is Next.CLOSE:
            self._drop(conn)
        else:
            self._serve(conn)

    def _end_waiting(self, conn: Connection) -> None:
        del self.polls[conn]
        self.poller.unregister(conn.sock)
        self.watch.remove(conn)

    def _serve_polls(self, conns: Iterable[Connection]) -> None:
        """There is something to say to them."""
        for conn in conns:
            if conn in self.polls:  # else it is gone
                self._end_waiting(conn)
                self._serve(conn)

    def refuse(self, conn: Connection) -> None:
        """Answer 400 and close the connection, whatever it was waiting for."""
        if conn in self.polls:
            self._end_waiting(conn)
        if conn in self.connections:
            with suppress(Exception):
                conn.sock.sendall(BAD_REQUEST)
            self._drop(conn)

    def _say_nothing_new(self, conn: Connection) -> None:
        poll = self.polls[conn]
        is_kept = self.alive and poll.keeps_line
        answer = self.waiting.nothing_new(poll, is_kept)
        self._end_waiting(conn)
        with suppress(OSError):  # the client is gone, and the next step will see it
            conn.sock.sendall(answer)
        conn.answered(is_kept)

    def _serve(self, conn: Connection) -> None:
        done = self._threads_for(conn.path).submit(self.handle, conn)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def _threads_for(self, path: str) -> Executor:
        """Probes have a thread of their own, for the case that all others wait. So have pictures, which take
        long: a worker does one at a time, and the other threads are free."""
        if path in PROBES:
            return self.probes
        return self.pictures if path.endswith(PICTURE) else self.tpool

    def on_pending_socket_readable(self, conn: Connection, client: Any) -> None:
        if conn in self.pending_conns:  # else an event before this one closed it
            super().on_pending_socket_readable(conn, client)

    @contained
    def finish_request(self, conn: Connection, fs: Future[bool]) -> None:
        is_kept = not fs.cancelled() and fs.exception() is None and fs.result()
        conn.answered(is_kept)
        self.enqueue_req(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        super().wait_for_and_dispatch_events(timeout if self.alive else STOPPING_TICK)

    def murder_pending(self) -> None:
        """Close connections whose time is over. A worker that stops gives all of them little time."""
        now = time.monotonic()
        if now < self.swept + SWEEP_SECONDS and self.alive:
            return
        self.swept = now
        for conn in [conn for conn in self.polls if now > conn.deadline or not self.alive]:
            self._say_nothing_new(conn)
            self.enqueue_req(conn)
        if not self.alive:
            self.stop_by = self.stop_by or now + STOP_KEEPALIVE_LINGER
        late = [
            conn for conn in self.pending_conns if now > min(conn.deadline, self.stop_by or conn.deadline)
        ]
        for connection in late:
            connection.say_too_late()
            self._drop(connection)

    def _has_room_for(self, conn: Connection) -> bool:
        """Close those that hold most until all hold little enough; whether `conn` is not one of them."""
        if conn.held <= PIECE:
            return True
        while sum(each.held for each in self.connections) > MOST_HELD:
            largest = max(self.pending_conns | {conn}, key=attrgetter("held"))
            if largest is conn:
                return False
            self._drop(largest)
        return True

    def _drop_oldest(self) -> bool:
        """Close one that waits, if there is one. A poll hears that there is nothing new, and comes again."""
        oldest = min(self.polls or self.pending_conns, key=attrgetter("since"), default=None)
        if oldest in self.polls:
            self._say_nothing_new(oldest)
        if oldest:
            self._drop(oldest)
        return oldest is not None

    def _drop(self, conn: Connection) -> None:
        if conn in self.pending_conns:
            self.pending_conns.remove(conn)
            self.poller.unregister(conn.sock)
        self.connections.remove(conn)
        self.nr_conns -= 1
        conn.close()
