"""The ways from an app server to the cluster: haproxy, PgBouncer behind it, libpq's list of hosts."""

import os
import re
import subprocess

from tests.support.servers import free_port
from tests.tools.kill.cluster import programs
from tests.tools.kill.cluster.machines import SECRET
from tests.tools.kill.cluster.network import AS_POSTGRES, MACHINES

ACCOUNT = f"postgresql://reenganche:{SECRET}@"
NAME = "/reenganche"
WAYS = ("haproxy", "pgbouncer", "hosts")


class Ways:
    """Starts the proxies with the files of deploy/cluster; `up` ends them."""

    def __init__(self, folder, network, up):
        self.folder = folder
        self.network = network
        self.up = up
        self.primary = free_port()
        self.pooled = free_port()
        self._start(
            "haproxy",
            programs.find("haproxy"),
            "-db",
            "-f",
            programs.DEPLOY / "haproxy.cfg",
        )
        as_other = () if os.geteuid() else AS_POSTGRES
        self._start("pgbouncer", *as_other, programs.find("pgbouncer"), self._ini())

    def environment(self, way):
        """The database in the environment of the app."""
        direct = f"{ACCOUNT}127.0.0.1:{self.primary}{NAME}"
        if way == "pgbouncer":
            pooled = f"{ACCOUNT}127.0.0.1:{self.pooled}{NAME}"
            return {"DATABASE_URL": pooled, "REENGANCHE_DIRECT_URL": direct}
        if way == "hosts":
            hosts = ",".join(
                self.network.address("postgresql", machine) for machine in MACHINES
            )
            return {"DATABASE_URL": f"{ACCOUNT}{hosts}{NAME}"}
        return {"DATABASE_URL": direct}

    def _start(self, name, *command):
        variables = {"PRIMARY_PORT": self.primary, "METRICS_PORT": free_port()}
        for machine in MACHINES:
            db = f"DB{machine + 1}"
            variables[db] = self.network.host(machine)
            variables[f"{db}_PORT"] = self.network.port("postgresql", machine)
            variables[f"{db}_REST"] = self.network.port("rest", machine)
        environment = os.environ | {key: str(variables[key]) for key in variables}
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(word) for word in command],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.up.callback(lambda: (process.terminate(), process.wait()))

    def _ini(self):
        """pgbouncer.ini with the ports of this machine, and its list of users."""
        users = self.folder / "userlist.txt"
        users.write_text(f'"reenganche" "{SECRET}"\n')
        text = (programs.DEPLOY / "pgbouncer.ini").read_text()
        for old, new in (
            (r"port=6432", f"port={self.primary}"),
            (r"^listen_port = .*", f"listen_port = {self.pooled}"),
            (r"^auth_file = .*", f"auth_file = {users}"),
        ):
            text, times = re.subn(old, new, text, flags=re.M)
            assert times == 1
        file = self.folder / "pgbouncer.ini"
        file.write_text(text)
        users.chmod(0o644)
        file.chmod(0o644)
        return file
