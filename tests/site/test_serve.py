"""`manage.py serve`: the first start, HTTPS at home, stopping, and the text for the terminal."""

import json
import re
import socket
import sqlite3
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest

from scores.management.commands.serve import own_addresses, welcome
from tests.site.test_settings import PUBLIC
from tests.support.servers import ALONE, Served, free_port, manage, serving
from tests.tools.kill.patience import wait_until


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "made-by-the-first-start"


@pytest.fixture(scope="module")
def app(data: Path) -> Iterator[Served]:
    with serving(data, host="0.0.0.0", is_first=True) as app:
        yield app


def get(app: Served, path: str, **headers: str) -> HTTPResponse:
    with closing(HTTPConnection("127.0.0.1", app.port, timeout=30)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
    return answer


def test_a_first_start_answers_with_the_home_page(app):
    assert get(app, "/").status == 200


def test_phones_may_use_each_address_and_the_name_of_the_machine(app):
    names = [*own_addresses(), socket.gethostname(), "localhost"]
    assert [get(app, "/", Host=f"{name}:{app.port}").status for name in names] == [200] * len(names)


def test_a_public_site_answers_to_its_own_name_alone(tmp_path):
    with serving(tmp_path, host="0.0.0.0", **ALONE, **PUBLIC, REENGANCHE_BEHIND_PROXY="1") as app:
        names = ["mesa.example.org", *own_addresses(), socket.gethostname(), "localhost"]
        codes = [get(app, "/", Host=name, **{"X-Forwarded-Proto": "https"}).status for name in names]
    assert codes == [200] + [400] * (len(names) - 1)


def test_a_foreign_name_is_refused(app):
    assert get(app, "/", Host="elsewhere.example").status == 400


def test_static_files_have_hashed_names_are_compressed_and_kept_for_ever(app, data):
    names = json.loads((data / "static" / "staticfiles.json").read_text())["paths"]
    answer = get(app, f"/static/{names['django_htmx/htmx-2.min.js']}", **{"Accept-Encoding": "gzip"})
    assert re.search(r"\.[0-9a-f]{12}\.js$", names["django_htmx/htmx-2.min.js"])
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]


def test_the_database_is_written_ahead_so_that_readers_do_not_wait(app, data):
    get(app, "/")
    with closing(sqlite3.connect(data / "db.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_taken_port_is_refused_with_the_command_that_works(app, tmp_path):
    refused = manage(tmp_path, "serve", "--port", str(app.port))
    assert refused.returncode == 1
    assert f"El puerto {app.port} ya está ocupado" in refused.stderr
    assert f"make run PORT={app.port + 1}" in refused.stderr
    assert not (tmp_path / "db.sqlite3").exists()


def test_an_address_of_another_machine_is_refused(tmp_path):
    refused = manage(tmp_path, "serve", "--host", "198.51.100.1", "--port", str(free_port()))
    assert refused.returncode == 1
    assert "198.51.100.1 no es una dirección de esta máquina" in refused.stderr


def test_a_database_that_cannot_be_used_is_told_without_a_traceback(tmp_path):
    nowhere = f"postgresql://ana:hush@127.0.0.1:{free_port()}/mesa"
    refused = manage(tmp_path, "serve", "--port", str(free_port()), DATABASE_URL=nowhere)
    assert refused.returncode == 1
    assert refused.stderr.startswith("CommandError: No se puede usar la base de datos.\n")
    assert ("Traceback" in refused.stderr, "hush" in refused.stderr) == (False, False)


@pytest.mark.parametrize("port", ["0", "65536", "eight"])
def test_a_port_that_cannot_be_is_refused(port, tmp_path):
    refused = manage(tmp_path, "serve", f"--port={port}")
    assert refused.returncode == 2
    assert "is not a port" in refused.stderr


@pytest.mark.long
def test_ctrl_c_ends_quietly_and_the_next_start_has_the_same_secrets(tmp_path):
    with serving(tmp_path) as first:
        assert get(first, "/").status == 200
        secrets = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    assert (first.exit_code, first.stderr) == (0, "")
    assert f"http://127.0.0.1:{first.port}/" in first.stdout
    with serving(tmp_path) as second:
        assert get(second, "/").status == 200
    assert {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()} == secrets
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "secrets").iterdir()} == {0o600}


