"""The pages of a group in the hand of somebody with large letters."""

from tests.browser.hand_entry.test_taps import too_small
from tests.browser.support.visit import Visit

LETTERS = "(size) => document.documentElement.style.fontSize = size"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
CUT = """() => [...document.querySelectorAll("main :is(b, strong, dd, small)")]
  .filter((one) => one.checkVisibility() && !one.matches(".sr") && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).display !== "inline").map((one) => one.outerHTML.slice(0, 60))"""


def test_pages_of_a_group_fit_at_320_with_letters_of_200_per_cent_and_every_target_fits_a_thumb(
    phone, live_server
):
    visit = Visit(phone(320, 640), live_server.url)
    circle, player = visit.finished.circle, visit.finished.seats.first().player
    visit.comes_as(visit.owner)
    for name in ("circle", "evenings", "league", "records", "person", "circle-matches"):
        page = visit.opens(name, circle.code, *([player.uid] if name == "person" else []))
        for size in ("100%", "200%"):
            page.evaluate(LETTERS, size)
            found = (name, size, too_small(page), page.evaluate(CUT), page.evaluate(FITS))
            assert found == (name, size, [], [], True)
