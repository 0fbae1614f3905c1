"""Two servers share only a database and two keys, and phones notice no difference.

With TEST_DATABASE_URL two machines with a data directory each and one PostgreSQL; otherwise two servers on
one machine with SQLite.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest

from tests.scores.support.table import form
from tests.site.test_move_to import SERVER, migrated, new_database
from tests.site.test_settings import PUBLIC
from tests.support import extent
from tests.support.servers import ALONE, Served, serving
from tests.support.wire import Phone

FILE = (Path(__file__).parents[1] / "scores/transfer/circle.jsonl").read_text(
    encoding="utf-8"
)
KEYS = {name: value for name, value in PUBLIC.items() if name.endswith("_KEY")}


@contextmanager
def machines(
    folder: Path, like: str = ""
) -> Iterator[list[tuple[Path, dict[str, str]]]]:
    """Two machines, not started yet: data directory and environment of each.

    Their database is a copy of `like`; a migrated one by default.
    """
    with new_database(like or migrated()) if SERVER else nullcontext("") as there:
        own = [folder / "a", folder / "b"] if SERVER else [folder] * 2
        yield [(data, {**ALONE, **KEYS, "DATABASE_URL": there}) for data in own]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    with machines(tmp_path_factory.mktemp("machines")) as found, ExitStack() as running:
        first, second = (
            running.enter_context(serving(data, **environment))
            for data, environment in found
        )
        yield first, second


@pytest.mark.long
@extent.by_night("several machines")
def test_what_is_saved_at_one_is_seen_at_the_other_which_takes_its_links_and_forms(
    pair,
):
    here, there = pair
    phone = Phone(here.port)
    other = Phone(there.port)
    match = phone.start("Ana", "Luis")
    seen = phone.get(f"{match}pulse/")
    assert phone.get(f"{match}pulse/", seen.tag).status == 304
    assert other.post(phone.link(match, "score")).location == match
    drawn = form(other.get(match), "Guardar").fields
    typed = {"closer": 1, "close": "clean", "deadwood_0": 7}
    assert other.at(here.port).post(f"{match}hand/", **{**drawn, **typed}).status == 302
    assert other.post(f"{match}undo/", seq=1, client_key="undo").status == 302
    assert phone.at(there.port).save(match, 2, 12).status == 302
    board = phone.get(f"{match}pulse/", seen.tag)
    assert (board.status, form(board, "Guardar").fields["seq"]) == (200, "3")
    assert phone.at(there.port).get(f"{match}pulse/", board.tag).status == 304


@extent.by_night("several machines")
def test_a_rematch_of_one_is_in_what_the_other_gives_away(pair):
    here, there = pair
    phone = Phone(here.port)
    match = phone.start("Ana", "Luis")
    again = phone.at(there.port).post(f"{match}rematch/").location
    assert phone.post(f"{match}rematch/").location == again
    circle = re.search(r"/c/\w+/", phone.get("/").text)[0]
    lines = phone.at(there.port).get(f"{circle}export/").text.splitlines()
    assert sum("match" in json.loads(line) for line in lines) == 2


@extent.by_night("several machines")
def test_a_file_looked_at_by_one_machine_is_brought_in_by_the_other(pair):
    here, there = pair
    phone = Phone(here.port)
    looked_at = phone.post("/import/", text=FILE)
    brought = phone.at(there.port).post("/import/", **form(looked_at, "Traerlo").fields)
    assert (looked_at.status, brought.status, phone.get(brought.location).status) == (
        200,
        302,
        200,
    )


@pytest.mark.long
@pytest.mark.skipif(not SERVER, reason="*** TEST_DATABASE_URL is not set ***")
def test_machines_that_are_switched_on_together_make_the_tables_once(tmp_path):
    def start(machine: tuple[Path, dict[str, str]]) -> int:
        data, environment = machine
        with serving(data, **environment) as app:
            return Phone(app.port).get("/readyz").status

    with (
        machines(tmp_path, like="template1") as found,
        ThreadPoolExecutor() as starting,
    ):
        assert list(starting.map(start, found * 2)) == [200] * 4
