"""What another site posts to a phone whose server is away never becomes a line that the phone sends later."""

import pytest

from tests.browser.support.elsewhere import (
    STORED,
    addresses,
    another_site,
    is_asked_about,
    posts,
)
from tests.browser.support.pocket import expect_waiting, log, with_a_hand

pytestmark = pytest.mark.long

HAND = "Cierra Ana, con todo ligado · Luis 23 · Eva 7"


def test_what_another_site_posts_without_a_signal_is_shown_and_never_sent(
    pocket, line, app, tmp_path
):
    _wire, board, table = with_a_hand(pocket(), app, "Ana", "Luis", "Eva")
    page = table.page
    before = page.evaluate(STORED)
    line.cut()
    with another_site(tmp_path) as elsewhere:
        for path, is_made in addresses(board.split("/")[-2]):
            posts(page, elsewhere, f"{line.url}/{path}")
            if is_made:
                is_asked_about(page)
            assert (path, page.evaluate(STORED)) == (path, before)
    line.mend()
    page.goto(board)
    expect_waiting(page, 0)
    assert log(page, board) == [HAND]
