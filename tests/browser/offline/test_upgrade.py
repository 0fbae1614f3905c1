"""A server that was upgraded while a phone had no signal: another engine, and documents of another format."""

import shutil

import pytest

from tests.browser.offline.test_evening import FIRST, NAMES, SECOND
from tests.browser.support.pocket import (
    can_do_without_server,
    comes_back,
    comes_true,
    expect_waiting,
    log,
)
from tests.browser.support.steps import expect_hidden, tap
from tests.support import extent
from tests.support.line import line_to
from tests.support.servers import ALONE, ROOT, free_port, serving
from tests.support.wire import Phone

IS_NEWER = """async ([store, code]) => {
  const { document } = (await (await import(store)).read(code)) ?? {};
  return document?.format === 2;
}"""

pytestmark = pytest.mark.long


def deploy(folder):
    """A newer version of the app, whose engine reads only documents of its own format."""
    ignored = (
        ".git",
        ".venv*",
        "var",
        "node_modules",
        "__pycache__",
        ".*_cache",
        "screens",
        "tests",
    )
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*ignored))
    for name in ("scores/table/board/document.py", "phone/runtime/match_document.py"):
        file = folder / name
        text = file.read_text()
        assert "\nFORMAT = 1" in text
        file.write_text(text.replace("\nFORMAT = 1", "\nFORMAT = 2"))


@extent.by_night("signal")
def test_hands_go_up_once_and_engine_and_documents_are_replaced(pocket, tmp_path):
    port = free_port()
    newer = tmp_path / "newer"
    deploy(newer)
    with line_to(port) as line:
        with serving(tmp_path / "data", port=port, **ALONE) as app:
            wire = Phone(port)
            first = wire.start("Rosa", "Paco")
            shown = wire.start(*NAMES)
            table = pocket(line).continues(wire, first)
            can_do_without_server(table.page, app, 0)
            table.page.goto(shown)
            can_do_without_server(table.page, app, 0)
            line.cut()
            table.scores(0, "clean", {1: 23, 2: 7})
            table.scores(1, "knock-3", {0: 12, 2: 8})
            expect_waiting(table.page, 2)
        with serving(tmp_path / "data", port=port, root=newer, **ALONE) as app:
            comes_back(line, table.page)
            goes_on_with_newer(table, app, first)
            line.cut()
            table.scores(0, "clean", {1: 1, 2: 2})
            table.expect_totals(-8, 27, 17)
            table.page.goto(first)
            table.expect_totals(0, 0)


def goes_on_with_newer(table, app, first):
    """What waited is there once; engine and documents are those of the newer version."""
    page = table.page
    shown = table.page.url
    expect_waiting(page, 0)
    table.expect_totals(2, 26, 15)
    tap(page, "#newer")
    expect_hidden(page, "#newer")
    assert log(page, shown) == [FIRST, SECOND]
    page.goto(shown)
    can_do_without_server(page, app, 2)
    for address in (shown, first):  # the first has not been opened since
        comes_true(
            page, IS_NEWER, [app.static("js/sync/store.js"), address.split("/")[-2]]
        )
