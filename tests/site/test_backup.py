"""Backup and restore of the database while the app runs."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError

from scores.management.commands.backup import save_copy
from scores.management.commands.restore import refuse_to_restore
from tests.support import extent
from tests.support.servers import copy_migrated, manage


@pytest.fixture
def data(tmp_path):
    """A data directory as the first start creates it, with one more table for writes of the test."""
    copy_migrated(tmp_path / "data")
    change(tmp_path / "data" / "db.sqlite3", "CREATE TABLE paper (line TEXT)")
    return tmp_path / "data"


@pytest.fixture
def app(data):
    """The database as a running app has it open: with a write-ahead log that is not checkpointed."""
    with closing(
        sqlite3.connect(data / "db.sqlite3", isolation_level=None, timeout=30)
    ) as database:
        assert database.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
        yield database


def write(app, line):
    app.execute("INSERT INTO paper VALUES (?)", [line])


def paper(app):
    return [line for (line,) in app.execute("SELECT line FROM paper ORDER BY rowid")]


def paper_in(file):
    with closing(sqlite3.connect(file)) as database:
        return paper(database)


def test_a_backup_is_one_file_for_its_owner_alone_with_all_that_was_written(
    app, data, tmp_path
):
    write(app, "Ana 12")
    folder = tmp_path / "stick"
    folder.mkdir()
    saved = manage(data, "backup", str(folder / "friday"))
    assert (saved.returncode, saved.stderr) == (0, "")
    assert paper_in(folder / "friday") == ["Ana 12"]
    assert [file.name for file in folder.iterdir()] == ["friday"]
    no_write_ahead_log = b"\1\1"  # of the header of a SQLite file
    assert (folder / "friday").read_bytes()[18:20] == no_write_ahead_log
    assert (folder / "friday").stat().st_mode & 0o777 == 0o600


def test_a_backup_replaces_a_file_only_if_told_and_never_the_database_itself(
    app, data, tmp_path
):
    write(app, "Ana 12")
    file = tmp_path / "friday"
    file.write_text("somebody's letter")
    for to, said in (
        ([str(file)], "--force"),
        ([str(data / "db.sqlite3"), "--force"], ""),
        ([str(tmp_path / "gone" / "friday")], "No backup was made"),
    ):
        refused = manage(data, "backup", *to)
        assert (refused.returncode, said in refused.stderr) == (1, True)
    refused = manage(tmp_path / "new", "backup", str(tmp_path / "new-friday"))
    assert (refused.returncode, "There is no database yet" in refused.stderr) == (
        1,
        True,
    )
    assert (file.read_text(), paper(app)) == ("somebody's letter", ["Ana 12"])
    assert manage(data, "backup", str(file), "--force").returncode == 0
    assert paper_in(file) == ["Ana 12"]


def test_a_restored_database_is_what_the_app_reads_next_and_the_old_one_is_kept(
    app, data, tmp_path
):
    write(app, "Ana 12")
    manage(data, "backup", str(tmp_path / "friday"))
    write(app, "Luis 60")
    restored = manage(data, "restore", str(tmp_path / "friday"))
    assert (restored.returncode, restored.stderr) == (0, "")
    [kept] = data.glob("before-restore-*.sqlite3")
    assert (str(kept) in restored.stdout, paper_in(kept)) == (
        True,
        ["Ana 12", "Luis 60"],
    )
    assert paper(app) == ["Ana 12"]
    write(app, "Eva 0")
    assert paper_in(data / "db.sqlite3") == ["Ana 12", "Eva 0"]
    # to another machine
    moved = manage(tmp_path / "new", "restore", str(tmp_path / "friday"))
    assert (moved.returncode, moved.stderr) == (0, "")
    assert paper_in(tmp_path / "new" / "db.sqlite3") == ["Ana 12"]


def test_a_restore_that_fails_puts_the_database_back(app, data, tmp_path):
    write(app, "Ana 12")
    file = tmp_path / "friday"
    with closing(sqlite3.connect(file)) as copy:
        app.backup(copy)
    # what is there already cannot be migrated to
    change(file, "DELETE FROM django_migrations WHERE name NOT LIKE '0001%'")
    write(app, "Luis 60")
    refused = manage(data, "restore", str(file))
    assert (refused.returncode, "Nothing was restored" in refused.stderr) == (1, True)
    assert paper(app) == ["Ana 12", "Luis 60"]


def test_a_damaged_database_is_saved_as_no_backup(data, tmp_path):
    a_damaged_copy(data / "db.sqlite3")
    with pytest.raises(CommandError, match="damaged"):
        save_copy(data / "db.sqlite3", tmp_path / "friday")
    assert not (tmp_path / "friday").exists()


def a_letter(file):
    file.write_text("Querida Ana:\n" * 100)


def another_apps_database(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE paper (line TEXT)")


def a_later_versions_database(file):
    change(
        file,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scores', '9999_later', '2031-01-01')",
    )


def change(file, statement):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def a_damaged_copy(file):
    pages = bytearray(file.read_bytes())
    pages[4096 : 3 * 4096] = b"\xa5" * (2 * 4096)
    file.write_bytes(pages)


NONSENSE = {
    a_letter: "cannot be read as a SQLite database",
    another_apps_database: "is not a database of Reenganche",
    a_later_versions_database: "made by a later version",
    a_damaged_copy: "damaged",
}


@extent.by_night("corners of operators")
def test_nonsense_is_not_restored_and_changes_nothing(app, data, tmp_path):
    write(app, "Ana 12")
    saved = tmp_path / "friday"
    file = tmp_path / "nonsense"
    manage(data, "backup", str(saved))
    before = sorted(path.name for path in data.iterdir())
    for make, why in NONSENSE.items():
        shutil.copy(saved, file)
        make(file)
        with pytest.raises(CommandError, match=why):
            refuse_to_restore(file, data / "db.sqlite3")
    with pytest.raises(CommandError, match="does not exist"):
        refuse_to_restore(tmp_path / "gone", data / "db.sqlite3")
    with pytest.raises(CommandError, match="is the database in use"):
        refuse_to_restore(data / "db.sqlite3", data / "db.sqlite3")
    refused = manage(data, "restore", str(file))
    assert (refused.returncode, refused.stderr.startswith("CommandError: ")) == (
        1,
        True,
    )
    assert (paper(app), sorted(path.name for path in data.iterdir())) == (
        ["Ana 12"],
        before,
    )


@extent.by_night("corners of operators")
def test_on_postgresql_its_own_tools_are_named(tmp_path):
    nowhere = "postgresql://nobody@localhost/none"
    file = str(tmp_path / "friday")
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        refused = manage(tmp_path, command, file, DATABASE_URL=nowhere)
        assert (refused.returncode, tool in refused.stderr) == (1, True)
