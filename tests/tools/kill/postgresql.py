"""A PostgreSQL server of the tool, which may be killed."""

import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.support.processor_time import with_children
from tests.support.servers import free_port
from tests.tools.kill.patience import wait_until

BACKENDS = (
    "SELECT pid FROM pg_stat_activity "
    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
# PostgreSQL refuses to run as root.
ANOTHER = (
    {}
    if os.geteuid()
    else {"user": "postgres", "group": "postgres", "extra_groups": []}
)


def programs():
    """The folder of the newest installed PostgreSQL; None if there is none."""
    found = [path for path in [shutil.which("initdb")] if path]
    found += sorted(
        map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), key=_numbers
    )
    return Path(found[-1]).resolve().parent if found else None


def _numbers(path):
    return [int(number) for number in re.findall(r"\d+", path)]


class Server:
    """A server whose data survives kills and restarts."""

    def __init__(self, folder):
        self.port = free_port()
        self.data = folder / "data"
        self.log = folder / "log"
        self.url = f"postgresql://reenganche@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None
        make = [
            "initdb",
            "--username=reenganche",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
        ]
        assert self._call(*make).wait() == 0, self.log.read_text()

    def start(self):
        """Start and wait until it answers. Processes of a killed server must end first."""
        wait_until(self._answers, "PostgreSQL starts")

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_backend(self):
        """Kill a backend of the app. The server then closes all other connections and recovers."""
        wait_until(lambda: self.asked(BACKENDS), "the app has a session")
        [pid] = random.choice(self.asked(BACKENDS))
        os.kill(pid, signal.SIGKILL)

    def asked(self, query):
        """The answer to a question that waits for no replica."""
        with psycopg.connect(
            self.url, autocommit=True, options="-c synchronous_commit=local"
        ) as database:
            answer = database.execute(query)
            return answer.fetchall() if answer.description else []

    @contextmanager
    def frozen(self):
        """No process of the server does anything, and its connections stay open."""
        pids = with_children(self.process.pid)
        try:
            signal_all(pids, signal.SIGSTOP)
            yield
        finally:
            signal_all(pids, signal.SIGCONT)

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)  # immediate shutdown
        self.process.wait()

    def _answers(self):
        if self.process is None or self.process.poll() is not None:
            where = (
                f"-cport={self.port}",
                "-clisten_addresses=127.0.0.1",
                "-cunix_socket_directories=",
            )
            self.process = self._call("postgres", *where)
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _call(self, program, *arguments):
        command = [programs() / program, "-D", self.data, *arguments]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.data.parent, **ANOTHER
            )


def signal_all(pids, number):
    """Send the signal to those that have not ended: a running server reaps its processes at any time."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


@contextmanager
def a_server():
    with tempfile.TemporaryDirectory(prefix="reenganche-pg.") as folder:
        if ANOTHER:
            shutil.chown(folder, ANOTHER["user"])
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def held_on_each_database(is_good):
    """Try it on SQLite, without a server, and on PostgreSQL where there is a server to start."""
    print("SQLite:")
    held = is_good(None)
    if not programs():
        print(
            "*** SKIPPED: PostgreSQL. There is no server to start (apt install postgresql). ***"
        )
        return held
    with a_server() as server:
        print("PostgreSQL:")
        return is_good(server) and held
