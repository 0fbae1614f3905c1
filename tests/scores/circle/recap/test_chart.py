"""The chart of a match: coordinates and text."""

import re
from itertools import pairwise

import pytest

from rules.events import BoughtBackIn, Declined, Finished, HandScored, Penalised
from scores.circle.recap.chart import (
    BOTTOM,
    HEIGHT,
    LETTER,
    TOP,
    Scale,
    apart,
    chart_of,
    polyline,
)
from scores.core.matches.scoresheet import Sheet
from tests.rules.support.table import hand, on_table
from tests.scores.support.factories import sheet_of, start
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    flat,
    happen,
    page_at,
    page_text,
    play,
)

ASKING = {"rebuy_choice": "ask"}


ON_TABLE = HandScored({0: 0, 1: 0, 2: 0, 3: 0}, 0, table={0: 5, 1: 40, 2: 15, 3: 60})


def chart_after(*log_of, **knobs):
    chart = chart_of(sheet_of("chinchon", *log_of, **knobs))
    assert chart
    return chart


def heights(chart, index):
    return [float(point.split(",")[1]) for point in chart.lines[index].points.split()]


def text_by_name(chart):
    return {plain(line.name): line.text for line in chart.lines}


def test_a_line_ends_where_the_total_stands_a_fine_after_the_last_hand_included():
    before = chart_after(hand(0, 20, 41), hand(0, 12, 10))
    fined = chart_after(hand(0, 20, 41), hand(0, 12, 10), Penalised(1, 40))
    assert heights(before, 1)[:3] == heights(fined, 1)[:3]
    assert text_by_name(fined)["Luis"].startswith("va con 72; ")
    assert fined.lines[1].end == (before.lines[1].end[0], heights(fined, 1)[-1])


def test_who_goes_past_the_limit_is_drawn_up_there_and_comes_down_by_buying_back():
    chart = chart_after(hand(0, 90, 61), hand(0, 20, 5))
    luis = chart.lines[1]
    (bust,) = luis.busts
    (back,) = luis.backs
    assert bust[0] == back[0] == luis.end[0]
    assert bust[1] < chart.limit < back[1] == luis.end[1]
    assert chart.lines[0].busts == []
    assert chart.lines[2].backs == []
    assert text_by_name(chart)["Luis"] == (
        "va con 66; lo más alto, 110 en la mano 2; nunca en cabeza; "
        "se pasa en la mano 2; se reengancha tras la mano 2"
    )
    assert chart.key == "A rayas, el tope: 100 · ✕ se pasa · ○ se reengancha"


def test_who_is_asked_comes_down_with_the_answer_and_the_line_of_who_is_out_ends():
    asked = (hand(0, 90, 61), hand(0, 20, 5))
    luis = chart_after(*asked, BoughtBackIn(1), hand(0, 3, 4), **ASKING).lines[1]
    assert luis.busts[0][0] == luis.backs[0][0]
    chart = chart_after(*asked, Declined(1), hand(0, None, 4), **ASKING)
    ana, luis, _eva = chart.lines
    assert [luis.end] == luis.busts
    assert luis.end[0] < ana.end[0]


def test_one_hand_makes_no_line_the_scale_tells_the_limit_and_no_numbers_overlap():
    assert chart_of(sheet_of("chinchon", hand(0, 3, 7))) is None
    of_two = on_table((95, 0), (40, 0), closer=0)
    chart = chart_after(hand(0, 50, 61), hand(0, 48, 5))
    assert chart.key == "A rayas, el tope: 100"  # no signs that are not drawn
    assert [number for _height, number in chart.heights] == ["100", "0", "−20"]
    assert chart_of(sheet_of("rum-500", *[of_two] * 2, players=2)).is_race


def test_as_many_hands_are_numbered_as_there_is_room_for():
    for hands, step in ((2, 1), (7, 1), (9, 2), (31, 5), (70, 10)):
        numbers = [number for _x, number in Scale(0, 100, hands).numbers]
        assert numbers == list(range(step, hands + 1, step))


def order(heights):
    return sorted(range(len(heights)), key=heights.__getitem__)


@pytest.mark.parametrize("ends", [[50.0] * 8, [8.0, 9.0, 180.0, 182.0]])
def test_names_at_the_end_stand_apart_in_the_order_of_the_totals(ends):
    labels = sorted(apart(ends))
    assert all(round(below - above, 1) >= LETTER for above, below in pairwise(labels))
    assert labels[0] >= TOP - LETTER
    assert labels[-1] <= HEIGHT - BOTTOM
    assert order(apart(ends)) == order(ends)
    assert apart([20.0, 100.0, 60.0]) == [20.0, 100.0, 60.0]  # there is room


def test_the_picture_points_to_its_words_on_the_page_and_cuts_a_long_name(phone):
    match = start(phone, "Bartolomé José", "Luis", "Eva")
    play(phone, match, hand(0, 3, 7), hand(0, 4, 8))
    line = chart_of(Sheet(match)).lines[0]
    assert plain((line.label, line.name)) == ("Bartolom…", "Bartolomé José")
    page = page_at(phone, "scoresheet", match)
    described = re.search(r'class="chart"[^>]* aria-describedby="(\w+)"', flat(page))[1]
    assert f'id="{described}"' in flat(page)
    assert "Luis : va con 7; nunca en cabeza." in page_text(page)


# In words


def test_in_words_it_says_who_led_and_how_often_that_changed():
    chart = chart_after(
        hand(0, 20, 30), hand(40, 0, 9, closer=1), hand(0, 12, 30), Finished()
    )
    assert chart.text == "3 manos. Hay 2 cambios en cabeza."
    assert text_by_name(chart) == {
        "Ana": "acaba con 20; lo más alto, 30 en la mano 2; en cabeza tras 2 de 3 manos",
        "Luis": "acaba con 22; en cabeza tras 1 de 3 manos",
        "Eva": "acaba con 69; nunca en cabeza",
    }


def test_in_words_it_says_who_never_lost_the_lead_and_that_of_equals_nobody_leads():
    kept = hand(0, 20, 30), hand(0, 9, 40), Finished()
    assert plain(chart_after(*kept).text) == "2 manos. Ana no suelta la cabeza."
    in_two = sheet_of("rum-500-pairs", *[ON_TABLE] * 2, Finished(), players=4)
    assert plain(chart_of(in_two).text) == "2 manos. Luis y Paco no sueltan la cabeza."
    equal = chart_after(HandScored({0: 5, 1: 5, 2: 5}), HandScored({0: 7, 1: 7, 2: 7}))
    assert equal.text == "2 manos."
    assert set(text_by_name(equal).values()) == {"va con 12; nunca en cabeza"}


def test_who_sat_down_later_says_when_and_with_what(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 3, 7), hand(0, 40, 7))
    happen(phone, match, "join", name="Rosa", position=1)
    play(phone, match, hand(0, 3, 7, 9))
    rosa = text_by_name(chart_of(Sheet(match)))["Rosa"]
    assert rosa == "entra en la mano 3 con 43; va con 52; nunca en cabeza"


@pytest.mark.parametrize(("hands", "points"), [(224, 225), (1000, 201)])
def test_a_line_of_very_many_hands_has_as_many_points_as_can_be_told_apart(
    hands, points
):
    coordinates = [
        (28 + round(224 * hand / hands, 1), float(hand)) for hand in range(hands + 1)
    ]
    line = polyline(coordinates).split()
    assert len(line) == points
    ends = [",".join(map(str, coordinates[index])) for index in (0, -1)]
    assert [line[0], line[-1]] == ends
