"""Three database machines from the files of deploy/cluster: etcd, Patroni, PostgreSQL."""

import json
import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg

from tests.support.processor_time import with_children
from tests.tools.kill.cluster import programs
from tests.tools.kill.cluster.network import MACHINES
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import programs as postgresql, signal_all

PASSWORDS = {"SUPERUSER": "postgres", "REPLICATION": "replicator", "REWIND": "rewinder"}
SECRET = "hush"
PATIENCE = 150  # seconds until a cluster is whole again
RESTART = 2  # seconds, as RestartSec of deploy/cluster/patroni.service
PLAIN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
SETUPS = {  # what is replaced in patroni.yml
    "chosen": {},
    "asynchronous": {
        "synchronous_mode: true": "synchronous_mode: false",
        "synchronous_mode_strict: true": "synchronous_mode_strict: false",
    },
}


class Machines:
    def __init__(self, folder, network, setup):
        self.folder = folder
        self.network = network
        self.setup = setup
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.settings = folder / "patroni.yml"
        text = (programs.DEPLOY / "patroni.yml").read_text()
        for old, new in SETUPS[setup].items():
            assert old in text
            text = text.replace(old, new)
        sockets = f"postgresql:\n  parameters:\n    unix_socket_directories: {folder}\n  pg_hba:"
        assert "postgresql:\n  pg_hba:" in text
        self.settings.write_text(text.replace("postgresql:\n  pg_hba:", sockets))
        self.settings.chmod(0o644)

    # Start and stop

    def start(self):
        for machine in MACHINES:
            self.start_etcd(machine)
        self.start_patroni(0)
        self.wait(lambda: self.leader() == 0, "one leads")
        for machine in MACHINES[1:]:
            self.start_patroni(machine)
        self.wait_until_whole()

    def start_etcd(self, machine):
        environment = self._etcd_environment(machine)
        self._start(f"etcd{machine}", machine, environment, programs.find("etcd"))

    def start_patroni(self, machine):
        environment = self.environment(machine)
        command = (programs.patroni(), self.settings)
        self._start(f"patroni{machine}", machine, environment, *command)

    def _restart_failed(self):
        """What systemd does by patroni.service: Patroni ends if etcd gives it no lease when it starts."""
        for machine in MACHINES:
            process = self.processes.get(f"patroni{machine}")
            if process and process.poll():
                print(
                    f"  Patroni of db{machine + 1} ended with {process.returncode}: restarted",
                    flush=True,
                )
                time.sleep(RESTART)
                self.start_patroni(machine)

    def _start(self, name, machine, environment, *command):
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self.network.command(machine, *command),
                env={**environment, **PLAIN},
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                start_new_session=True,
            )

    def environment(self, machine):
        """What node.env says on that machine."""
        at = self.network.address
        etcd = ",".join(at("etcd", other) for other in MACHINES)
        accounts = {f"PATRONI_{who}_USERNAME": name for who, name in PASSWORDS.items()}
        accounts |= {f"PATRONI_{who}_PASSWORD": SECRET for who in PASSWORDS}
        return accounts | {
            "PATRONI_NAME": f"db{machine + 1}",
            "PATRONI_RESTAPI_LISTEN": at("rest", machine),
            "PATRONI_RESTAPI_CONNECT_ADDRESS": at("rest", machine),
            "PATRONI_POSTGRESQL_LISTEN": at("postgresql", machine),
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": at("postgresql", machine),
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.folder / f"data{machine}"),
            "PATRONI_POSTGRESQL_BIN_DIR": str(postgresql()),
            "PATRONI_POSTGRESQL_PGPASS": str(self.folder / f"pgpass{machine}"),
            "PATRONI_ETCD3_HOSTS": etcd,
        }

    def _etcd_environment(self, machine):
        """What etcd.env says on that machine."""
        peers = {
            other: f"http://{self.network.address('etcd peers', other)}"
            for other in MACHINES
        }
        clients = f"http://{self.network.address('etcd', machine)}"
        written = dict(
            re.findall(
                r"^(ETCD_\w+)=(.*)$", (programs.DEPLOY / "etcd.env").read_text(), re.M
            )
        )
        return written | {
            "ETCD_NAME": f"db{machine + 1}",
            "ETCD_DATA_DIR": str(self.folder / f"etcd{machine}"),
            "ETCD_LISTEN_PEER_URLS": peers[machine],
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": peers[machine],
            "ETCD_LISTEN_CLIENT_URLS": clients,
            "ETCD_ADVERTISE_CLIENT_URLS": clients,
            "ETCD_INITIAL_CLUSTER": ",".join(
                f"db{other + 1}={peers[other]}" for other in MACHINES
            ),
        }

    def stop(self):
        """End every process of the cluster."""
        for machine in MACHINES:
            self.signal(machine, signal.SIGCONT)
            self.signal(machine, signal.SIGKILL)
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
            process.wait()

    # What it is like now

    def rest(self, machine, path):
        """Status and body of Patroni on that machine; 0 without an answer."""
        try:
            with urlopen(
                f"http://{self.network.address('rest', machine)}/{path}", timeout=2
            ) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, ""
        except OSError:
            return 0, ""

    def leads(self, machine):
        return self.rest(machine, "primary")[0] == 200

    def leader(self):
        return next(filter(self.leads, MACHINES), None)

    def members(self):
        for machine in MACHINES:
            status, body = self.rest(machine, "cluster")
            if status == 200:
                return json.loads(body)["members"]
        return []

    def synchronous(self):
        """The replica that has all that was acknowledged."""
        return next(
            int(str(member["name"])[2:]) - 1
            for member in self.members()
            if member["role"] == "sync_standby"
        )

    def is_whole(self):
        if self.leader() is None:  # a member that demoted itself may still have the key
            return False
        members = self.members()
        running = [
            member
            for member in members
            if member.get("state") in ("running", "streaming")
        ]
        roles = sorted(str(member["role"]) for member in running)
        followers = [
            "replica",
            "replica" if self.setup == "asynchronous" else "sync_standby",
        ]
        lines = {member.get("timeline") for member in members}
        behind = [
            member
            for member in members
            if member["role"] != "leader" and member.get("lag", 0) != 0
        ]
        return roles == ["leader", *followers] and len(lines) == 1 and not behind

    def wait_until_whole(self):
        self.wait(self.is_whole, "three machines agree")

    def wait(self, is_so, what):
        wait_until(lambda: self._restart_failed() or is_so(), what, PATIENCE)

    def wait_until_level(self):
        """Wait until both replicas have replayed all that the leader has written."""
        with self.connect(self.leader()) as database:
            [position] = database.execute(
                "SELECT pg_current_wal_lsn()::text"
            ).fetchone()
        self.wait(
            lambda: all(self._has(machine, position) for machine in MACHINES),
            "the replicas have all",
        )

    def _has(self, machine, position):
        query = (
            "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= %s::pg_lsn"
        )
        try:
            with self.connect(machine) as database:
                return database.execute(query, [position]).fetchone() == (True,)
        except psycopg.OperationalError:
            return False

    # What is done to it

    def postmaster(self, machine):
        return int(
            (self.folder / f"data{machine}" / "postmaster.pid").read_text().split()[0]
        )

    def signal(self, machine, number):
        """Send a signal to Patroni and all processes of PostgreSQL on that machine."""
        signal_all(self._pids(machine), number)

    def _pids(self, machine):
        roots = []
        process = self.processes.get(f"patroni{machine}")
        if process and process.poll() is None:
            roots.append(process.pid)
        with suppress(OSError, ValueError, IndexError):
            roots.append(self.postmaster(machine))
        pids = []
        while roots:
            pid = roots.pop()
            if pid not in pids and self._is_ours(pid):
                pids.append(pid)
                with suppress(OSError):  # it may end at any time
                    roots += with_children(pid)[1:]
        return pids

    def _is_ours(self, pid):
        """A file may name a process that has ended; its number may be another's now."""
        try:
            return os.readlink(f"/proc/{pid}/cwd").startswith(str(self.folder))
        except OSError:
            return False

    def switch_over(self):
        leader = self.leader()
        candidate = self.synchronous()
        words = (
            f"{programs.patroni()}ctl -c {self.settings} switchover reenganche --force "
            f"--leader db{leader + 1} --candidate db{candidate + 1}"
        )
        done = subprocess.run(
            words.split(),
            env={**self.environment(0), **PLAIN},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return (done.stdout + done.stderr).strip()

    def connect(self, machine, database="reenganche"):
        host = self.network.host(machine)
        port = self.network.port("postgresql", machine)
        where = {"host": host, "port": port, "dbname": database, "connect_timeout": 5}
        return psycopg.connect(
            user="postgres", password=SECRET, autocommit=True, **where
        )
