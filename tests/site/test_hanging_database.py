"""A database that hangs: saves that wait for a replica, a frozen server, lines that no replica has.

On a PostgreSQL of its own, because the settings concern the whole server.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.site.test_trouble import BOTH_HANDS, TOLD, again, is_told, stored
from tests.support import extent
from tests.support.servers import ALONE, free_port, manage, serving
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import a_server, programs

pytestmark = [
    extent.by_night("trouble"),
    pytest.mark.skipif(
        not programs(), reason="*** there is no PostgreSQL server to start ***"
    ),
]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture(scope="module")
def migrated_server(tmp_path_factory):
    with a_server() as server:
        data = tmp_path_factory.mktemp("migrated")
        assert manage(data, "migrate", "-v0", DATABASE_URL=server.url).returncode == 0
        yield server


@pytest.fixture
def server(migrated_server):
    yield migrated_server
    set_replica(migrated_server, "")


def set_replica(server, name):
    """Let commits wait for the replica `name`; there is none, so with a name they wait for ever."""
    server.asked(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    server.asked("SELECT pg_reload_conf()")
    wait_until(
        lambda: server.asked("SHOW synchronous_standby_names") == [(name,)],
        "PostgreSQL reads its settings",
    )


def ready(phone):
    """What /readyz answers, although what it asks would wait for ever."""
    answer = phone.get("/readyz")
    return answer.status, answer.text.strip()


def seen(phone, match):
    """The statuses of pages that only read."""
    return {phone.get(path).status for path in (match, f"{match}pulse/", "/")}


@pytest.fixture
def table(server, tmp_path):
    """A phone of the served app, and its match."""
    with serving(tmp_path, **ALONE, DATABASE_URL=server.url) as app:
        phone = Phone(app.port)
        yield phone, phone.start("Ana", "Luis")


def test_while_saves_hang_boards_are_seen_and_then_all_goes_on(server, table, tmp_path):
    phone, match = table
    assert phone.save(match, 0, 12).status == 302
    set_replica(server, "nobody")
    with ThreadPoolExecutor(8) as phones:
        saves = [phones.submit(again, phone, match) for _thread in range(8)]
        wait_until(
            lambda: server.asked(WAITING) >= [(1,)], "a save waits for its replica"
        )
        assert seen(phone, match) == {200}
        assert ready(phone)[0] == 503
        assert {is_told(save.result()) for save in saves} == {TOLD}
    # What was given up is not cancelled, and retries do not add to it.
    held = server.asked(WAITING)
    assert is_told(again(phone, match)) == TOLD
    assert ready(phone) == (503, "the database waits for its replica")
    assert server.asked(WAITING) == held
    set_replica(server, "")
    assert again(phone, match).status == 302
    assert ready(phone) == (200, "ok")
    assert stored(tmp_path, DATABASE_URL=server.url) == BOTH_HANDS


def test_a_frozen_server_holds_not_all_threads_and_then_all_goes_on(server, table):
    phone, match = table
    with server.frozen(), ThreadPoolExecutor(8) as phones:
        looks = [phones.submit(phone.get, match) for _thread in range(8)]
        assert ready(phone) == (503, "the database hangs")
        assert {look.result().status for look in looks} == {503}
        assert ready(phone)[0] == 503
    wait_until(lambda: ready(phone) == (200, "ok"), "it is ready again")
    assert phone.save(match, 0, 12).status == 302


def test_a_hand_is_not_called_saved_or_stale_by_a_line_that_no_replica_has(
    server, table
):
    phone, match = table
    set_replica(server, "nobody")
    phone.patience = 1
    with pytest.raises(TimeoutError):
        phone.save(match, 0, 12, key="first")
    server.kill()
    server.start()  # recovers: the line is visible, and on this machine alone
    phone.patience = 60
    assert server.asked("SELECT seq FROM scores_entry ORDER BY id DESC LIMIT 1") == [
        (0,)
    ]
    for key in ("first", "of another phone"):
        assert phone.save(match, 0, 12, key=key).status == 503
    set_replica(server, "")
    assert phone.save(match, 0, 12, key="first").status == 302
    assert phone.save(match, 0, 12, key="of another phone").status == 409


def test_a_standby_serves_boards_if_it_lacks_nothing_and_else_does_not_start(
    server, table, tmp_path
):
    """A standby is a server that takes no writes."""
    phone, match = table
    standby = f"{server.url}?options=-c%20default_transaction_read_only%3Don"
    with serving(tmp_path, **ALONE, DATABASE_URL=standby) as app:
        phone = phone.at(app.port)
        assert seen(phone, match) == {200}
        assert ready(phone) == (503, "the database is read-only")
        assert is_told(phone.save(match, 0, 77)) == TOLD
    server.asked("CREATE DATABASE empty")
    empty = standby.replace("/postgres?", "/empty?")
    refused = manage(tmp_path, "serve", "--port", str(free_port()), DATABASE_URL=empty)
    assert refused.returncode == 1
    assert refused.stderr.startswith(
        "CommandError: La base de datos es una réplica de solo lectura"
    )
    # By the direct address it is migrated, whatever the address of the app is.
    direct = server.url.replace("/postgres", "/empty")
    with serving(
        tmp_path, **ALONE, DATABASE_URL=empty, REENGANCHE_DIRECT_URL=direct
    ) as app:
        assert ready(Phone(app.port)) == (503, "the database is read-only")
