"""What a connection makes of the bytes that come, and how long it waits for the rest."""

import socket
from contextlib import closing
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import InvalidRequestLine, LimitRequestHeaders

from chinchon_site import connection as limits
from chinchon_site.connection import Connection, Next
from chinchon_site.worker import Worker

HEAD = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n"
ADDRESS = ("127.0.0.1", 1)


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    with closing(ours), closing(theirs):
        yield Connection(Config(), ours, ADDRESS, ADDRESS), theirs


def steps(ends, *parts: bytes) -> list[Next]:
    ours, theirs = ends
    seen = []
    for part in parts:
        theirs.sendall(part)
        seen.append(ours.advance())
    return seen


def body(ours: Connection) -> bytes:
    return next(ours.parser).body.read()


def test_a_thread_gets_a_request_once_its_last_byte_is_there(ends):
    assert steps(ends, HEAD, b"\r\n", b"abcd", b"e") == [Next.WAIT, Next.WAIT, Next.WAIT, Next.SERVE]
    assert body(ends[0]) == b"abcde"


@pytest.mark.parametrize("path", [b"/check/picture.png", b"/check%2Fpicture.pn%67?a"])
def test_a_path_leads_to_the_same_thread_however_it_is_written(ends, path):
    """`chinchon_site.worker` draws pictures in one thread."""
    steps(ends, b"GET " + path + b" HTTP/1.1\r\nHost: here\r\n\r\n")
    assert ends[0].path == "/check/picture.png"


def test_empty_lines_before_a_request_are_ignored(ends):
    """RFC 9112, 2.2."""
    assert steps(ends, b"\r", b"\n\r", b"\n", HEAD + b"\r\n", b"abcde")[-2:] == [Next.WAIT, Next.SERVE]
    assert body(ends[0]) == b"abcde"


def test_a_flood_of_empty_lines_is_refused(ends):
    assert steps(ends, b"\r\n" * 30_000) == [Next.SERVE]
    with pytest.raises(InvalidRequestLine):
        next(ends[0].parser)


def test_empty_lines_after_an_answer_are_no_request_that_is_late(ends):
    ours, theirs = ends
    steps(ends, HEAD + b"\r\nabcde\r\n")
    ours.answered(is_kept=True)
    deadline = ours.deadline
    assert (ours.advance(), ours.held, ours.deadline) == (Next.WAIT, 0, deadline)
    ours.say_too_late()
    theirs.setblocking(False)
    with pytest.raises(BlockingIOError):
        theirs.recv(100)


def test_empty_lines_and_bytes_of_a_head_give_a_connection_no_more_time(ends):
    deadline = ends[0].deadline
    steps(ends, b"\r\n", b"\r\n\r\n")
    assert ends[0].deadline == deadline
    steps(ends, b"\r")
    begun = ends[0].deadline
    steps(ends, b"\n", b"\r", b"\n", b"GET", b" / HTTP/1.1\r\n", b"Host: here\r\n")
    assert deadline < begun == ends[0].deadline


def test_bytes_of_a_body_earn_it_time_but_never_more_than_it_may_stand_still(ends):
    steps(ends, b"POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n")
    begun = ends[0].deadline
    steps(ends, b"a")
    assert 0 < ends[0].deadline - begun <= 1 / limits.BYTES_PER_SECOND + 1e-6
    for _piece in range(5):
        steps(ends, bytes(limits.PIECE))
    assert limits.time.monotonic() <= ends[0].deadline <= limits.time.monotonic() + limits.STALL_SECONDS


def test_a_head_that_grows_without_an_end_is_refused(ends):
    seen = steps(ends, b"GET / HTTP/1.1\r\n", *[b"X: y\r\n" * 2000] * 3)
    assert seen == [Next.WAIT, Next.WAIT, Next.WAIT, Next.SERVE]
    with pytest.raises(LimitRequestHeaders):
        next(ends[0].parser)


def test_an_answer_that_the_client_does_not_take_is_kept_and_sent_later(ends):
    ours, theirs = ends
    steps(ends, HEAD + b"\r\nabcde")
    answer = bytes(range(256)) * 2**14
    ours.sock.sendall(answer)
    ours.answered(is_kept=True)
    taken = bytearray()
    while ours.advance() is Next.WAIT and len(taken) < len(answer):
        taken += theirs.recv(2**20)
    assert (bytes(taken) == answer, ours.held) == (True, 0)


def test_after_its_last_answer_a_connection_reads_on_until_the_client_closes(ends):
    ours, theirs = ends
    steps(ends, HEAD + b"\r\nabcde")
    ours.sock.sendall(b"answer")
    ours.answered(is_kept=False)
    assert (ours.advance(), theirs.recv(100), theirs.recv(100)) == (Next.WAIT, b"answer", b"")
    theirs.close()
    assert ours.advance() is Next.CLOSE


def test_a_client_that_is_too_late_is_told_so(ends):
    steps(ends, b"GET / HT")
    ends[0].say_too_late()
    assert ends[1].recv(200) == limits.TOO_LATE


@pytest.mark.parametrize(
    ("path", "threads"),
    [
        ("/healthz", "probes"),
        ("/check/picture.png", "pictures"),
        ("/n/abcdefghij/seat/", "tpool"),
    ],
)
def test_what_takes_long_has_a_thread_of_its_own(path, threads):
    worker = SimpleNamespace(tpool="tpool", pictures="pictures", probes="probes")
    assert Worker._threads_for(worker, path) == threads
