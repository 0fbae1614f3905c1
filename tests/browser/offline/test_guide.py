"""The guide without a signal: a page that was visited opens, and all once its contents were opened."""

import pytest

from scores.pages.views import TITLES
from tests.browser.support.pocket import comes_true, is_ready
from tests.browser.support.steps import expect_whole_text
from tests.support import extent

pytestmark = pytest.mark.long

KEEPS = """async (addresses) => {
  const kept = await Promise.all(addresses.map((address) => caches.match(address)));
  return kept.every(Boolean);
}"""
IS_SHOWN = """async () => {
  const [picture] = document.querySelectorAll("main img");
  await picture.decode();
  return getComputedStyle(document.querySelector("main .screen")).maxWidth !== "none";
}"""


def shows_its_picture(page, slug):
    page.goto(f"/guide/{slug}/")
    expect_whole_text(page, "h1", str(TITLES[slug]))
    assert page.evaluate(IS_SHOWN)


@extent.by_night("signal")
def test_a_visited_page_and_after_the_contents_the_whole_guide_open_without_a_signal(
    pocket, line
):
    page = pocket().opens("/")
    is_ready(page)
    shows_its_picture(page, "lost-phone")
    for opened, slugs in (("lost-phone/", ["lost-phone"]), ("", TITLES)):
        page.goto(f"/guide/{opened}")
        comes_true(page, KEEPS, [f"/guide/{slug}/" for slug in slugs])
        line.cut()
        for slug in slugs:
            shows_its_picture(page, slug)
        line.mend()
