"""Every name of gunicorn that our worker depends on, most of them private: a new version may drop one."""

from __future__ import annotations

import ast
import inspect
import socket
import textwrap
from collections.abc import Iterator
from contextlib import closing
from types import CodeType, FunctionType, ModuleType

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers import gthread
from gunicorn.workers.base import Worker as AnyWorker
from gunicorn.workers.gthread import TConn, ThreadWorker

from chinchon_site import server
from chinchon_site.connection import Connection
from chinchon_site.worker import Worker

ADDRESS = ("127.0.0.1", 1)


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


def test_gunicorn_has_every_name_that_we_use(theirs):
    worker, connection = theirs
    assert [name for name in inherited(Worker) if not hasattr(worker, name)] == []
    assert [name for name in inherited(Connection) if not hasattr(connection, name)] == []


def test_gunicorn_calls_what_we_replaced_with_the_same_arguments():
    called = set(names_in(gthread))
    for kind in (Worker, Connection):
        for name in overridden(kind):
            ours, base = getattr(kind, name), getattr(kind.__mro__[1], name)
            assert [*inspect.signature(ours).parameters] == [*inspect.signature(base).parameters]
            assert name in called


def names_in(module: ModuleType) -> Iterator[str]:
    """All names that the code of the module loads."""
    codes: list[CodeType] = [compile(inspect.getsource(module), module.__name__, "exec")]
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


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
