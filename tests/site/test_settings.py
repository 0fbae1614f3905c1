"""The settings from environment variables: defaults, keys, and refused values."""

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from django.core.exceptions import ImproperlyConfigured

from chinchon_site import environment
from tests.support.servers import manage, printed_by

A_KEY = "".join(chr(33 + n) for n in range(60))
PUBLIC = {
    "REENGANCHE_HTTPS": "1",
    "REENGANCHE_HOSTS": "mesa.example.org",
    "REENGANCHE_SECRET_KEY": A_KEY,
    "REENGANCHE_LINK_KEY": A_KEY[::-1],
}
SHOW = """
import json
from django.conf import settings
print(json.dumps([getattr(settings, name) for name in {}], default=str))
"""


def settings(data, *names, **variables):
    """The values of these settings in a new process."""
    return printed_by(SHOW.format(names), data, **variables)


def test_at_home_nothing_need_be_set_and_sqlite_keeps_what_it_took_and_nothing_else(
    tmp_path,
):
    names = (
        "DEBUG",
        "ALLOWED_HOSTS",
        "SECURE_SSL_REDIRECT",
        "TIME_ZONE",
        "LANGUAGE_CODE",
        "POLL_MS",
    )
    *found, databases = settings(tmp_path, *names, "DATABASES")
    assert found == [
        False,
        ["localhost", "127.0.0.1", "[::1]", ".local"],
        False,
        "Europe/Madrid",
        "es",
        1500,
    ]
    options = databases["default"]["OPTIONS"]
    assert databases["default"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]
    assert "mmap" not in options["init_command"]  # never maps memory
    with closing(sqlite3.connect(tmp_path / "empty")) as database:
        database.executescript(f"PRAGMA secure_delete=OFF; {options['init_command']}")
        assert database.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_at_home_both_keys_are_made_once_and_kept_for_their_owner_alone(tmp_path):
    first = settings(tmp_path, "SECRET_KEY", "LINK_KEY")
    assert settings(tmp_path, "SECRET_KEY", "LINK_KEY") == first
    assert first[0] != first[1]
    files = [
        tmp_path / "secrets" / name
        for name in ("reenganche_secret_key", "reenganche_link_key")
    ]
    assert [file.read_text() for file in files] == first
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]


def test_starts_at_the_same_moment_agree_on_the_key(tmp_path):
    together = Barrier(8)

    def start(directory):
        together.wait()
        return environment.key("REENGANCHE_LINK_KEY", directory)

    with ThreadPoolExecutor(8) as starters:
        for attempt in range(20):
            found = set(starters.map(start, [tmp_path / str(attempt)] * 8))
            assert len(found) == 1


def test_a_public_site_passes_djangos_check_and_sends_cookies_over_https_only(
    tmp_path,
):
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PUBLIC)
    assert (checked.returncode, checked.stderr) == (0, "")
    names = (
        "CSRF_COOKIE_SECURE",
        "LANGUAGE_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
    )
    assert settings(tmp_path, *names, **PUBLIC) == [True, True, True, 30 * 24 * 3600]


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (
            {"REENGANCHE_SECRET_KEY": ""},
            "needs REENGANCHE_SECRET_KEY in the environment",
        ),
        ({"REENGANCHE_LINK_KEY": ""}, "needs REENGANCHE_LINK_KEY in the environment"),
        ({"REENGANCHE_LINK_KEY": A_KEY}, "must be two different keys"),
        ({"REENGANCHE_DEBUG": "1"}, "never on a public site"),
    ],
)
def test_a_public_site_does_not_start_without_two_keys_or_with_what_opens_it(
    odd, why, tmp_path
):
    refused = manage(tmp_path, "check", **{**PUBLIC, **odd})
    assert (refused.returncode, why in refused.stderr) == (1, True)
    assert not (tmp_path / "secrets").exists()


def test_an_android_app_is_a_package_and_a_fingerprint(tmp_path):
    fingerprint = ":".join(["1A"] * 32)
    app = {"REENGANCHE_ANDROID_APP": f"org.example.mesa@{fingerprint}"}
    assert settings(tmp_path, "ANDROID_APP", **app) == [
        ["org.example.mesa", fingerprint]
    ]
    refused = manage(tmp_path, "check", REENGANCHE_ANDROID_APP="org.example.mesa")
    assert "write org.example.app@ and 32 bytes" in refused.stderr


def test_a_database_url_means_postgresql_and_servers_are_tried_until_one_is_writable(
    tmp_path,
):
    url = "postgresql://ana:s%40l@10.0.0.1:5432,10.0.0.2:6432/mesa?sslmode=require&connect_timeout=3"
    [databases] = settings(tmp_path, "DATABASES", DATABASE_URL=url)
    found = databases["default"]
    expected = {
        "ENGINE": "chinchon_site.database",
        "HOST": "10.0.0.1,10.0.0.2",
        "PORT": "5432,6432",
        "NAME": "mesa",
        "USER": "ana",
        "PASSWORD": "s@l",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
    options = {
        "target_session_attrs": "read-write",
        "sslmode": "require",
        "connect_timeout": "3",
    }
    assert found == {**found, **expected, "OPTIONS": {**found["OPTIONS"], **options}}


ODD = [  # what reads it, with what else, and values that it refuses
    (environment.flag, (), ("maybe", "2")),
    (environment.whole_number, (0,), ("-5", "1h")),
    (environment.whole_number, (2, 1), ("0",)),
    (environment.hosts, ("",), ("https://mesa.example", "mesa.example:8000")),
    (environment.web_addresses, (), ("192.168.1.7:8000",)),
    (environment.origins, (), ("mesa.example", "https://mesa.example/path")),
    (environment.time_zone, ("",), ("Europe/Chinchon", "/etc/passwd")),
    (
        environment.postgresql,
        (),
        (
            "mysql://ana:hush@host/mesa",
            "postgresql://ana:hush@ss[@host/mesa",
            "postgresql://ana@host/mesa?colour=red",
        ),
    ),
    (environment.data_directory, (Path(),), ("/dev/null/data",)),
    (environment.key, (None,), ("x" * 60, A_KEY[:49])),
    (environment.optional_key, (), ("prometheus",)),
]


@pytest.mark.parametrize(("read", "more", "values"), ODD)
def test_an_odd_value_is_refused_by_name_and_no_password_is_shown(
    read, more, values, monkeypatch
):
    for value in values:
        monkeypatch.setenv("REENGANCHE_ODD", value)
        with pytest.raises(ImproperlyConfigured, match=r"^REENGANCHE_ODD ") as refusal:
            read("REENGANCHE_ODD", *more)
        assert "hush" not in str(refusal.value)


def test_yes_and_no_can_be_said_in_several_ways(monkeypatch):
    for value, said in (("1", True), ("Yes", True), ("off", False), ("", False)):
        monkeypatch.setenv("REENGANCHE_ODD", value)
        assert environment.flag("REENGANCHE_ODD") is said
    assert environment.flag("REENGANCHE_UNSET", "1")
