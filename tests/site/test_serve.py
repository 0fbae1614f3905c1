"""`manage.py serve`: the first start, HTTPS at home, stopping, and the text for the terminal."""

import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import tomllib
from argparse import ArgumentTypeError
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scores.management.addresses import own_addresses
from scores.management.commands.serve import (
    addresses_for_phones,
    port_number,
    welcome,
)
from tests.site.test_trouble import BOUND_BY_MODES
from tests.support import extent
from tests.support.servers import (
    ALONE,
    PATIENCE,
    ROOT,
    copy_engine,
    copy_migrated,
    free_port,
    manage,
    prepare,
    self_signed,
    serving,
)
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.long
def test_a_first_start_serves_until_ctrl_c_and_the_next_has_its_secrets_and_https(
    tmp_path,
):
    data = tmp_path / "of-the-first-start"
    copy_engine(data)
    if not extent.WHOLE:
        prepare(data, with_database=False)
    with serving(data, host="0.0.0.0", is_first=True) as app:
        names = [*own_addresses(), socket.gethostname(), "localhost"]
        assert [status_at(app, f"{name}:{app.port}") for name in names] == [200] * len(
            names
        )
        hosts = ("mesa.local", f"192.168.77.7:{app.port}", "elsewhere.example")
        assert [status_at(app, host) for host in hosts] == [200, 200, 400]
        assert_static_files_are_compressed_and_kept_for_ever(app)
        assert_readers_do_not_wait(data)
        assert_its_port_is_refused(app.port, tmp_path / "another")
        secrets = secrets_of(data)
        assert_a_form_half_sent_at_ctrl_c_is_still_answered(app)
    assert (app.exit_code, app.stderr.count("\n")) == (0, 1)
    assert "Refused the host 'elsewhere.example'" in app.stderr
    assert (
        "make https" in app.stdout,
        f"http://localhost:{app.port}/" in app.stdout,
    ) == (True, True)
    certificate = self_signed(data)
    with serving(data, host="0.0.0.0", **ALONE, PYTHONIOENCODING="ascii") as app:
        trusted = ssl.create_default_context(cafile=certificate)
        assert Phone(app.port, tls=trusted).get("/").status == 200
    assert (
        "make https" in app.stdout,
        f"https://localhost:{app.port}/" in app.stdout,
    ) == (False, True)
    assert secrets_of(data) == secrets


def status_at(app, host):
    return Phone(app.port, headers={"Host": host}).get("/").status


def secrets_of(data):
    return {file.name: file.read_text() for file in (data / "secrets").iterdir()}


