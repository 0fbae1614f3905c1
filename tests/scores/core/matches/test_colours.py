"""The colour of each side of a match."""

import pytest
from django.test import Client

from scores.core.matches import colours
from scores.core.matches.scoresheet import Sheet
from scores.models import Player
from tests.scores.support.factories import start


@pytest.mark.parametrize(
    ("chosen", "given"),
    [
        ({}, [0, 1, 2]),
        ({"Ana": 5}, [5, 1, 2]),
        ({"Eva": 0}, [1, 2, 0]),
        ({"Ana": 4, "Eva": 4}, [4, 1, 2]),
        ({"Luis": 2, "Eva": 2}, [0, 2, 1]),
    ],
)
def test_a_chosen_colour_is_kept_and_no_two_sides_have_the_same(chosen, given):
    match = start(Client(), "Ana", "Luis", "Eva")
    for name, colour in chosen.items():
        Player.objects.filter(name=name).update(chosen_colour=colour)
    by_seat = colours.of_sheet(Sheet(match))
    assert [by_seat[(seat,)] for seat in range(3)] == given


def test_more_players_than_colours_share_them():
    match = start(Client(), *(f"P{number}" for number in range(10)))
    by_seat = colours.of_sheet(Sheet(match))
    assert [by_seat[(seat,)] for seat in range(10)] == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]


def test_partners_have_the_colour_of_the_first_who_chose_one():
    match = start(Client(), "Ana", "Luis", "Eva", "Paco", preset="gin", team_size="2")
    Player.objects.filter(name="Eva").update(chosen_colour=6)
    assert colours.of_sheet(Sheet(match)) == {(0, 2): 6, (1, 3): 1}
