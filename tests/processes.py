"""The app as people start it: processes of their own, with nothing set but what a test sets."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

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
        self.said, self.complained = self.process.communicate(timeout=PATIENCE)
        self.exit_code = self.process.returncode


@contextmanager
def serving(
    data: Path, host: str = "127.0.0.1", port: int = 0, root: Path = ROOT, **variables: str
) -> Iterator[Served]:
    """Serve the app from `data`; the end of the block presses Ctrl-C, unless it was pressed before."""
    port = port or free_port()
    with subprocess.Popen(
        _command("serve", "--host", host, "--port", str(port), root=root),
        env=_environment(data, variables),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        app = Served(port, process)
        try:
            _wait_until_it_listens(process, port)
            yield app
        finally:
            if not app.ctrl_c_pressed:
                app.press_ctrl_c()
            app.wait()


def _wait_until_it_listens(process: subprocess.Popen[str], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    with closing(socket.socket()) as probe:
        while probe.connect_ex(("127.0.0.1", port)) != 0:
            assert process.poll() is None, process.stderr.read()
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
