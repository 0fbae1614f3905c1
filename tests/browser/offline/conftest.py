"""Phones that were here before: to install the app and to read the engine is half of a short test."""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.support.pocket import Pocket
from tests.support.line import line_to

FORGETS = """async () => {
  const names = await caches.keys();
  for (const name of names.filter((name) => /^(pages|shared)/.test(name))) await caches.delete(name);
}"""


@dataclass
class UsedPocket(Pocket):
    """It has the worker with its files and the engine of an earlier test, and nothing of anybody."""

    idle: list[BrowserContext] = field(default_factory=list)

    def _started(self):
        return self.idle.pop() if self.idle else super()._started()

    def closes(self):
        if self.context is None:
            return
        for page in self.context.pages:
            page.close()
        self.context.clear_cookies()
        self.context.remove_listener("weberror", self.hears)
        page = self.context.new_page()
        page.goto("/robots.txt")
        page.evaluate(FORGETS)
        rest = {"origin": self.line.url, "storageTypes": "indexeddb,local_storage"}
        self.context.new_cdp_session(page).send("Storage.clearDataForOrigin", rest)
        page.close()
        self.idle.append(self.context)
        self.context = None


@pytest.fixture(scope="session")
def whole_line(app):
    with line_to(app.port) as line:
        yield line


@pytest.fixture
def line(whole_line):
    """At the same address in all tests."""
    yield whole_line
    whole_line.mend()


@pytest.fixture(scope="session")
def idle():
    return []


@pytest.fixture
def pocket(pocket, browser, line, idle):
    """Take up a phone that was here before; `is_new`, or with anything else about it, one that was not."""
    used = []

    def take_up(*on, is_new=False, **more):
        if is_new or on or more:
            return pocket(*on, **more)
        used.append(UsedPocket(browser, "", None, line, idle=idle))
        return used[-1]

    yield take_up
    line.mend()
    for one in used:
        one.closes()
    assert [said for one in used for said in one.complaints] == []
