"""Where the database machines are: each in a network namespace of its own, or all on loopback."""

import os
import shutil
import subprocess
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from tests.support.servers import free_port

MACHINES = range(3)
KINDS = ("postgresql", "rest", "etcd", "etcd peers")
USUAL = dict(zip(KINDS, (5432, 8008, 2379, 2380), strict=True))
AS_POSTGRES = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")


@dataclass
class Network:
    """Addresses of the machines; `may_cut` if a machine can be cut off."""

    may_cut: bool
    prefix: str = field(default_factory=lambda: f"rk{os.getpid() % 10_000}")
    _ports: dict[tuple[str, int], int] = field(default_factory=dict)

    def host(self, machine):
        return (
            f"10.99.{os.getpid() % 250}.{10 + machine}" if self.may_cut else "127.0.0.1"
        )

    def port(self, kind, machine):
        if self.may_cut:
            # sockets in the file system, which they share, are named for it
            return USUAL[kind] + machine
        return self._ports.setdefault((kind, machine), free_port())

    def address(self, kind, machine):
        return f"{self.host(machine)}:{self.port(kind, machine)}"

    def command(self, machine, *command):
        """The command as user postgres on that machine."""
        inside = ["ip", "netns", "exec", self._name(machine)] if self.may_cut else []
        return [*inside, *(AS_POSTGRES if not os.geteuid() else ()), *map(str, command)]

    def cut(self, machine):
        _ip(f"link set {self._name(machine)}v down")

    def mend(self, machine):
        _ip(f"link set {self._name(machine)}v up")

    def _name(self, machine):
        return f"{self.prefix}n{machine}"

    def build(self, torn_down):
        bridge = f"{self.prefix}br"
        gateway = self.host(0).rpartition(".")[0] + ".1/24"
        _ip(f"link add {bridge} type bridge")
        torn_down.callback(_ip, f"link del {bridge}")
        _ip(f"addr add {gateway} dev {bridge}")
        _ip(f"link set {bridge} up")
        for machine in MACHINES:
            self._add(machine, bridge, torn_down)

    def _add(self, machine, bridge, torn_down):
        name = self._name(machine)
        _ip(f"netns add {name}")
        torn_down.callback(_ip, f"netns del {name}")
        _ip(f"link add {name}v type veth peer name eth0 netns {name}")
        _ip(f"link set {name}v master {bridge} up")
        _ip(f"-n {name} addr add {self.host(machine)}/24 dev eth0")
        for device in ("eth0", "lo"):
            _ip(f"-n {name} link set {device} up")


@contextmanager
def a_network():
    with ExitStack() as torn_down:
        network = Network(_may_make_namespaces())
        if network.may_cut:
            network.build(torn_down)
        yield network


def _may_make_namespaces():
    if os.geteuid() or not shutil.which("ip"):
        return False
    probe = f"rkprobe{os.getpid() % 10_000}"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True)
    if made.returncode == 0:
        _ip(f"netns del {probe}")
    return made.returncode == 0


def _ip(words):
    subprocess.run(["ip", *words.split()], check=True, capture_output=True)
