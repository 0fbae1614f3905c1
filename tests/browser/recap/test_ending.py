"""What a board does for a moment when it arrives: a chinchón over the screen, totals that count up."""

from tests.browser.support.pocket import comes_true
from tests.browser.support.steps import expect_count, tap
from tests.rules.support.table import hand

BOXES = """[...document.querySelectorAll(".row, .panel")]
  .map((part) => JSON.stringify(part.getBoundingClientRect()))"""
COUNTED = f"""() => {{
  window.counted = [];
  window.boxes = [];
  new MutationObserver((changes) => {{
    window.counted.push(...changes.map(({{ target }}) => target.textContent));
    window.boxes.push(JSON.stringify({BOXES}));
  }}).observe(document, {{ attributeFilter: ["data-counting"], subtree: true }});
}}"""

# Looks at each frame: on a busy machine the overlay may be gone before the test asks for it.
FILLED = """() => {
  const look = () => {
    const shown = document.querySelector(".chinchon");
    if (shown?.clientHeight === innerHeight) window.filled = shown.innerText;
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_chinchon_fills_the_screen_once_and_lets_taps_through(evening):
    match = evening("Ana", "Luis", chinchon_points="wins")
    match.plays(hand(0, 20))
    table = match.scorer()
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    called = table.page.locator(".chinchon")
    page.evaluate(COUNTED)
    page.evaluate(FILLED)
    table.scores(0, "chinchon", {})
    comes_true(page, "() => window.filled?.includes('¡Chinchón de Ana!')")
    before = page.evaluate(f"JSON.stringify({BOXES})")
    # the playwright way to say that nothing is in the way
    tap(page, ".winner")
    assert called.count() == 0
    comes_true(
        page,
        "() => window.counted.length && !document.querySelector('#board [data-counting]')",
    )
    assert set(page.evaluate("window.boxes")) == {before}
    assert set(page.evaluate("window.counted")) == {
        "−10",
        "20",
    }  # the texts, while others are seen
    page.evaluate("localStorage.clear()")
    page.reload()
    comes_true(page, "() => localStorage.getItem('ended')")  # the module has run
    assert called.count() == 0


def test_the_pot_and_who_pays_whom_are_above_the_buttons_of_the_first_screen(evening):
    table = evening(
        "Ana", "Luis", "Eva", "Paco", limit="20", rebuys="0", stake="2,50", currency="€"
    )
    table.plays(hand(0, 48, 42, 100))
    page = table.scorer(360, 640).page
    expect_count(page, "#pot .due li", 3)
    money = page.locator("#pot").bounding_box()
    buttons = page.locator(".over-panel").bounding_box()
    assert money["y"] + money["height"] <= buttons["y"]
    assert buttons["y"] + buttons["height"] <= 640
