"""The app as people start it: processes of their own, with nothing set but what a test sets."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds until a process counts as hung
OURS = re.compile("REENGANCHE_|DATABASE_URL$|DJANGO_")


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What `manage.py ARGUMENTS` does and says with the data directory `data`."""
    return subprocess.run(
        _command(*arguments),
        env=_environment(data, variables),
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )


@dataclass
class Served:
    """A served app: where it is and, once it has ended, what it said."""

    port: int
    process: subprocess.Popen[str]
    # Files: it may say more than a pipe holds, and would wait for a reader.
    out: IO[str] = field(default_factory=StringIO)
    err: IO[str] = field(default_factory=StringIO)
    said: str = ""
    complained: str = ""
    exit_code: int | None = None
    ctrl_c_pressed: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def press_ctrl_c(self) -> None:
        """As in a terminal, where it reaches the server and its workers at once."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.ctrl_c_pressed = True

    def wait(self) -> None:
        self.exit_code = self.process.wait(timeout=PATIENCE)
        self.said, self.complained = _whole(self.out), _whole(self.err)


@contextmanager
def serving(
    data: Path, host: str = "127.0.0.1", port: int = 0, root: Path = ROOT, **variables: str
) -> Iterator[Served]:
    """Serve the app from `data`; the end of the block presses Ctrl-C, unless it was pressed before."""
    port = port or free_port()
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        subprocess.Popen(
            _command("serve", "--host", host, "--port", str(port), root=root),
            env=_environment(data, variables),
            text=True,
            stdout=out,
            stderr=err,
            start_new_session=True,
        ) as process,
    ):
        app = Served(port, process, out, err)
        try:
            _wait_until_it_listens(app)
            yield app
        finally:
            if not app.ctrl_c_pressed:
                app.press_ctrl_c()
            app.wait()


def _whole(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def _wait_until_it_listens(app: Served) -> None:
    deadline = time.monotonic() + PATIENCE
    with closing(socket.socket()) as probe:
        while probe.connect_ex(("127.0.0.1", app.port)) != 0:
            assert app.process.poll() is None, _whole(app.err)
            assert time.monotonic() < deadline, "it does not listen"
            time.sleep(0.05)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _command(*arguments: str, root: Path = ROOT) -> list[str]:
    return [sys.executable, str(root / "manage.py"), *arguments]


def _environment(data: Path, variables: dict[str, str]) -> dict[str, str]:
    others = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    return {**others, "REENGANCHE_DATA": str(data), **variables}
