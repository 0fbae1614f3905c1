"""A phone that another test held before is as good as new."""

import pytest

from tests.browser.support.pool import Pool

KEEPS_ALL_IT_CAN = """async () => {
  localStorage.setItem("name", "Ana");
  sessionStorage.setItem("name", "Ana");
  document.cookie = "name=Ana";
  await (await caches.open("pages")).put("/", new Response("Ana"));
  await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  await new Promise((resolve) => {
    const asked = indexedDB.open("names", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("names");
    asked.onsuccess = resolve;
  });
}"""
KEPT = """async () => [
  localStorage.length, sessionStorage.length, document.cookie, await caches.keys(),
  (await indexedDB.databases()).length, (await navigator.serviceWorker.getRegistrations()).length,
]"""
WITH_WORKERS = {"locale": "es-ES", "service_workers": "allow"}


@pytest.fixture
def take(browser, live_server):
    """Phones of a pool of its own, all that were taken given back before the next one is."""
    pool, taken = Pool(browser, live_server.url), []

    def take(*size: int, **options):
        while taken:
            pool.give_back(taken.pop())
        taken.append(pool.take(*(size or (360, 640)), **options))
        return taken[-1].page

    yield take
    for phone in [*taken, *pool.free]:
        phone.context.close()


def test_it_keeps_nothing_of_what_it_kept_for_another_and_has_the_size_that_was_asked_for(take):
    page = take(**WITH_WORKERS)
    page.goto("/help/")
    page.evaluate(KEEPS_ALL_IT_CAN)
    assert page.evaluate(KEPT) != [0, 0, "", [], 0, 0]
    again = take(**WITH_WORKERS)
    assert again is page
    assert again.context.cookies() == []
    again.goto("/robots.txt")
    assert again.evaluate(KEPT) == [0, 0, "", [], 0, 0]
    wide = take(1280, 800, **WITH_WORKERS)
    assert (wide is page, wide.url) == (True, "about:blank")
    wide.goto("/")
    assert wide.evaluate("[innerWidth, innerHeight, screen.width]") == [1280, 800, 1280]
    wide.route("**/help/", lambda route: route.abort())  # would last
    assert take(**WITH_WORKERS) is not wide
