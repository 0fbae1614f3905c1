"""Phones that one test after another takes up.

A browser page of its own is most of what a short test costs: a process that starts, and every script compiled
anew. So a phone that is done with is wiped and lies there for the next test, unless something was done to it
that wiping does not undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Page

SAVES_DATA = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })"
MOST = 4  # phones that lie there: each is a process
# What a page or its context would go on doing in the next test.
LASTING = ("add_init_script", "expose_binding", "expose_function", "on", "once", "route", "route_from_har")
LASTING += ("route_web_socket", "set_default_timeout", "set_default_navigation_timeout", "close")
OF_PAGE = (*LASTING, "emulate_media", "set_extra_http_headers", "set_viewport_size", "add_locator_handler")
OF_CONTEXT = (*LASTING, "grant_permissions", "new_cdp_session", "new_page", "set_extra_http_headers")
OF_CONTEXT += ("set_geolocation", "set_offline")
# What a page can be wiped of only while it is there; a clock that a test set stays, so that is asked too.
LEAVE = """() => {
  sessionStorage.clear();
  location.replace("about:blank");
  return String(setTimeout).includes("[native code]");
}"""


@dataclass
class Phone:
    """One page in a context of its own, and what went wrong on it since somebody took it up."""

    context: BrowserContext
    options: dict[str, Any]
    saves_data: bool
    complaints: list[str] = field(default_factory=list)
    is_spoilt: bool = False

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("console", lambda message: self.complaints.extend(refusals(self.page, message)))
        self.wire: CDPSession = self.context.new_cdp_session(self.page)
        for thing, names in ((self.page, OF_PAGE), (self.context, OF_CONTEXT)):
            for name in names:
                setattr(thing, name, self._spoiling(getattr(thing, name)))

    def wipe(self) -> bool:
        """As nobody ever held it; whether that could be done."""
        url = self.page.url
        if self.is_spoilt or not url.startswith(self.options["base_url"]):
            return False
        try:
            is_plain = self.page.evaluate(LEAVE)
            self.page.wait_for_url("about:blank", timeout=5000)
            self.wire.send("ServiceWorker.enable")
            self.wire.send("ServiceWorker.stopAllWorkers")  # one would go on fetching what it keeps
            self.context.clear_cookies()
            everything = {"origin": self.options["base_url"], "storageTypes": "all"}
            self.wire.send("Storage.clearDataForOrigin", everything)
        except Error:
            return False
        self.complaints = []
        return is_plain

    def _spoiling(self, act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def spoil(*given: Any, **named: Any) -> Any:
            self.is_spoilt = True
            return act(*given, **named)

        return spoil


class Pool:
    """The phones of one browser."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.free: list[Phone] = []

    def take(self, width: int, height: int, saves_data: bool = True, **options: Any) -> Phone:
        """One with these options of Playwright's new_context, out of the pool if there is one.

        Unless it `saves_data`, its pages load the engine (static/js/phone/), which costs half a second each.
        """
        size, options = {"width": width, "height": height}, {"base_url": self.site, **options}
        for phone in self.free:
            if phone.options == options and phone.saves_data == saves_data:
                self.free.remove(phone)
                Page.set_viewport_size(phone.page, size)
                return phone
        context = self.browser.new_context(viewport=size, is_mobile=True, has_touch=True, **options)
        if saves_data:
            context.add_init_script(SAVES_DATA)
        return Phone(context, options, saves_data, is_spoilt=not self._may_lie_here(options))

    def _may_lie_here(self, options: dict[str, Any]) -> bool:
        """Elsewhere files are kept that a test may count; the others could not be wiped."""
        is_here = options["base_url"] == self.site
        return is_here and options.get("java_script_enabled", True) and "storage_state" not in options

    def give_back(self, phone: Phone) -> None:
        if not phone.wipe():
            BrowserContext.close(phone.context)
            return
        self.free.append(phone)
        for oldest in self.free[:-MOST]:
            self.free.remove(oldest)
            BrowserContext.close(oldest.context)


@contextmanager
def pool_of(browser: Browser, site: str) -> Iterator[Pool]:
    pool = Pool(browser, site)
    yield pool
    for phone in pool.free:
        phone.context.close()


def refusals(page: Page, message: ConsoleMessage) -> list[str]:
    """What the content security policy stopped, if that is what the message says."""
    return [f"{page.url}: {message.text}"] if "Content Security Policy" in message.text else []
