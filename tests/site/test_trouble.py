"""A full disk, a database that is unreachable or read-only: reported, nothing lost, and recovery without a
restart."""

import os
import resource
import threading
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.site.test_move_to import SERVER, migrated, new_database
from tests.support import extent
from tests.support.line import line_to
from tests.support.servers import ALONE, printed_by, serving
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until

LINES = """
import json
from scores.models import Match
from scores.core.matches.scoresheet import Sheet
sheet = Sheet(Match.objects.get())
totals = [standing.total for standing in sheet.board.standings.values()]
results = list(sheet.match.results.order_by("seat__position").values_list("total", flat=True))
print(json.dumps([[row.seq for row in sheet.rows], totals, results]))
"""
TOLD = (503, True, True)  # see is_told
BOTH_HANDS = [[0, 1], [-20, 89], [-20, 89]]  # see stored
# With these capabilities root may write any file.
MODES = "-dac_override,-dac_read_search"
AS_ROOT = ("setpriv", f"--bounding-set={MODES}", f"--inh-caps={MODES}")
BOUND_BY_MODES = () if os.geteuid() else AS_ROOT
needs_postgresql = pytest.mark.skipif(
    not SERVER, reason="*** TEST_DATABASE_URL is not set ***"
)


@contextmanager
def with_a_hand(data, **how):
    """A served app with a match of one hand, and the phone that keeps its score."""
    with serving(data, **ALONE, **how) as app:
        phone = Phone(app.port)
        match = phone.start("Ana", "Luis")
        assert phone.save(match, 0, 12).status == 302
        yield app, phone, match


def again(phone, match):
    """The answer to the second hand, which is sent until it is saved."""
    return phone.save(match, 1, 77, key="again")


def is_told(answer):
    """The status; whether the page says why nothing was saved; and whether it shows the input."""
    why = (
        "No se ha guardado" in answer.text
        and "no puede leer ni escribir ahora mismo" in answer.text
    )
    return answer.status, why, "Seat 1" in answer.text and "77" in answer.text


def stored(data, **variables):
    """The entries, the totals by the rules, and the totals in the results."""
    return printed_by(LINES, data, **variables)


@contextmanager
def full_disk(app):
    """No file of the app can grow."""
    workers = app.workers
    for worker in workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    for worker in workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_on_a_full_disk_a_hand_is_shown_back_and_the_board_still_seen(tmp_path):
    with with_a_hand(tmp_path) as (app, phone, match):
        with full_disk(app):
            assert is_told(again(phone, match)) == TOLD
            assert phone.get(match).status == 200
            assert (phone.get("/readyz").text, phone.get("/healthz").text) == (
                "the disk is full\n",
                "ok\n",
            )
        assert (
            again(phone, match).status,
            phone.get("/readyz").status,
        ) == (302, 200)
    assert stored(tmp_path) == BOTH_HANDS


def written_by_all(phone, match):
    """The answers of most threads of the app; each thread has its own database connection."""
    return [again(phone, match).status for _time in range(6)]


@extent.by_night("trouble")
def test_a_sqlite_file_of_another_is_told_and_then_it_goes_on_by_itself(tmp_path):
    """For example after root copied the file: the app may only read it. Phones that look meanwhile do not
    keep it read-only: connections of one process share the state of the file."""
    with with_a_hand(tmp_path) as (app, phone, match):
        pass
    (tmp_path / "db.sqlite3").chmod(0o444)
    with serving(tmp_path, port=app.port, **ALONE, under=BOUND_BY_MODES) as app:
        assert is_told(again(phone, match)) == TOLD
        assert set(written_by_all(phone, match)) == {503}
        assert [phone.get(path).status for path in (match, "/readyz", "/healthz")] == [
            200,
            503,
            200,
        ]
        tag = phone.get(f"{match}pulse/").tag
        with ExitStack() as table:
            asked = 4 * [(f"{match}pulse/", tag), (match,)]
            looks = [table.enter_context(looking(phone, *one)) for one in asked]
            wait_until(
                lambda: all(len(look) >= 5 for look in looks),
                "everybody looks again and again",
            )
            for file in tmp_path.glob(
                "db.sqlite3*"
            ):  # those beside it were made with its mode
                file.chmod(0o600)
        assert set(written_by_all(phone, match)) == {302}  # from the first request on
        assert phone.get("/readyz").status == 200
    assert stored(tmp_path) == BOTH_HANDS


@contextmanager
def looking(phone, *asked):
    """Requests a page without pause; collects the statuses."""
    enough = threading.Event()
    answers = []

    def look():
        while not enough.is_set():
            answers.append(phone.get(*asked))

    eyes = threading.Thread(target=look)
    eyes.start()
    try:
        yield answers
    finally:
        enough.set()
        eyes.join()


@pytest.fixture
def there():
    """The address of a database on PostgreSQL."""
    with new_database(like=migrated()) as address:
        yield address


@needs_postgresql
def test_while_postgresql_is_away_a_hand_is_shown_back_and_then_it_goes_on_by_itself(
    there, tmp_path
):
    address = urlsplit(there)
    account = address.netloc.rpartition("@")[0]
    with line_to(address.port or 5432) as line:
        by_line = address._replace(
            netloc=f"{account}@{urlsplit(line.url).netloc}"
        ).geturl()
        with with_a_hand(tmp_path, DATABASE_URL=by_line) as (_app, phone, match):
            line.cut()
            assert is_told(again(phone, match)) == TOLD
            assert set(written_by_all(phone, match)) == {503}
            assert (phone.get("/readyz").status, phone.get("/healthz").status) == (
                503,
                200,
            )
            line.mend()
            assert set(written_by_all(phone, match)) == {302}
            assert phone.get("/readyz").status == 200
    assert stored(tmp_path, DATABASE_URL=there) == BOTH_HANDS


@needs_postgresql
def test_on_a_read_only_postgresql_a_hand_is_shown_back_and_boards_are_seen(
    there, tmp_path
):
    with with_a_hand(tmp_path, DATABASE_URL=there) as (_app, phone, match):
        link = phone.link(match, "score")
        make_read_only(there, "on")
        assert is_told(again(phone, match)) == TOLD
        assert phone.post("/phone/", name="Mío").status == 503
        assert phone.get("/readyz").status == 503
        assert [phone.get(path).status for path in (match, link)] == [200, 200]
        make_read_only(there, "off")
        assert again(phone, match).status == 302
    assert stored(tmp_path, DATABASE_URL=there) == BOTH_HANDS


def make_read_only(there, is_so):
    """Make the database read-only and reopen all connections, as after a failover to a replica."""
    name = urlsplit(there).path[1:]
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(
            f"ALTER DATABASE {name} SET default_transaction_read_only = {is_so}"
        )
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [name],
        )
