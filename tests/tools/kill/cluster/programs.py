"""The programs of a cluster, and where they are."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from tests.support.servers import ROOT
from tests.tools.kill.postgresql import programs as postgresql

DEPLOY = ROOT / "deploy" / "cluster"
REQUIREMENTS = DEPLOY / "requirements.txt"
OF_DEBIAN = Path("/usr/bin/patroni")
SBIN = "/usr/sbin:/sbin"
PYTHON = "/usr/bin/python3"  # for the user postgres, who may not read the home of another


def missing(setup: str) -> list[str]:
    """The Debian packages without which the cluster cannot be started."""
    needed = {"etcd-server": find("etcd"), "haproxy": find("haproxy"), "pgbouncer": find("pgbouncer")}
    needed["postgresql"] = postgresql()
    if setup == "losing":
        needed["patroni"] = OF_DEBIAN if OF_DEBIAN.exists() else None
    return [package for package, program in needed.items() if not program]


def find(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path=SBIN)


def patroni(setup: str) -> list[str]:
    """The command that runs Patroni: the pinned version, or that of Debian 12 for the setup that loses."""
    if setup == "losing":
        return [PYTHON, str(OF_DEBIAN)]
    return [str(_environment() / "bin" / "patroni")]


def patronictl(setup: str) -> list[str]:
    command = patroni(setup)
    return [*command[:-1], f"{command[-1]}ctl"]


def _environment() -> Path:
    """A virtual environment with the pinned Patroni, installed once."""
    pinned = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    place = Path("/var/tmp") / f"reenganche-patroni-{pinned}"  # readable for the user postgres
    if not (place / "installed").exists():
        print(f"Installing Patroni into {place}…", flush=True)
        subprocess.run([PYTHON, "-m", "venv", place], check=True)
        pip = [place / "bin" / "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, "--require-hashes", "-r", REQUIREMENTS], check=True)
        (place / "installed").touch()
    return place
