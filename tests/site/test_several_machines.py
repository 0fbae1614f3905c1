"""Two servers share only a database and two keys, and phones notice no difference.

With TEST_DATABASE_URL two machines with a data directory each and one PostgreSQL; otherwise two servers on
one machine with SQLite.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.scores.support.table import form
from tests.site.test_move_to import SERVER, migrated, new_database
from tests.site.test_settings import PUBLIC
from tests.support import extent
from tests.support.servers import ALONE, serving
from tests.support.wire import Phone

FILE = (Path(__file__).parents[1] / "scores/transfer/circle.jsonl").read_text(
    encoding="utf-8"
)
KEYS = {name: value for name, value in PUBLIC.items() if name.endswith("_KEY")}


@contextmanager
def machines(folder, like=""):
    """Two machines, not started yet: data directory and environment of each.

    Their database is a copy of `like`; a migrated one by default.
    """
    with new_database(like or migrated()) if SERVER else nullcontext("") as there:
        own = [folder / "a", folder / "b"] if SERVER else [folder] * 2
        yield [(data, {**ALONE, **KEYS, "DATABASE_URL": there}) for data in own]


@extent.by_night("several machines")
def test_what_is_saved_at_one_is_seen_at_the_other_which_takes_its_links_and_files(
    tmp_path,
):
    with machines(tmp_path) as found, ExitStack() as running:
        here, there = (
            running.enter_context(serving(data, **environment)).port
            for data, environment in found
        )
        phone = Phone(here)
        match = phone.start("Ana", "Luis")
        plays_at_both(phone, match, Phone(there))
        again = phone.at(there).post(f"{match}rematch/").location
        assert phone.post(f"{match}rematch/").location == again
        lines = phone.at(there).get(f"{phone.group}export/").text.splitlines()
        assert sum("match" in json.loads(line) for line in lines) == 2
        fields = form(phone.post("/import/", text=FILE), "Traerlo").fields
        brought = phone.at(there).post("/import/", **fields)
        assert (brought.status, phone.get(brought.location).status) == (302, 200)


def plays_at_both(phone, match, other):
    """The other phone is at the other machine."""
    seen = phone.get(f"{match}pulse/")
    assert phone.get(f"{match}pulse/", seen.tag).status == 304
    assert other.post(phone.link(match, "score")).location == match
    drawn = form(other.get(match), "Guardar").fields
    typed = {"closer": 1, "close": "clean", "deadwood_0": 7}
    sent = other.at(phone.port).post(f"{match}hand/", **{**drawn, **typed})
    assert sent.status == 302
    assert other.post(f"{match}undo/", seq=1, client_key="undo").status == 302
    assert phone.at(other.port).save(match, 2, 12).status == 302
    board = phone.get(f"{match}pulse/", seen.tag)
    assert (board.status, form(board, "Guardar").fields["seq"]) == (200, "3")
    assert phone.at(other.port).get(f"{match}pulse/", board.tag).status == 304


@pytest.mark.long
@pytest.mark.skipif(not SERVER, reason="*** TEST_DATABASE_URL is not set ***")
def test_machines_that_are_switched_on_together_make_the_tables_once(tmp_path):
    def start(machine):
        data, environment = machine
        with serving(data, **environment) as app:
            return Phone(app.port).get("/readyz").status

    with (
        machines(tmp_path, like="template1") as found,
        ThreadPoolExecutor() as starting,
    ):
        assert list(starting.map(start, found * 2)) == [200] * 4