def test_a_form_half_sent_at_ctrl_c_is_still_answered(tmp_path):
    token = "t" * 32
    form = f"csrfmiddlewaretoken={token}&language=en&next=/".encode()
    with serving(tmp_path) as app, closing(HTTPConnection("127.0.0.1", app.port, timeout=30)) as connection:
        assert get(app, "/").status == 200
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
    assert (app.exit_code, app.stderr) == (0, "")


def is_read(app: Served, connection: HTTPConnection) -> bool:
    """Whether the app has read everything that was sent; Linux only."""
    ends = [f":{port:04X}" for port in (app.port, connection.sock.getsockname()[1])]
    calls = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    [queues] = [call[4] for call in calls if [end[-5:] for end in call[1:3]] == ends]
    return queues.endswith(":00000000")


def test_every_address_shown_to_phones_is_one_of_this_machine():
    for address in own_addresses():
        with closing(socket.socket()) as probe:
            probe.bind((address, 0))
        assert not address.startswith("127.")


def test_the_welcome_names_this_machine_and_gives_phones_a_code():
    said = welcome("0.0.0.0", 8000, ["192.168.1.7", "10.0.0.2"], colours=False, encoding="utf-8")
    found = re.findall(r"http://\S+", said)
    assert found == ["http://localhost:8000/", "http://192.168.1.7:8000/", "http://10.0.0.2:8000/"]
    assert said.count("█") > 100


def test_a_terminal_that_cannot_draw_a_code_gets_only_the_addresses():
    said = welcome("0.0.0.0", 8000, ["192.168.1.7"], colours=False, encoding="iso-8859-1")
    assert "http://192.168.1.7:8000/" in said.encode("iso-8859-1").decode("iso-8859-1")


def test_without_a_network_the_welcome_says_so():
    assert "Sin red" in welcome("0.0.0.0", 8000, [], colours=False, encoding="utf-8")


def test_one_chosen_address_is_the_only_one_shown():
    said = welcome("127.0.0.1", 8123, [], colours=False, encoding="utf-8")
    assert re.findall(r"http://\S+", said) == ["http://127.0.0.1:8123/"]
    assert "red" not in said


def test_with_a_certificate_it_speaks_https_and_says_so(data_with_certificate):
    with serving(data_with_certificate, host="0.0.0.0", **ALONE) as app:
        trusted = ssl.create_default_context(cafile=data_with_certificate / "https" / "certificate.pem")
        with closing(HTTPSConnection("127.0.0.1", app.port, timeout=30, context=trusted)) as connection:
            connection.request("GET", "/")
            assert connection.getresponse().status == 200
    assert f"https://localhost:{app.port}/" in app.stdout
    assert "make https" not in app.stdout


def test_without_a_certificate_it_says_in_one_line_what_https_gives_and_how(app):
    assert welcome("0.0.0.0", 8000, [], False, "utf-8").count("make https") == 1


def test_without_mkcert_nothing_is_made_and_it_says_where_to_get_it(tmp_path):
    done = manage(tmp_path, "certificate", PATH="/nowhere")
    assert (done.returncode, "apt install mkcert" in done.stderr) == (1, True)
    assert not (tmp_path / "https").exists()


@pytest.fixture
def data_with_certificate(tmp_path: Path) -> Path:
    """With a self-signed certificate in place of mkcert's."""
    folder = tmp_path / "https"
    folder.mkdir()
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem"
    kept = "-out certificate.pem -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(f"{made} {kept}".split(), cwd=folder, check=True, capture_output=True)
    return tmp_path
