"""SQLite to PostgreSQL. Needs TEST_DATABASE_URL: a database is created on that server and dropped."""

import atexit
import json
import os
import sqlite3
import uuid
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.site.test_upgrade import FIRST, MADE_BY, READ_IT, SECOND
from tests.support.servers import manage

SERVER = os.environ.get("TEST_DATABASE_URL", "")
PLAY_ON = """
from django.test import Client
from tests.rules.support.table import hand
from tests.scores.support.table import play
from tests.scores.support.factories import start
phone = Client(headers={"host": "localhost"})
match = start(phone, "Ana", "Luis")
play(phone, match, hand(0, 12))
"""

A_USED_CODE = """
INSERT INTO scores_typedcode (id, match_id, role, generation, nonce, digest, expires_at)
SELECT 1, MIN(id), 2, 0, '0f8fad5bd9cb469fa16570867728950e', 'd', '2026-11-21' FROM scores_match;
INSERT INTO scores_typedcode_used_by (typedcode_id, phone_id) SELECT 1, MIN(id) FROM scores_phone;
"""

pytestmark = pytest.mark.skipif(
    not SERVER, reason="*** TEST_DATABASE_URL is not set ***"
)


@contextmanager
def new_database(like="template1"):
    """The URL of a new database, a copy of the database `like`: empty by default."""
    name = f"reenganche_{uuid.uuid4().hex}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        yield urlsplit(SERVER)._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def migrated():
    """The name of a migrated database, which is dropped when the tests end."""
    until_the_end = ExitStack()
    atexit.register(until_the_end.close)
    there = until_the_end.enter_context(new_database())
    with TemporaryDirectory() as data:
        assert manage(Path(data), "migrate", "-v0", DATABASE_URL=there).returncode == 0
    return urlsplit(there).path[1:]


@pytest.fixture
def there():
    with new_database() as address:
        yield address


@pytest.fixture
def here(tmp_path):
    manage(tmp_path, "restore", str(MADE_BY / "0.1.0.sqlite3"))
    return tmp_path


def count(there, table):
    with psycopg.connect(there) as database:
        return database.execute(f"SELECT COUNT(*) FROM scores_{table}").fetchone()[0]


def test_everything_is_there_the_same_and_is_played_on_and_nothing_changes_here(
    here, there
):
    with closing(sqlite3.connect(here / "db.sqlite3")) as database, database:
        database.executescript(A_USED_CODE)
    before = dump(here)
    moved = manage(here, "move_to", there)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert count(there, "typedcode_used_by") == 1
    assert "2  logs folded again, here and there alike" in moved.stdout
    assert dump(here) == before
    read = manage(here, "shell", "-v0", "-c", READ_IT + PLAY_ON, DATABASE_URL=there)
    assert json.loads(read.stdout) == [FIRST, SECOND], read.stderr
    assert count(there, "match") == 3
    refused = manage(here, "move_to", there)
    assert (refused.returncode, "already" in refused.stderr, count(there, "match")) == (
        1,
        True,
        3,
    )


def dump(here):
    with closing(sqlite3.connect(here / "db.sqlite3")) as database:
        return list(database.iterdump())


def test_of_what_cannot_be_moved_whole_nothing_is_moved(here, there):
    with closing(sqlite3.connect(here / "db.sqlite3")) as database, database:
        database.execute("UPDATE scores_player SET name = 'A' || char(0) WHERE id = 1")
    refused = manage(here, "move_to", there)
    assert (refused.returncode, "Nothing was moved" in refused.stderr) == (1, True)
    assert [
        count(there, table) for table in ("circle", "match", "entry", "player")
    ] == [0, 0, 0, 0]


def test_a_missing_server_or_a_wrong_address_is_told_without_its_password(
    here,
):
    refused = manage(here, "move_to", "postgresql://nobody@127.0.0.1:9/none")
    assert (
        refused.returncode,
        refused.stderr.startswith("CommandError: Nothing was moved"),
    ) == (1, True)
    for url in ("sqlite:///elsewhere", "postgresql://a:b[@c/d"):
        refused = manage(here, "move_to", url)
        assert (refused.returncode, "b[" in refused.stderr) == (1, False)
