"""Run `manage.py` and the served app in processes of their own, with a data directory of the test."""

import atexit
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory, TemporaryFile, mkdtemp
from threading import Lock, Timer

from scores.management import GUNICORN
from tests.support import ROOT
from tests.support.processor_time import with_children

POLL_MS = 150  # open boards poll ten times as often as by default, so that tests need not wait
PATIENCE = 240  # seconds until a process counts as hanging
DATABASE = "db.sqlite3"
# In a data directory: the collected and compressed static files.
ENGINE = "engine"
STATIC = ("static", "static.version", ENGINE)
COLLECT = (
    "shell",
    "--no-imports",
    "-c",
    "from scores.management.commands.serve import collect; collect()",
)
TRANSLATE = ("findstatic", "--verbosity=0", "js/phone/engine.json")
SHARED = "TESTS_SHARED_DIRECTORY"  # the variable that names the directory of all processes of a run
# by their own names
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALONE = {"REENGANCHE_WORKERS": "1"}  # for tests that need no second worker
UNLIMITED = {
    f"REENGANCHE_LIMIT_{kind}": "1000000/minute"
    for kind in ("WRITES", "MATCHES", "STRANGERS", "LINKS", "PHOTOS")
}
OURS = re.compile("REENGANCHE_|DATABASE_URL$|DJANGO_")


def manage(data, *arguments, **variables):
    """Run `manage.py ARGUMENTS` with the data directory `data` in a process of its own."""
    return _starter().run(arguments, _environment(data, variables))


def printed_by(script, data, **variables):
    """What a script prints as JSON that runs in the app, with the data directory `data`."""
    done = manage(data, "shell", "-v0", "--no-imports", "-c", script, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def shared():
    """The directory of this run. The first process that asks makes it, and removes it at its end."""
    if SHARED not in os.environ:
        os.environ[SHARED] = mkdtemp()
        atexit.register(shutil.rmtree, os.environ[SHARED], ignore_errors=True)
    return Path(os.environ[SHARED])


@cache
def _starter():
    starter = Starter()
    atexit.register(starter.end)
    return starter


class Starter:
    """The process of `tests.support.starter`, which imports the libraries once for all commands."""

    def __init__(self):
        self.lock = Lock()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.starter"],
            env=_environment(Path(os.devnull), {}),
            cwd=ROOT,
            text=True,
            bufsize=1,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, arguments, environment):
        with (
            self.lock,
            NamedTemporaryFile("r") as stdout,
            NamedTemporaryFile("r") as stderr,
        ):
            command = {"arguments": arguments, "environment": environment}
            files = {"stdout": stdout.name, "stderr": stderr.name}
            self.process.stdin.write(json.dumps({**command, **files}) + "\n")
            code = self._ended(int(self.process.stdout.readline()))
            return subprocess.CompletedProcess(
                arguments, code, stdout.read(), stderr.read()
            )

    def _ended(self, pid):
        """The exit code of the process. A process that hangs is killed and fails the test."""
        end = Timer(PATIENCE, os.kill, [pid, signal.SIGKILL])
        end.start()
        code = int(self.process.stdout.readline())
        assert not end.finished.is_set(), f"it hung for {PATIENCE} seconds"
        end.cancel()
        return code

    def end(self):
        with self.process:
            self.process.stdin.close()


