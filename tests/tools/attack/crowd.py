"""Many slow clients at once: connections that are held open and never become a request or take an answer."""

import socket
import ssl
import time
from contextlib import contextmanager, suppress
from threading import Event, Thread

HEAD = b"POST /new/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
DRIP_SECONDS = 0.5
SETTLING = 0.5  # seconds until the server has seen what was sent
OPENING_SECONDS = 10  # until a connection that is not accepted counts as refused
SMALL_WINDOW = 4096  # bytes that a client takes of an answer that it does not read


def body_of(length):
    """The head of a form with a body of that many bytes."""
    return HEAD + b"Content-Length: %d\r\n\r\n" % length


IDLE = b""
HALF_HEAD = HEAD
HALF_BODY = body_of(1000) + b"a=b&"


@contextmanager
def crowd(port, size, sent, drip=b"", wrap=None):
    """Hold `size` connections open that sent `sent`, and then send `drip` every half second."""
    is_over = Event()
    wires = []
    try:
        for _number in range(size):
            wires.append(opened(port, sent, wrap))
        dripping = Thread(target=_drip, args=(wires, drip, is_over))
        dripping.start()
        time.sleep(SETTLING)
        yield wires
    finally:
        is_over.set()
        if len(wires) == size:
            dripping.join()
        for wire in wires:
            wire.close()


def opened(port, sent, wrap=None):
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
    plain.settimeout(OPENING_SECONDS)
    plain.connect(("127.0.0.1", port))
    wire = wrap(plain) if wrap else plain
    with suppress(OSError):  # refused while it sends, which is an answer too
        wire.sendall(sent)
    return wire


def in_tls(plain):
    return unverified().wrap_socket(plain, server_hostname="localhost")


def unverified():
    """TLS to a server whose certificate nobody knows."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def still_open(wires):
    return sum(_is_open(wire) for wire in wires)


def _is_open(wire):
    wire.setblocking(False)
    try:
        while wire.recv(65536):
            pass
    except (BlockingIOError, ssl.SSLWantReadError):
        return True
    except OSError:
        return False
    return False


def _drip(wires, drip, is_over):
    while drip and not is_over.wait(DRIP_SECONDS):
        for wire in wires:
            with suppress(OSError):
                wire.sendall(drip)
