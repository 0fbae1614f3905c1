"""The log page: every entry as it was written, undone ones included."""

import re

from rules.match.corrections import Amended, Change
from scores.core.matches import log_page
from scores.models import Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, write
from tests.scores.support.table import (
    address_of,
    html_of,
    page_at,
    play,
    redo,
    text_on,
    undo,
)


def log(phone, match):
    return text_on(phone, "log", match)


def links(phone, match):
    """The names of the lines with a link to their correction."""
    page = page_at(phone, "log", match).text
    return [
        part.partition('/"')[0]
        for part in page.split(f"{match.get_absolute_url()}correct/")[1:]
    ]


def test_the_newest_line_is_on_top_and_of_an_empty_log_it_is_said(phone, match):
    assert "Todavía no se ha apuntado nada." in log(phone, match)
    play(phone, match, hand(0, 23), hand(3, 7))
    page = log(phone, match)
    assert page.index("con carta suelta (3) · Luis 7") < page.index(
        "con todo ligado · Luis 23"
    )
    assert links(phone, match) == ["1", "0"]
    watcher = phone_with(Role.WATCH, match)
    assert links(watcher, match) == []
    assert "Luis 23" in log(watcher, match)


def test_what_was_undone_stays_and_is_marked_until_it_is_redone(phone, match):
    play(phone, match, hand(0, 23))
    undo(phone, match)
    page = log(phone, match)
    assert links(phone, match) == []
    assert "Deshacer" in page
    assert "deshecho" in page
    redo(phone, match)
    page = log(phone, match)
    assert "Deshacer: Cierra Ana, con todo ligado · Luis 23" in page
    assert "Rehacer: Cierra Ana, con todo ligado · Luis 23" in page
    assert "(deshecho)" not in page


def test_a_correction_shows_what_stood_before_and_is_marked_when_it_is_undone(
    phone, match
):
    write(match, hand(0, 23), Amended((Change(0, hand(0, 32)),)), phone=phone)
    page = log(phone, match)
    assert "Mano 1: Luis 32 (antes: 23)" in page
    assert "deshecho" not in page
    undo(phone, match)
    page = log(phone, match)
    assert "Corrección (deshecho)" in page
    assert "Deshacer: Corrección" in page
    assert page.count("deshecho") == 1
    assert links(phone, match) == ["0"]


def shown(phone, match, page=""):
    """The hands on that page of the log, and the links to the other pages."""
    text = html_of(phone.get(address_of("log", match), {"page": page} if page else {}))
    return re.findall(r"Luis (\d+)", text), re.findall(
        r'href="(\?page=\d+)" rel="(\w+)"', text
    )


def test_a_long_log_has_pages_and_the_newest_lines_are_on_the_first(
    phone, match, monkeypatch
):
    monkeypatch.setattr(log_page, "LINES", 2)
    play(phone, match, *(hand(0, points) for points in range(1, 6)))
    assert shown(phone, match) == (["5", "4"], [("?page=2", "next")])
    assert shown(phone, match, "2") == (
        ["3", "2"],
        [("?page=1", "prev"), ("?page=3", "next")],
    )
    assert shown(phone, match, "3") == (["1"], [("?page=2", "prev")])
    assert shown(phone, match, "999999999") == shown(phone, match, "3")
