"""Polls of those who only watch come from a read replica, and never show them an older board."""

from __future__ import annotations

import re

import pytest

from tests.support import extent
from tests.support.replica import asked, frozen, has_caught_up, is_used, number, seated, with_replica
from tests.support.wire import Phone
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import programs

pytestmark = [
    extent.by_night("replica"),
    pytest.mark.long,
    pytest.mark.skipif(not programs(), reason="*** there is no PostgreSQL server to start ***"),
]


def with_number(version: int, tag: str) -> str:
    """The tag of another version, for the same role."""
    return re.sub(r"\d+", str(version), tag, count=1)


def sees_board(watcher: Phone, match: str, tag: str) -> bool:
    return watcher.get(f"{match}pulse/", tag).status == 304


def test_a_replica_that_is_behind_shows_nobody_an_older_board_and_is_left_out(tmp_path):
    """While the primary hangs, watchers see their board, though the replica is late."""
    with with_replica(tmp_path) as (app, primary, standby):
        scorer, watcher, match = seated(app)
        used = app, primary, standby, watcher, match
        wait_until(lambda: is_used(*used), "the replica is used")
        wait_until(lambda: has_caught_up(primary, standby), "the replica has everything")
        first = watcher.get(f"{match}pulse/").tag
        asked(standby, "SELECT pg_wal_replay_pause()")
        assert scorer.save(match, 1, 30).status == 302
        # Who keeps score reads from the primary, and what the primary has shown stays.
        newer = number(scorer.get(f"{match}pulse/").tag)
        newest = with_number(newer, first)
        assert (newer > number(first), sees_board(watcher, match, newest)) == (True, True)
        # The replica is noticed to be late: the watcher gets the new board from the primary.
        wait_until(lambda: number(watcher.get(f"{match}pulse/", first).tag) == newer, "it is left out")
        assert not is_used(*used)
        with frozen(primary):
            wait_until(lambda: sees_board(watcher, match, newest), "the late replica answers")
        asked(standby, "SELECT pg_wal_replay_resume()")
        wait_until(lambda: is_used(*used), "the replica is used again")
        with frozen(primary):
            assert sees_board(watcher, match, newest)


def test_a_replica_that_is_frozen_or_gone_is_left_out(tmp_path):
    with with_replica(tmp_path) as (app, primary, standby):
        scorer, watcher, match = seated(app)
        wait_until(lambda: is_used(app, primary, standby, watcher, match), "the replica is used")
        old = with_number(0, watcher.get(f"{match}pulse/").tag)
        with frozen(standby):
            assert watcher.get(f"{match}pulse/", old).status == 200
        standby.kill()
        assert scorer.save(match, 1, 30).status == 302
        assert watcher.get(f"{match}pulse/", old).status == 200
