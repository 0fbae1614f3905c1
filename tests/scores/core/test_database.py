"""A read-only SQLite file; tests/site/test_trouble.py tries it with a server."""

from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.http import HttpResponse

from scores.core.database import ReadOnlyFileMiddleware, is_read_only


def connection_to(address):
    settings = connections["default"].settings_dict
    return DatabaseWrapper({**settings, "NAME": str(address), "OPTIONS": {}}, "another")


def is_open_after_a_request(monkeypatch, address):
    """Whether a connection to the file is still open when the answer goes out."""
    connection = connection_to(address)
    monkeypatch.setitem(connections.settings, "another", connection.settings_dict)
    connections["another"] = connection
    try:
        ReadOnlyFileMiddleware(lambda _request: connection.connect() or HttpResponse())(
            None
        )
        return connection.connection is not None
    finally:
        connection.close()
        del connections["another"]


def test_a_connection_to_a_read_only_file_is_closed_before_the_answer_goes_out(
    tmp_path, monkeypatch
):
    file = tmp_path / "db.sqlite3"
    file.touch()
    assert is_open_after_a_request(monkeypatch, f"file:{file}?mode=rw")
    assert not is_open_after_a_request(monkeypatch, f"file:{file}?mode=ro")


def test_to_ask_inside_a_transaction_takes_nothing_back(tmp_path):
    connection = connection_to(tmp_path / "db.sqlite3")
    try:
        connection.set_autocommit(False)
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("CREATE TABLE hand (points)")
            assert not is_read_only(connection)
            assert cursor.execute("SELECT count(*) FROM hand").fetchone() == (0,)
    finally:
        connection.close()
