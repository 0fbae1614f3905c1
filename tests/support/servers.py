"""The app as people start it: processes of their own, with nothing set but what a test sets."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile, mkdtemp
from threading import Lock, Timer
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
POLL_MS = 150  # open boards ask ten times as often as at home, so that tests need not wait
PATIENCE = 60  # seconds until a process counts as hung
DATABASE = "db.sqlite3"
STATIC = ("static", "static.version")  # what a start makes of the static files
_made: list[Path] = []  # where the first that was made is kept
ALONE = {"REENGANCHE_WORKERS": "1"}  # for a test to which a second worker says nothing
OURS = re.compile("REENGANCHE_|DATABASE_URL$|DJANGO_")


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What `manage.py ARGUMENTS` does and says with the data directory `data`, in a process of its own."""
    return _starter().run(arguments, _environment(data, variables))


@cache
def _starter() -> Starter:
    starter = Starter()
    atexit.register(starter.end)
    return starter


class Starter:
    """`tests.support.starter`, which has imported the libraries once for all commands."""

    def __init__(self) -> None:
        self.turn = Lock()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.starter"],
            env=_environment(Path(os.devnull), {}),
            cwd=ROOT,
            text=True,
            bufsize=1,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, arguments: Sequence[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        with self.turn, NamedTemporaryFile("r") as said, NamedTemporaryFile("r") as complained:
            asked = {"arguments": arguments, "environment": environment}
            files = {"said": said.name, "complained": complained.name}
            self.process.stdin.write(json.dumps({**asked, **files}) + "\n")
            code = self._ended(int(self.process.stdout.readline()))
            return subprocess.CompletedProcess(arguments, code, said.read(), complained.read())

    def _ended(self, pid: int) -> int:
        """The exit code of the process; one that hangs is killed and fails the test."""
        end = Timer(PATIENCE, os.kill, [pid, signal.SIGKILL])
        end.start()
        code = int(self.process.stdout.readline())
        assert not end.finished.is_set(), f"it hung for {PATIENCE} seconds"
        end.cancel()
        return code

    def end(self) -> None:
        with self.process:
            self.process.stdin.close()


@dataclass
class Served:
    """A served app: where it is and, once it has ended, what it said."""

    port: int
    process: subprocess.Popen[str]
    said: str = ""
    complained: str = ""
    exit_code: int | None = None
    is_ended: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def workers(self) -> list[int]:
        """The processes that answer; Linux only."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def press_ctrl_c(self) -> None:
        """As in a terminal, where it reaches the server and its workers at once."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.is_ended = True

    def kill(self, and_workers: bool = False) -> None:
        """Nobody gets to put anything in order. Workers that are left end when they notice."""
        (os.killpg if and_workers else os.kill)(self.process.pid, signal.SIGKILL)
        self.is_ended = True


@contextmanager
def serving(
    data: Path,
    host: str = "127.0.0.1",
    port: int = 0,
    root: Path = ROOT,
    under: Sequence[str] = (),
    is_first: bool = False,
    **variables: str,
) -> Iterator[Served]:
    """Serve the app from `data`; the end of the block presses Ctrl-C, unless it is ended by then.

    `under`: a command that starts the one that follows it. `is_first`: it makes its own database.
    """
    port = port or free_port()
    is_plain = root == ROOT and not under
    if is_plain:
        _take_what_was_made_to(data, with_database=not (is_first or variables.get("DATABASE_URL")))
    environment = _environment(data, {"REENGANCHE_POLL_MS": str(POLL_MS), **variables})
    command = [*under, *_command("serve", "--host", host, "--port", str(port), root=root)]
    # Files, because a pipe that nobody reads meanwhile is full one day, and stops the app.
    with TemporaryFile("w+") as said, TemporaryFile("w+") as complained:
        app = Served(port, _started(command, environment, said, complained))
        try:
            _wait_until_it_listens(app, complained)
            yield app
        finally:
            if not app.is_ended:
                app.press_ctrl_c()
            app.exit_code = app.process.wait(timeout=PATIENCE)
            app.said, app.complained = _whole(said), _whole(complained)
            if is_plain:
                _keep_static_files_of(data)


def _started(
    command: list[str], environment: dict[str, str], said: IO[str], complained: IO[str]
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, env=environment, text=True, stdout=said, stderr=complained, start_new_session=True
    )


def _take_what_was_made_to(data: Path, with_database: bool) -> None:
    _take_static_files_to(data)
    if with_database:
        _take_database_to(data)


def _take_static_files_to(data: Path) -> None:
    """Those that an app made before, if there are any: compressing them takes seconds."""
    if _made and not (data / STATIC[0]).exists():
        for name in STATIC:
            _copy(_made[0] / name, data / name)


def _keep_static_files_of(data: Path) -> None:
    if not _made and all((data / name).exists() for name in STATIC):
        kept = Path(mkdtemp())
        atexit.register(shutil.rmtree, kept, ignore_errors=True)
        for name in STATIC:
            _copy(data / name, kept / name)
        _made.append(kept)


def _take_database_to(data: Path) -> None:
    """What the app's own migrations make of none, unless there is one: they take a second."""
    if not (data / DATABASE).exists():
        _copy(_migrated() / DATABASE, data / DATABASE)


@cache
def _migrated() -> Path:
    data = Path(mkdtemp())
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    made = manage(data, "migrate", "--verbosity=0")
    assert (made.returncode, made.stderr) == (0, "")
    return data


def _copy(here: Path, there: Path) -> None:
    there.parent.mkdir(parents=True, exist_ok=True)
    if here.is_dir():
        shutil.copytree(here, there, dirs_exist_ok=True)
    else:
        shutil.copy(here, there)


def _wait_until_it_listens(app: Served, complained: IO[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    with closing(socket.socket()) as probe:
        while probe.connect_ex(("127.0.0.1", app.port)) != 0:
            app.is_ended = app.process.poll() is not None
            assert not app.is_ended, _whole(complained)
            assert time.monotonic() < deadline, "it does not listen"
            time.sleep(0.05)


def _whole(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _command(*arguments: str, root: Path = ROOT) -> list[str]:
    return [sys.executable, str(root / "manage.py"), *arguments]


def _environment(data: Path, variables: dict[str, str]) -> dict[str, str]:
    others = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    return {**others, "REENGANCHE_DATA": str(data), **variables}
