"""Slow clients and forged headers before the proxies of deploy/, each with the app behind it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

from tests.support.servers import ROOT, Served, free_port, serving
from tests.support.wire import Phone
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
OLD_CADDY = ("2.6.0", "2.6.1", "2.6.2")  # that do not know request_buffers
FORGED = (
    "SCRIPT_NAME",
    "X_FORWARDED_PROTO",
    "X-Script-Name",
    "Forwarded",
    *(f"X-Forwarded-{name}" for name in ("For", "Host", "Port", "Prefix", "Proto", "Protocol", "Ssl")),
)
CSRF_TOKEN = re.compile(r'value="\w{64}"')
VALUES = ("//evil.example", "http://evil.example", "/m", "http", "on", "198.51.100.7")
CADDY = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"


def behind_nginx(server: Served) -> dict[str, Any]:
    return _tried("nginx", _nginx, server, _slow_clients, f"others within {BOUND} s")


def behind_caddy(server: Served) -> dict[str, Any]:
    return _tried("caddy", _caddy, server, _slow_clients, f"others within {BOUND} s")


def forged_headers_behind_nginx(server: Served) -> dict[str, Any]:
    return _tried("nginx", _nginx, server, _forged_headers, "the same pages")


def forged_headers_behind_caddy(server: Served) -> dict[str, Any]:
    return _tried("caddy", _caddy, server, _forged_headers, "the same pages")


def _tried(name: str, command: Any, server: Served, attack: Any, bound: str) -> dict[str, Any]:
    program = shutil.which(name, path=PLACES)
    if program is None:
        return {"held": None, "bound": bound, "missing": name}
    with tempfile.TemporaryDirectory() as place, serving(server.data, REENGANCHE_BEHIND_PROXY="1") as app:
        Path(place).chmod(0o755)  # nginx answers as another user
        port = free_port()
        with _running(command(program, Path(place), port, app.port), port):
            return {"bound": bound, **attack(app, port)}


def _slow_clients(_app: Served, port: int) -> dict[str, Any]:
    with ExitStack() as crowds:
        _seconds(port)
        for sent, drip in SLOW:
            crowds.enter_context(crowd.crowd(port, EACH, sent, drip, crowd.in_tls))
        slowest = max(_seconds(port) for _round in range(ROUNDS))
    return {"held": slowest < BOUND, "slowest_s": round(slowest, 2)}


def _forged_headers(app: Served, port: int) -> dict[str, Any]:
    phone = Phone(app.port)
    match = phone.start("Ana", "Luis")
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items())}
    alone = _shown(port, match, cookies)
    sent = [(name, value) for name in FORGED for value in VALUES]
    changed = {name for name, value in sent if _shown(port, match, {**cookies, name: value}) != alone}
    has_link = re.search(r"https://localhost(:\d+)?/l/match/", alone) is not None
    is_same = _shown(port, match, cookies) == alone
    return {"held": (changed, has_link, is_same) == (set(), True, True), "changed": sorted(changed)}


def _shown(port: int, match: str, headers: dict[str, str]) -> str:
    """A link in text, and a cached board with its QR code."""
    return _page(port, f"{match}tell/", headers) + _page(port, f"{match}big/", headers)


def _page(port: int, address: str, headers: dict[str, str]) -> str:
    with closing(HTTPSConnection("localhost", port, timeout=PATIENCE, context=crowd.unverified())) as wire:
        wire.request("GET", address, headers=headers)
        answer = wire.getresponse()
        return f"{answer.status} {CSRF_TOKEN.sub('', answer.read().decode())}"


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
    version = subprocess.run([program, "version"], check=True, capture_output=True, text=True).stdout
    if version.lstrip("v").split()[0] in OLD_CADDY:
        site = site.replace("request_buffers 256KiB", "")
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


ATTACKS = [behind_nginx, behind_caddy, forged_headers_behind_nginx, forged_headers_behind_caddy]