def assert_readers_do_not_wait(data):
    with closing(sqlite3.connect(data / "db.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def assert_static_files_are_compressed_and_kept_for_ever(app):
    path = app.static("django_htmx/htmx-2.min.js")
    assert re.search(r"\.[0-9a-f]{12}\.js$", path)
    answer = Phone(app.port, headers={"Accept-Encoding": "gzip"}).get(path)
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in answer.headers["Cache-Control"]


def assert_its_port_is_refused(port, data):
    """With the command that works. The data directory is made, though not the database."""
    refused = manage(data, "serve", "--port", str(port))
    there = (data.is_dir(), (data / "db.sqlite3").exists())
    assert (refused.returncode, there) == (1, (True, False))
    assert f"El puerto {port} ya está ocupado" in refused.stderr
    assert f"make run PORT={port + 1}" in refused.stderr


def assert_a_form_half_sent_at_ctrl_c_is_still_answered(app):
    token = "t" * 32
    form = f"csrfmiddlewaretoken={token}&language=en&next=/".encode()
    with closing(HTTPConnection("127.0.0.1", app.port, timeout=30)) as connection:
        connection.putrequest("POST", "/i18n/setlang/")
        connection.putheader("Cookie", f"csrftoken={token}")
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.putheader("Content-Length", str(len(form)))
        connection.endheaders(form[:20])
        wait_until(lambda: is_read(app, connection), "a worker waits for the rest")
        app.press_ctrl_c()
        wait_until(lambda: len(app.workers) == 1, "the other worker has ended")
        connection.send(form[20:])
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (302, "/")


def is_read(app, connection):
    """Whether the app has read everything that was sent; Linux only."""
    ends = [f":{port:04X}" for port in (app.port, connection.sock.getsockname()[1])]
    calls = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    [queues] = [call[4] for call in calls if [end[-5:] for end in call[1:3]] == ends]
    return queues.endswith(":00000000")


@extent.by_night("corners of operators")
def test_an_address_of_another_machine_is_refused(tmp_path):
    refused = manage(
        tmp_path, "serve", "--host", "198.51.100.1", "--port", str(free_port())
    )
    assert refused.returncode == 1
    assert "198.51.100.1 no es una dirección de esta máquina" in refused.stderr


@extent.by_night("corners of operators")
def test_a_database_that_cannot_be_used_is_told_without_a_traceback(tmp_path):
    nowhere = f"postgresql://ana:hush@127.0.0.1:{free_port()}/mesa"
    refused = manage(
        tmp_path, "serve", "--port", str(free_port()), DATABASE_URL=nowhere
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("No se puede usar la base de datos.\n")
    assert ("Traceback" in refused.stderr, "hush" in refused.stderr) == (False, False)


def served_under(*command, data):
    """What becomes of a start that another command runs."""
    serve = (sys.executable, str(ROOT / "manage.py"), "serve", "--port")
    return subprocess.run(
        [*command, *serve, str(free_port())],
        env={**os.environ, "REENGANCHE_DATA": str(data), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.skipif(os.name == "nt", reason="modes of files")
@extent.by_night("corners of operators")
def test_data_of_another_user_are_told_with_their_owner_and_without_a_traceback(
    tmp_path,
):
    copy_migrated(tmp_path)
    assert manage(tmp_path, "versions").returncode == 0  # makes the keys
    database = tmp_path / "db.sqlite3"
    database.chmod(0o444)
    tmp_path.chmod(0o555)
    refused = served_under(*BOUND_BY_MODES, data=tmp_path)
    tmp_path.chmod(0o755)
    assert (refused.returncode, refused.stderr) == (
        1,
        f"Este usuario no puede escribir en {database}, que es de {database.owner()}.\n"
        f"This user cannot write {database}, which belongs to {database.owner()}.\n",
    )


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("prlimit"), reason="needs Linux")
@pytest.mark.parametrize(
    ("largest", "why"),
    [
        (1, "cannot be kept"),
        extent.night_param("trouble", 100_000, "¿está lleno el disco?"),
    ],
)
def test_a_start_on_a_full_disk_says_so_without_a_traceback(tmp_path, largest, why):
    """First it makes its keys, then its static files."""
    copy_migrated(tmp_path)
    refused = served_under("prlimit", f"--fsize={largest}", data=tmp_path)
    assert (
        refused.returncode,
        why in refused.stderr,
        "Traceback" in refused.stderr,
    ) == (1, True, False)


def test_a_port_that_cannot_be_is_refused():
    for port in ("0", "65536", "eight"):
        with pytest.raises(ArgumentTypeError, match="is not a port"):
            port_number(port)


def test_every_address_shown_to_phones_is_one_of_this_machine():
    for address in own_addresses():
        with closing(socket.socket()) as probe:
            probe.bind((address, 0))
        assert not address.startswith("127.")


TWO = ["http://192.168.1.7:8000/", "http://10.0.0.2:8000/"]


@pytest.mark.parametrize(
    ("host", "addresses", "encoding", "own", "draws_a_code"),
    [
        ("0.0.0.0", TWO, "utf-8", "http://localhost:8000/", True),
        ("0.0.0.0", TWO, "iso-8859-1", "http://localhost:8000/", False),
        ("0.0.0.0", [], "utf-8", "http://localhost:8000/", False),
        ("127.0.0.1", [], "utf-8", "http://127.0.0.1:8000/", False),
    ],
)
def test_the_welcome_names_this_machine_and_gives_phones_a_code_if_it_can_be_drawn(
    host, addresses, encoding, own, draws_a_code
):
    said = welcome(host, 8000, addresses, colours=False, encoding=encoding)
    assert re.findall(r"http://\S+", said.encode(encoding).decode(encoding)) == [
        own,
        *addresses,
    ]
    assert (said.count("█") > 100, "Sin red" in said) == (
        draws_a_code,
        host == "0.0.0.0" and not addresses,
    )


def test_phones_open_the_address_that_is_set_and_none_of_a_container(settings):
    ours = [f"http://{address}:8000/" for address in own_addresses()]
    assert addresses_for_phones("0.0.0.0", 8000, False) == ours
    assert addresses_for_phones("0.0.0.0", 8000, True) == []
    settings.LAN_URLS = ["http://192.168.1.7:8123"]
    assert addresses_for_phones("0.0.0.0", 8000, True) == ["http://192.168.1.7:8123"]


def test_the_program_says_its_version_and_a_report_what_it_runs_on(tmp_path):
    [line] = manage(tmp_path, "versions", "--short").stdout.splitlines()
    assert line == f"Reenganche {VERSION}"
    report = manage(tmp_path, "versions").stdout.splitlines()
    named = [text.split(" ")[0] for text in report]
    assert (report[0], {"Python", "Django", "SQLite"} <= {*named}) == (line, True)


@extent.by_night("corners of operators")
def test_without_mkcert_nothing_is_made_and_it_says_where_to_get_it(tmp_path):
    done = manage(tmp_path, "certificate", PATH="/nowhere")
    assert (done.returncode, "apt install mkcert" in done.stderr) == (1, True)
    assert not (tmp_path / "https").exists()
