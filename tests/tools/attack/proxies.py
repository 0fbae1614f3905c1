"""Hostile clients, forged headers, polls that wait: the proxies of deploy/, each with the app behind it."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

from tests.support.servers import ROOT, free_port, listening, serving
from tests.support.wire import Phone
from tests.tools.attack import crowd, hostile

CROWDS = {
    "dripping heads": 1500,
    "slow bodies": 400,
    "slow readers": 400,
    "silent connections": 700,
    "resets": 400,
}
BOUND = 0.3  # seconds
PROGRAMS = f"{os.environ['PATH']}:/usr/sbin"

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
worker_rlimit_nofile 20000; events {{ worker_connections 10000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/site.conf;
}}
"""
OLD_CADDY = ("2.6.0", "2.6.1", "2.6.2")  # that do not know request_buffers
FORGED = (
    "SCRIPT_NAME",
    "X_FORWARDED_PROTO",
    "X-Script-Name",
    "Forwarded",
    *(
        f"X-Forwarded-{name}"
        for name in ("For", "Host", "Port", "Prefix", "Proto", "Protocol", "Ssl")
    ),
)
CSRF_TOKEN = re.compile(r'value="\w{64}"')
VALUES = ("//evil.example", "http://evil.example", "/m", "http", "on", "198.51.100.7")
TLS = crowd.unverified()
HTTP = ("1.1", "2")  # versions, as curl names them
WAITS = 15.0  # seconds for which a poll waits before there is news
HEARD = 0.3  # seconds
SLOW_BESIDE = 200
CADDY = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"


def _tried(name, command, attack, server):
    program = shutil.which(name, path=PROGRAMS)
    if program is None:
        return {"missing": (name, None)}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(server.data, REENGANCHE_BEHIND_PROXY="1") as app,
    ):
        Path(folder).chmod(0o755)  # nginx answers as another user
        port = free_port()
        with listening(
            command(program, Path(folder), port, app.port),
            {**os.environ},
            port,
            Path(folder),
        ):
            return attack(app, port)


def _forged_headers(app, port):
    phone = Phone(app.port)
    match = phone.start("Ana", "Luis")
    near = replace(phone.at(port), tls=TLS)
    alone = _shown(near, match)
    sent = [(name, value) for name in FORGED for value in VALUES]
    changed = {
        name
        for name, value in sent
        if _shown(replace(near, headers={name: value}), match) != alone
    }
    has_link = re.search(r"https://localhost(:\d+)?/l/match/", alone) is not None
    is_same = _shown(near, match) == alone
    return {
        "changed": (sorted(changed), []),
        "is without link": (not has_link, False),
        "is another": (not is_same, False),
    }


def _polls(app, port):
    """A poll waits through the proxy until a hand is saved, beside slow clients."""
    scorer = Phone(app.port)
    match = scorer.start("Ana", "Luis")
    scorer.save(match, 0, 12)
    with crowd.crowd(port, SLOW_BESIDE, crowd.HALF_HEAD, b"X: y\r\n", crowd.in_tls):
        return {
            version: (_heard(scorer, match, port, version, hand), HEARD)
            for hand, version in enumerate(HTTP, 1)
        }


def _heard(scorer, match, port, version, hand):
    """Seconds from the answer to a save until the poll that waited was answered; endless if it did not wait,
    or came by another version of HTTP."""
    tag = scorer.get(f"{match}pulse/").tag
    sent = {"Prefer": "wait=20", "If-None-Match": tag, "Cookie": scorer.cookie}
    headers = [
        part for name, value in sent.items() for part in ("-H", f"{name}: {value}")
    ]
    curl = f"curl -sk --http{version} -o {os.devnull} https://localhost:{port}{match}pulse/"
    answered = ["-w", "%{http_code} %{http_version}"]
    with subprocess.Popen(
        [*curl.split(), *answered, *headers], stdout=subprocess.PIPE
    ) as poll:
        time.sleep(WAITS)
        is_waiting = poll.poll() is None
        scorer.save(match, hand, 12)
        saved = time.monotonic()
        status = poll.communicate()[0].decode()
    took = time.monotonic() - saved
    return took if is_waiting and status == f"200 {version}" else inf


def _shown(phone, match):
    """A link in text, and a cached board with its QR code."""
    answers = [phone.get(f"{match}{page}/") for page in ("tell", "big")]
    texts = [f"{answer.status} {answer.text}" for answer in answers]
    return CSRF_TOKEN.sub("", "".join(texts))


def _nginx(program, folder, port, upstream):
    certificate = folder / "certificate.pem"
    key = folder / "key.pem"
    making = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
    subprocess.run(
        [*making.split(), "-out", certificate, "-keyout", key],
        check=True,
        capture_output=True,
    )
    site = (ROOT / "deploy/nginx.conf").read_text()
    for theirs, ours in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "marcador.example.org;": "localhost;",
        "/etc/letsencrypt/live/marcador.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/marcador.example.org/privkey.pem": str(key),
        "/var/log/nginx": str(folder),
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
    }.items():
        site = site.replace(theirs, ours)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder))
    return f"{program} -e {folder}/error.log -p {folder} -c {folder}/nginx.conf".split()


def _caddy(program, folder, port, upstream):
    site = (ROOT / "deploy/Caddyfile").read_text().replace("{\n", CADDY, 1)
    version = subprocess.run(
        [program, "version"], check=True, capture_output=True, text=True
    ).stdout
    if version.lstrip("v").split()[0] in OLD_CADDY:
        site = site.replace("request_buffers 256KiB", "")
    (folder / "Caddyfile").write_text(site)
    variables = {
        "SITE": f"localhost:{port}",
        "UPSTREAM": f"127.0.0.1:{upstream}",
        "HOME": str(folder),
    }
    environment = [f"{name}={value}" for name, value in variables.items()]
    return ["env", *environment, program, "run", "--config", str(folder / "Caddyfile")]


ATTEMPTS = {
    "hostile_crowds": partial(
        hostile.waits_of_others, sizes=CROWDS, bound=BOUND, tls=TLS
    ),
    "smuggled_requests": partial(hostile.answers_to_others, tls=TLS),
    "forged_headers": _forged_headers,
    "polls": _polls,
}
ATTACKS = {
    f"{name}_behind_{proxy}": partial(_tried, proxy, command, attempt)
    for name, attempt in ATTEMPTS.items()
    for proxy, command in {"nginx": _nginx, "caddy": _caddy}.items()
}
