"""Every name of gunicorn that our worker depends on, most of them private: a new version may drop one."""

from __future__ import annotations

import ast
import inspect
import socket
import textwrap
from collections.abc import Iterator
from contextlib import closing

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers import base, gthread
from gunicorn.workers.gthread import TConn, ThreadWorker

from chinchon_site import server
from chinchon_site.connection import Connection
from chinchon_site.worker import Worker

ADDRESS = ("127.0.0.1", 1)


def attributes(source: object) -> list[ast.Attribute]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(source)))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]


def inherited(kind: type) -> set[str]:
    """The names after `self.` that the class neither defines nor assigns itself."""
    of_self = [node for node in attributes(kind) if ast.unparse(node.value) == "self"]
    assigned = {node.attr for node in of_self if isinstance(node.ctx, ast.Store)}
    return {node.attr for node in of_self} - assigned - set(vars(kind))


@pytest.fixture(scope="module")
def theirs() -> Iterator[tuple[ThreadWorker, TConn]]:
    cfg = Config()
    ours, other = socket.socketpair()
    with closing(ours), closing(other):
        worker = ThreadWorker(0, 0, [], None, 30, cfg, Logger(cfg))
        with closing(worker.tmp):
            yield worker, TConn(cfg, ours, ADDRESS, ADDRESS)


def test_gunicorn_has_every_name_that_we_use(theirs):
    for kind, one in zip((Worker, Connection), theirs, strict=True):
        assert [name for name in inherited(kind) if not hasattr(one, name)] == []


def test_gunicorn_calls_what_we_replaced_with_the_same_arguments():
    called = {node.attr for module in (base, gthread) for node in attributes(module)}
    for kind in (Worker, Connection):
        replaced = [name for name in vars(kind) if inspect.isfunction(getattr(kind.__mro__[1], name, None))]
        for name in set(replaced) - {"__init__"}:
            theirs, ours = (inspect.signature(getattr(one, name)) for one in (kind.__mro__[1], kind))
            assert [*ours.parameters] == [*theirs.parameters]
            assert name in called


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
    assert server.REFUSED in inspect.getsource(base.Worker.handle_error)
