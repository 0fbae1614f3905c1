"""The wheel: what is in it, and a hand of a match that a new environment with nothing else serves."""

import os
import subprocess
import sys
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

from chinchon_site.__main__ import command
from tests.support import extent
from tests.support.servers import ROOT, free_port, listening, prepare
from tests.support.wire import Phone

PACKAGES = ("chinchon_site", "phone", "rules", "scores")
BESIDE = ("locale", "static", "templates")  # inside `scores` in the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.iterdir()
    return wheel


def files_of(folder):
    return {
        str(file.relative_to(ROOT))
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }


def test_the_wheel_has_the_packages_and_what_they_read_and_nothing_else(wheel):
    expected = {file for package in PACKAGES for file in files_of(package)}
    expected |= {f"scores/files/{file}" for name in BESIDE for file in files_of(name)}
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected


@extent.by_night("packages of the wheel")
def test_a_hand_is_played_with_nothing_installed_but_the_wheel(wheel, tmp_path):
    """Its data are in the data folder of the user, whatever the folder in which it was started."""
    environment = tmp_path / "python"
    data = tmp_path / "reenganche"
    port = free_port()
    EnvBuilder(symlinks=True).create(environment)
    pip = [sys.executable, "-m", "pip", "--python", environment, "install", "-q"]
    subprocess.run([*pip, wheel], check=True, capture_output=True)
    prepare(data)
    program = str(environment / "bin" / "reenganche")
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    serve = [program, "--host", "127.0.0.1", "--port", str(port)]
    with listening(serve, variables, port, data) as app:
        ana = Phone(port, headers={"Accept-Language": "en"})
        match = ana.start("Ana", "Luis")
        ana.save(match, 0, 12)
        board = ana.get(match)
        style = ana.get(app.static("css/app.css"))
    copy = tmp_path / "copy.sqlite3"
    subprocess.run([program, "backup", copy], env=variables, check=True)
    assert (board.status, "12" in board.text, "Undo" in board.text) == (200, True, True)
    assert (style.status, str(data) in app.stdout, copy.exists()) == (200, True, True)


def test_without_a_command_the_program_serves():
    for words, run in (
        ("", "serve"),
        ("--port 8123", "serve --port 8123"),
        ("backup copy.sqlite3", "backup copy.sqlite3"),
        ("--help", "--help"),
        ("--version", "versions --short"),
        ("version", "versions"),
    ):
        assert command(words.split()) == run.split()
