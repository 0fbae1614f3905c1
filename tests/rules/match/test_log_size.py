"""How long a log may become, and what still has room in a full one."""

import pytest

from rules.errors import Illegal
from rules.events import Finished, Joined
from rules.match.corrections import Amended, Change, Entry, Redone, Undone
from rules.match.log_size import MOST_LINES, MOST_SEATS, SPARE_LINES, lines_of, verify_room
from tests.rules.support.table import hand

HAND = hand(0, 20)


def replacing(lines: int) -> Amended:
    return Amended(tuple(Change(line, HAND) for line in range(lines)))


def refused(seats: int, log: list[Entry], entry: Entry) -> str:
    """The code of the refusal; empty if there is room."""
    try:
        verify_room(seats, log, entry)
    except Illegal as full:
        return full.code
    return ""


@pytest.mark.parametrize(("seats", "lines"), [(2, 700), (4, 700), (8, 350), (14, 200), (16, 175)])
def test_a_log_has_a_most_number_of_lines_that_falls_with_many_seats(seats, lines):
    assert refused(seats, [HAND] * (lines - 1), HAND) == ""
    assert refused(seats, [HAND] * lines, HAND) == "log-full"


def test_in_a_full_log_there_is_room_to_correct_and_to_end():
    full = [HAND] * MOST_LINES
    entries = [HAND, Joined(2), replacing(1), Undone(), Redone(), Finished()]
    assert [refused(2, full, entry) for entry in entries] == ["log-full", "log-full", "", "", "", ""]


def test_the_room_for_corrections_ends_too_and_an_undo_always_has_room():
    full = [*[HAND] * MOST_LINES, *[replacing(1)] * SPARE_LINES]
    entries = [HAND, replacing(1), Redone(), Finished(), Undone()]
    assert [refused(2, full, entry) for entry in entries] == ["log-full"] * 4 + [""]


def test_a_correction_counts_as_many_lines_as_it_writes():
    removing = Amended((Change(0, None), Change(1, None)))
    assert [lines_of(entry) for entry in (HAND, Undone(), removing, replacing(3))] == [1, 1, 1, 3]
    assert refused(2, [replacing(MOST_LINES)], HAND) == "log-full"


def test_who_joined_counts_as_a_seat_even_after_leaving():
    joined = [Joined(seat) for seat in range(2, MOST_SEATS)]
    assert refused(2, joined[:-1], joined[-1]) == ""
    assert refused(2, joined, Joined(MOST_SEATS)) == "table-full"
    assert refused(2, [], Amended((Change(0, Joined(MOST_SEATS), insert=True),))) == "table-full"
    assert refused(2, [*joined, *[HAND] * (115 - len(joined))], HAND) == ""
    assert refused(2, [*joined, *[HAND] * (116 - len(joined))], HAND) == "log-full"
    assert refused(2, [Joined(6)] + [HAND] * 399, HAND) == "log-full"  # seven seats, not eight
    assert refused(2, [Joined(6)] + [HAND] * 398, HAND) == ""


@pytest.mark.parametrize(
    ("seats", "log", "entry", "most"),
    [
        (16, [HAND] * 175, HAND, 175),
        (6, [HAND] * 466, HAND, 466),  # 2,800 cells have room for 466 whole lines
        (2, [], Joined(MOST_SEATS), MOST_SEATS),
    ],
)
def test_a_refusal_names_the_most(seats, log, entry, most):
    with pytest.raises(Illegal) as full:
        verify_room(seats, log, entry)
    assert full.value.details == {"most": most}


def test_a_correction_of_many_lines_needs_room_for_all_of_them():
    log = [HAND] * (MOST_LINES + SPARE_LINES - 3)
    assert refused(2, log, replacing(3)) == ""
    assert refused(2, log, replacing(4)) == "log-full"


def test_several_entries_need_room_for_all_of_them():
    verify_room(2, [HAND] * (MOST_LINES - 2), HAND, HAND)
    with pytest.raises(Illegal):
        verify_room(2, [HAND] * (MOST_LINES - 2), HAND, HAND, HAND)
    with pytest.raises(Illegal):
        verify_room(2, [], replacing(MOST_LINES), HAND)
