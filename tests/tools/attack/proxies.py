"""The same slow clients before the proxies of deploy/, each with the app behind it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

from tests.support.servers import ROOT, Served, free_port
from tests.tools.attack import crowd
from tests.tools.attack.measuring import PATIENCE

BOUND = 2.0  # seconds until others are answered
SLOW = (  # what is sent, and what then drips: together 200 connections
    (crowd.IDLE, b""),
    (crowd.HALF_HEAD, b"X: y\r\n"),
    (crowd.HALF_BODY, b""),
    (crowd.HALF_BODY, b"c"),
)
EACH = 50
PAGES = ("/healthz", "/new/")
ROUNDS = 10
PLACES = f"{os.environ['PATH']}:/usr/sbin"

NGINX = """
daemon off; pid {place}/pid; error_log {place}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {place}/a; proxy_temp_path {place}/b; fastcgi_temp_path {place}/c;
    uwsgi_temp_path {place}/d; scgi_temp_path {place}/e;
    include {place}/site.conf;
}}
"""
CADDY = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"


def behind_nginx(server: Served) -> dict[str, Any]:
    return _tried("nginx", server, _nginx)


def behind_caddy(server: Served) -> dict[str, Any]:
    return _tried("caddy", server, _caddy)


def _tried(name: str, server: Served, command: Any) -> dict[str, Any]:
    bound = f"others within {BOUND} s"
    program = shutil.which(name, path=PLACES)
    if program is None:
        return {"held": None, "bound": bound, "missing": name}
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # nginx answers as another user
        port = free_port()
        with _running(command(program, Path(place), port, server.port), port), ExitStack() as crowds:
            _seconds(port)
            for sent, drip in SLOW:
                crowds.enter_context(crowd.crowd(port, EACH, sent, drip, crowd.in_tls))
            slowest = max(_seconds(port) for _round in range(ROUNDS))
    return {"held": slowest < BOUND, "bound": bound, "slowest_s": round(slowest, 2)}


def _nginx(program: str, place: Path, port: int, upstream: int) -> list[str]:
    certificate, key = place / "certificate.pem", place / "key.pem"
    making = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
    subprocess.run([*making.split(), "-out", certificate, "-keyout", key], check=True, capture_output=True)
    site = (ROOT / "deploy/nginx.conf").read_text()
    for theirs, ours in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "marcador.example.org;": "localhost;",
        "/etc/letsencrypt/live/marcador.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/marcador.example.org/privkey.pem": str(key),
        "/var/log/nginx": str(place),
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
    }.items():
        site = site.replace(theirs, ours)
    (place / "site.conf").write_text(site)
    (place / "nginx.conf").write_text(NGINX.format(place=place))
    return [program, "-e", str(place / "error.log"), "-p", str(place), "-c", str(place / "nginx.conf")]


def _caddy(program: str, place: Path, port: int, upstream: int) -> list[str]:
    site = (ROOT / "deploy/Caddyfile").read_text().replace("{\n", CADDY, 1)
    (place / "Caddyfile").write_text(site)
    variables = {"SITE": f"localhost:{port}", "UPSTREAM": f"127.0.0.1:{upstream}", "HOME": str(place)}
    return [
        "env",
        *(f"{name}={value}" for name, value in variables.items()),
        program,
        "run",
        "--config",
        str(place / "Caddyfile"),
    ]


@contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            deadline = time.monotonic() + PATIENCE
            while not _listens(port):
                output.seek(0)
                has_ended = process.poll() is not None or time.monotonic() > deadline
                assert not has_ended, output.read()
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _seconds(port: int) -> float:
    """How long the slowest page takes; PATIENCE if one does not come."""
    return max(_seconds_to_answer(port, page) for page in PAGES)


def _seconds_to_answer(port: int, page: str) -> float:
    began = time.monotonic()
    wire = HTTPSConnection("localhost", port, timeout=PATIENCE, context=crowd.unverified())
    try:
        wire.request("GET", page)
        answer = wire.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True), f"{answer.status} for {page}"
    except OSError:
        return float(PATIENCE)
    finally:
        wire.close()
    return time.monotonic() - began


ATTACKS = [behind_nginx, behind_caddy]
