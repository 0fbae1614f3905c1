"""The scoresheet of a match: queries, steps, and its state before and after an entry."""

from django.test import Client

from scores.core.matches.scoresheet import Sheet, colours_of
from scores.models import Player
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import match_now, play


def test_a_sheet_stays_at_one_state_of_the_log_when_another_phone_writes_meanwhile(
    phone, match
):
    play(phone, match, hand(0, 3))
    sheet = Sheet(match)
    assert sheet.seq == 1
    play(phone, match, hand(0, 1))
    assert [row.seq for row in sheet.rows] == [0]
    assert len(sheet.log) == 1
    assert [row.seq for row in Sheet(match).rows] == [0, 1]


def test_a_chosen_colour_is_kept_and_no_two_sides_have_the_same():
    match = start(Client(), "Ana", "Luis", "Eva")
    for chosen, given in (
        ((None, None, None), [0, 1, 2]),
        ((5, None, None), [5, 1, 2]),
        ((None, None, 0), [1, 2, 0]),
        ((4, None, 4), [4, 1, 2]),
        ((None, 2, 2), [0, 2, 1]),
    ):
        for name, colour in zip(("Ana", "Luis", "Eva"), chosen, strict=True):
            Player.objects.filter(name=name).update(chosen_colour=colour)
        by_seat = colours_of(Sheet(match_now(match)))
        assert [by_seat[(seat,)] for seat in range(3)] == given


def test_partners_have_the_colour_of_the_first_who_chose_one():
    match = start(Client(), "Ana", "Luis", "Eva", "Paco", preset="gin", team_size="2")
    Player.objects.filter(name="Eva").update(chosen_colour=6)
    assert colours_of(Sheet(match)) == {(0, 2): 6, (1, 3): 1}
