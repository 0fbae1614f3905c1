"""A line of text that a browser draws in a picture has the room that it has on the server."""

import pytest

from phone.runtime.stand_ins import images
from scores.circle.images.layout import SMALLEST
from scores.circle.images.render import fitted_line

ROOM = 290  # as a name beside a chart


@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Maximiliano Bartolomé de las Casas y Oca",
        "WWWWWMMMMM MMMMWWWW",
        "mmmmmmmmmmmmmmm wwww",
        "MARÍA DEL CARMEN ÑÚÑEZ",
        "illi jilt filli jilt filli",
    ],
)
def test_a_name_is_no_wider_than_its_room(name, is_bold):
    line = images.fitted_line(name, 41, ROOM, bold=is_bold)
    [(_x, shown)] = line.letters
    assert fitted_line(shown, line.size, 9999, bold=is_bold).width <= ROOM
    assert line.size >= SMALLEST * 41 - 1
