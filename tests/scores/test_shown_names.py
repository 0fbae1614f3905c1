"""A name that is shown turns no sentence round and is not translated, wherever it stands."""

import csv

import pytest

from scores.circle.recap import share
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import (
    END,
    ISOLATE,
    in_html,
    in_text,
    marked_name,
    unmarked_text,
)
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import page_at, play

RIGHT_TO_LEFT = "محمد"
ANA = marked_name("Ana")
ARABIC = marked_name(RIGHT_TO_LEFT)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        (f"Cierra {ARABIC} 12", f'Cierra <bdi translate="no">{RIGHT_TO_LEFT}</bdi> 12'),
        (
            f"<p>{ANA} y {ARABIC}</p>",
            f'<p><bdi translate="no">Ana</bdi> y <bdi translate="no">{RIGHT_TO_LEFT}</bdi></p>',
        ),
        (f'<b title="de {ANA} y {ARABIC}">', f'<b title="de Ana y {ARABIC}">'),
        (f'<input value="{ARABIC}">', f'<input value="{RIGHT_TO_LEFT}">'),
        (
            f"<option value=1>{ANA} y {ARABIC}",
            f'<option value=1 translate="no">Ana y {ARABIC}',
        ),
        (f"<title>{ANA} · {ANA}</title>", '<title translate="no">Ana · Ana</title>'),
        (f'<i data-of="{ANA}">{ANA}', '<i data-of="Ana"><bdi translate="no">Ana</bdi>'),
        (f"a{ISOLATE}b<p>{ANA}", 'ab<p><bdi translate="no">Ana</bdi>'),
        ("<p>Ana", "<p>Ana"),
    ],
)
def test_a_name_is_an_element_of_its_own_or_stands_in_one_that_is_not_translated(
    html, shown
):
    assert in_html(html) == shown


def test_a_text_has_isolates_only_around_names_that_would_turn_it_round():
    assert (
        in_text(f"Cierra {ARABIC} 12 = 12 · {ANA} 3")
        == f"Cierra {ISOLATE}{RIGHT_TO_LEFT}{END} 12 = 12 · Ana 3"
    )
    assert marked_name("") == ""
    assert marked_name(ARABIC) == ARABIC
    assert unmarked_text(f"{ARABIC} y {ANA}") == f"{RIGHT_TO_LEFT} y Ana"


def test_what_is_sent_and_brought_elsewhere_has_names_that_can_be_read_back(phone):
    match = start(phone, RIGHT_TO_LEFT, "Ana")
    play(phone, match, hand(0, 12))
    rows = page_at(phone, "sheet-csv", match).content.decode("utf-8-sig")
    head, first = csv.reader(rows.splitlines(), delimiter=";")
    assert head[3] == RIGHT_TO_LEFT
    assert head[4] == in_text(f"{ARABIC}: total")
    assert first[1] == RIGHT_TO_LEFT
    for name in ("record", "document"):
        stored = page_at(phone, name, match).text
        assert ISOLATE not in stored
        assert "\\u2068" not in stored
    assert ARABIC in in_text(share.text(Sheet(match)))
