import gc
import os
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck, Phase, settings as properties
from playwright.sync_api import (
    expect,
    sync_playwright,
)

from scores.core.access import rate_limits
from tests.browser.support.phones import PhonePool, listen
from tests.support import chromium, extent, servers
from tests.support.servers import PLAIN, POLL_MS

# Playwright's event loop runs in the tests' own thread; Django would take our plain code for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

BROWSER_TESTS = Path(__file__).parent / "browser"


# Of Hypothesis: fixed examples in CI, elsewhere new ones. A slow machine fails nothing.
PROFILE = "long" if extent.TIMES >= 1 else "daily"
properties.register_profile(
    PROFILE,
    max_examples=round(60 * extent.TIMES),
    deadline=None,
    derandomize=extent.IN_CI,
    suppress_health_check=[HealthCheck.too_slow],
    # For a mutant (`make mutants`) a failure is enough; the smallest example would take minutes.
    phases=(Phase.explicit, Phase.generate) if extent.FOR_A_MUTANT else tuple(Phase),
    report_multiple_bugs=not extent.FOR_A_MUTANT,
)
properties.load_profile(PROFILE)

LONG = 5  # seconds; a test of the day that takes longer has the mark `long`


def pytest_addoption(parser):
    parser.addoption(
        "--shuffle", type=int, metavar="SEED", help="run the tests in a random order"
    )
    parser.addoption(
        "--pictures",
        type=Path,
        metavar="FOLDER",
        help="take a picture of each page that tests/browser/test_pages.py walks",
    )


def pytest_configure():
    """Before pytest-xdist starts its workers, so that they all share one directory."""
    servers.shared()


def pytest_collection_modifyitems(config, items):
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
    by_night = [item for item in items if item.get_closest_marker("by_night")]
    for item in by_night:
        item.add_marker("long")
    if not extent.WHOLE:
        config.hook.pytest_deselected(items=by_night)
        items[:] = [item for item in items if item not in by_night]
    seed = config.getoption("--shuffle")
    if seed is None:
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        items[:] = [item for share in _shares(items, workers) for item in share]
    else:
        Random(seed).shuffle(items)


def _shares(items, workers):
    """What each worker begins with, all of one size. The long ones come first: otherwise one worker would
    still have its last when the others have nothing left. Those of a file go to one worker, which prepares
    once what they share."""
    short = [item for item in items if not item.get_closest_marker("long")]
    files = defaultdict(list)
    for item in items:
        if item.get_closest_marker("long"):
            files[item.path].append(item)
    shares = [[] for _worker in range(workers)]
    for long in sorted(files.values(), key=len, reverse=True):
        min(shares, key=len).extend(long)
    size = -(-len(items) // workers)
    for share in shares:
        room = max(0, size - len(share))
        yield share + short[:room]
        del short[:room]


def pytest_collection_finish():
    """Leave out of every later garbage collection what the tests have imported: a sixth of the processor."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter):
    """Print what tests measured (record_property), what took too long, and what only `make nightly` runs."""
    done = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    for name, value in [
        measured for report in done for measured in report.user_properties
    ]:
        terminalreporter.write_line(f"{name}: {value}")
    for report in done:
        if report.duration > LONG and "long" not in report.keywords:
            terminalreporter.write_line(
                f"Over {LONG} s without the mark `long`: {report.nodeid}"
            )
    for line in extent.notes_about([report.nodeid for report in done]):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests(tmp_path_factory):
    """Static files by their own names, straight from static/, whatever was collected before. What one phone
    writes the others show at once, and no test waits for it."""
    storages = {**settings.STORAGES, "staticfiles": PLAIN}
    collected = tmp_path_factory.mktemp("static")
    with override_settings(STORAGES=storages, STATIC_ROOT=collected, POLL_MS=POLL_MS):
        yield


@pytest.fixture(autouse=True)
def nobody_came_before():
    """All tests come from one address; the links that one opened are not held against the next."""
    rate_limits.read_counts.reset()


@pytest.fixture(autouse=True)
def spanish():
    """The language of a request stays active in its thread; the next test does not begin in it."""
    with translation.override("es"):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, tmp_path_factory
):
    """SQLite in a file, as in the app: in memory all threads of live_server would share one transaction.
    No test cuts the power, so none waits for the disk."""
    if connection.vendor == "sqlite":
        options = connection.settings_dict["OPTIONS"]
        options["init_command"] += "PRAGMA synchronous=OFF;"
        connection.settings_dict["TEST"]["NAME"] = str(
            tmp_path_factory.mktemp("db") / "test.sqlite3"
        )


@pytest.fixture(scope="session")
def program():
    """The Chromium to use, looked for before Playwright runs: it may be asked for its own."""
    return chromium.find()


@pytest.fixture(scope="session")
def playwright(program):
    with sync_playwright() as found:
        yield found


MOST_WAIT_MS = 90_000
"""A slow machine must not fail a test: three times what Playwright waits for a page by itself."""
expect.set_options(timeout=MOST_WAIT_MS)


@pytest.fixture(scope="session")
def browser(playwright, program):
    if program is None:
        extent.lacks(chromium.MISSING)
    with playwright.chromium.launch(
        executable_path=program, args=chromium.ALONE
    ) as found:
        found.on("context", lambda made: made.set_default_timeout(MOST_WAIT_MS))
        yield found


@pytest.fixture(scope="session")
def pool(browser, live_server):
    return PhonePool(browser, live_server.url)


@pytest.fixture
def phone(pool):
    """Take up a phone, each with its own cookies: phone(), phone(360, 640, color_scheme="dark").

    Further options are those of Playwright's new_context; `page.context` is that context. Addresses are
    relative to the test server: page.goto("/"). The test fails if a page's script failed or the content
    security policy stopped something.
    """
    contexts = []
    complaints = []

    def take_up(width=390, height=844, **options):
        contexts.append(pool.take(width, height, **options))
        page = contexts[-1].new_page()
        listen(page, complaints)
        return page

    yield take_up
    heard = [*complaints]
    for context in contexts:
        pool.give_back(context)
    assert heard == []


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """End what threads of the test server still hold, because PostgreSQL drops no database in use."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