@dataclass
class Served:
    """A served app: its port and, after its end, its exit code and output."""

    port: int
    process: subprocess.Popen[str]
    data: Path  # its data directory
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None
    is_ended: bool = False

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def static(self, name):
        """The path under which a static file is served, by its hashed name."""
        manifest = json.loads((self.data / "static" / "staticfiles.json").read_text())
        return f"/static/{manifest['paths'][name]}"

    @property
    def workers(self):
        """The process ids of the workers; Linux only."""
        return with_children(self.process.pid)[1:]

    def press_ctrl_c(self):
        """Send SIGINT to the server and its workers at once, as a terminal does."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.is_ended = True

    def kill(self, and_workers=False):
        """Send SIGKILL. Without `and_workers` the workers end when they notice."""
        (os.killpg if and_workers else os.kill)(self.process.pid, signal.SIGKILL)
        self.is_ended = True


@contextmanager
def serving(
    data=None,
    host="127.0.0.1",
    port=0,
    root=ROOT,
    under=(),
    is_first=False,
    server="gunicorn",
    **variables,
):
    """Serve the app with the data directory `data`, or a new one; the end of the block presses Ctrl-C if it
    still runs.

    `under` is a command that runs the command after it. With `is_first` the app migrates its own database and
    collects its own static files.
    """
    if data is None:
        with (
            TemporaryDirectory() as folder,
            serving(Path(folder), host, port, **variables) as app,
        ):
            yield app
        return
    port = port or free_port()
    command = (
        sys.executable,
        str(root / "manage.py"),
        "serve",
        "--host",
        host,
        "--port",
        str(port),
    )
    if server != "gunicorn":
        command += ("--server", server)
    if root == ROOT and not is_first:
        is_new = prepare(data, with_database=not variables.get("DATABASE_URL"))
        if (
            is_new and host == "127.0.0.1" and server == "gunicorn"
        ):  # nothing is left for `serve` to do
            command = (sys.executable, "-m", *GUNICORN, "--bind", f"{host}:{port}")
    environment = _environment(data, {"REENGANCHE_POLL_MS": str(POLL_MS), **variables})
    with listening([*under, *command], environment, port, data) as app:
        yield app


def self_signed(data):
    """Make a certificate in place of mkcert's, with which `serve` speaks HTTPS."""
    folder = data / "https"
    folder.mkdir()
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem"
    kept = "-out certificate.pem -addext subjectAltName=IP:127.0.0.1,DNS:localhost"
    subprocess.run(
        f"{made} {kept}".split(), cwd=folder, check=True, capture_output=True
    )
    return folder / "certificate.pem"


@contextmanager
def listening(command, environment, port, data):
    """The process of `command` from the time it listens on `port` to the end of the block."""
    # Files, because the app would block on a full pipe that nobody reads.
    with TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
        files = {"stdout": stdout, "stderr": stderr}
        process = subprocess.Popen(
            command,
            env=environment,
            cwd=ROOT,
            text=True,
            start_new_session=True,
            **files,
        )
        app = Served(port, process, data)
        try:
            _wait_until_it_listens(app, stderr)
            yield app
        finally:
            if not app.is_ended:
                app.press_ctrl_c()
            app.exit_code = app.process.wait(timeout=PATIENCE)
            app.stdout = _whole(stdout)
            app.stderr = _whole(stderr)


def prepare(data, with_database=True):
    """Copy what is not there: compressing static files takes seconds, and migrating a database one. Whether
    the database is a new one."""
    if not (data / STATIC[0]).exists():
        collected = made_once("collected", _collect)
        for name in STATIC:
            _copy(collected / name, data / name)
    is_new = with_database and not (data / DATABASE).exists()
    if is_new:
        copy_migrated(data)
    return is_new


def engine():
    """The engine of phones, translated once in a run, which takes longer than to compress all files. It is
    where the live server of a test finds it, too."""
    var = ROOT / "var"
    made_once("translated", lambda _folder: _by_command(*TRANSLATE)(var))
    return var / ENGINE


def copy_engine(data):
    _copy(engine(), data / ENGINE)


def copy_migrated(data):
    """Copy a new database, with all tables."""
    migrated = made_once("migrated", _by_command("migrate", "--verbosity=0"))
    _copy(migrated / DATABASE, data / DATABASE)


def _collect(data):
    copy_engine(data)
    _by_command(*COLLECT)(data)


def made_once(name, make):
    """A folder that `make` fills, once in a run: other processes wait for it. Nobody may change it."""
    folder = shared() / name
    with open(shared() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            begun = Path(mkdtemp(dir=shared()))
            make(begun)
            begun.rename(folder)
    return folder


def _by_command(*command):
    """Makes a data directory by a command of `manage.py`."""

    def make(folder):
        made = manage(folder, *command)
        assert (made.returncode, made.stderr) == (0, "")

    return make


def _copy(here, there):
    there.parent.mkdir(parents=True, exist_ok=True)
    if here.is_dir():
        shutil.copytree(here, there, dirs_exist_ok=True)
    else:
        shutil.copy(here, there)


def _wait_until_it_listens(app, stderr):
    deadline = time.monotonic() + PATIENCE
    with closing(socket.socket()) as probe:
        while probe.connect_ex(("127.0.0.1", app.port)) != 0:
            app.is_ended = app.process.poll() is not None
            assert not app.is_ended, _whole(stderr)
            assert time.monotonic() < deadline, "it does not listen"
            time.sleep(0.05)


def _whole(file):
    file.seek(0)
    return file.read()


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(data, variables):
    others = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    return {**others, "REENGANCHE_DATA": str(data), **variables}
