"""The programs of a cluster, and where they are."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from tests.support.servers import ROOT
from tests.tools.kill.postgresql import programs as postgresql

DEPLOY = ROOT / "deploy" / "cluster"
REQUIREMENTS = DEPLOY / "requirements.txt"
SBIN = "/usr/sbin:/sbin"
# for the user postgres, who may not read the home of another
PYTHON = "/usr/bin/python3"


def missing():
    """The Debian packages without which the cluster cannot be started."""
    needed = {
        "etcd-server": find("etcd"),
        "haproxy": find("haproxy"),
        "pgbouncer": find("pgbouncer"),
    }
    needed["postgresql"] = postgresql()
    return [package for package, program in needed.items() if not program]


def find(program):
    return shutil.which(program) or shutil.which(program, path=SBIN)


def patroni():
    """The pinned Patroni, installed once in a virtual environment; beside it is its patronictl."""
    pinned = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    # readable for the user postgres
    folder = Path("/var/tmp") / f"reenganche-patroni-{pinned}"
    if not (folder / "installed").exists():
        print(f"Installing Patroni into {folder}…", flush=True)
        subprocess.run([PYTHON, "-m", "venv", folder], check=True)
        pip = [
            folder / "bin" / "pip",
            "--disable-pip-version-check",
            "--quiet",
            "install",
        ]
        subprocess.run([*pip, "--require-hashes", "-r", REQUIREMENTS], check=True)
        (folder / "installed").touch()
    return folder / "bin" / "patroni"
