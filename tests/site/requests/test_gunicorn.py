"""Every name of gunicorn that our worker depends on, most of them private: a new version may drop one."""

from __future__ import annotations

import ast
import inspect
import socket
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from types import CodeType, FunctionType, ModuleType

import pytest
from gunicorn import util
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import RequestParser
from gunicorn.http.body import LengthReader
from gunicorn.workers import gthread
from gunicorn.workers.base import Worker as AnyWorker
from gunicorn.workers.gthread import TConn, ThreadWorker

from chinchon_site import server
from chinchon_site.connection import Connection, WholeRequest
from chinchon_site.worker import Worker

ADDRESS = ("127.0.0.1", 1)
IN_A_THREAD = (ThreadWorker.handle, ThreadWorker.handle_request, ThreadWorker._keepalive_after)
POST = (
    b"POST http://here/a?b HTTP/1.1\r\nHost: there\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nabcde"
)


def attributes(source: object, of: str) -> set[str]:
    """The names after `of.` in the source, such as after `self.`; `of` may hold a dot itself."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(source)))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if ast.unparse(node.value) == of}


def own(kind: type) -> set[str]:
    """The names that the class defines or assigns itself."""
    assigned = {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(kind)))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return assigned | set(vars(kind))


def inherited(kind: type) -> list[str]:
    """The names of the class above that the class uses or replaces."""
    base = kind.__mro__[1]
    used = attributes(kind, "self") - own(kind)
    return sorted(used | {name for name in vars(kind) if hasattr(base, name) and not name.startswith("__")})


def overridden(kind: type) -> list[str]:
    return [
        name
        for name, value in vars(kind).items()
        if isinstance(value, FunctionType) and hasattr(kind.__mro__[1], name) and name != "__init__"
    ]


@pytest.fixture(scope="module")
def theirs() -> Iterator[tuple[ThreadWorker, TConn]]:
    cfg = Config()
    ours, other = socket.socketpair()
    with closing(ours), closing(other):
        worker = ThreadWorker(0, 0, [], None, 30, cfg, Logger(cfg))
        with closing(worker.tmp):
            yield worker, TConn(cfg, ours, ADDRESS, ADDRESS)


@pytest.mark.parametrize("name", inherited(Worker))
def test_a_worker_of_gunicorn_has(theirs, name):
    assert hasattr(theirs[0], name)


@pytest.mark.parametrize("name", inherited(Connection))
def test_a_connection_of_gunicorn_has(theirs, name):
    assert hasattr(theirs[1], name)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in (Worker, Connection) for name in overridden(kind)]
)
def test_gunicorn_calls_what_we_replaced_with_the_same_arguments(kind, name):
    base = kind.__mro__[1]
    assert list(inspect.signature(getattr(kind, name)).parameters) == list(
        inspect.signature(getattr(base, name)).parameters
    )
    assert name in set(names_in(gthread))


def names_in(module: ModuleType) -> Iterator[str]:
    """All names that the code of the module loads."""
    codes: list[CodeType] = [compile(inspect.getsource(module), module.__name__, "exec")]
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


@pytest.mark.parametrize("function", IN_A_THREAD, ids=lambda function: function.__name__)
def test_a_connection_of_ours_has_what_a_thread_asks_of_it(function: Callable[..., object]):
    ours, other = socket.socketpair()
    with closing(ours), closing(other):
        one = Connection(Config(), ours, ADDRESS, ADDRESS)
        asked = {"conn": one, "conn.sock": one.sock, "conn.parser": WholeRequest(None)}
        missing = {
            f"{what}.{name}"
            for what, of in asked.items()
            for name in attributes(function, what)
            if not hasattr(of, name)
        }
    assert missing == set()


def test_a_request_of_gunicorn_has_what_we_read_and_set():
    request = next(RequestParser(Config(), iter([POST]), ADDRESS))
    assert (request.uri, request.path, request._expected_100_continue) == ("http://here/a?b", "/a", True)
    assert request.headers == [("HOST", "there"), ("CONTENT-LENGTH", "5"), ("EXPECT", "100-continue")]
    assert (type(request.body.reader), request.body.reader.length) == (LengthReader, 5)
    request.force_close()
    assert request.should_close() is True


def test_gunicorn_reads_what_we_assign():
    assert attributes(ThreadWorker.run, "self") >= {"nr_conns", "worker_connections", "alive"}
    assert attributes(ThreadWorker.handle, "conn") >= {"initialized", "sock", "parser", "client"}


def test_an_answer_is_sent_by_the_calls_that_our_socket_has():
    writers = (util.write, util.write_chunk, util.write_nonblock, util.write_error)
    called = {name for writer in writers for name in attributes(writer, "sock")}
    assert called == {"gettimeout", "sendall", "setblocking"}


def test_gunicorn_knows_each_setting_that_we_give_it():
    """It ignores a name that it does not know."""
    imported = {name for name, value in vars(server).items() if inspect.ismodule(value) or callable(value)}
    hooks = {"on_starting", "on_exit", "when_ready", "post_fork", "post_worker_init"}
    given = {name for name in vars(server) if name.islower() and not name.startswith("_")} - imported | hooks
    assert given | {"logger_class"} <= set(Config().settings)


def test_what_we_leave_to_gunicorn_lets_no_header_into_the_environment():
    settings = Config().settings
    assert {name: settings[name].get() for name in ("header_map", "proxy_protocol", "http2_cleartext")} == {
        "header_map": "drop",
        "proxy_protocol": "off",
        "http2_cleartext": "off",
    }


def test_the_line_that_we_leave_out_of_the_log_begins_as_gunicorn_writes_it():
    assert server.REFUSED in inspect.getsource(AnyWorker.handle_error)
