"""The pages of the forecast, and the chances on a board."""

import re
from itertools import pairwise

from django.test import Client

from rules.events import Close, HandScored
from scores.circle.forecast import course
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import chance
from tests.rules.support.table import hand
from tests.scores.support.table import page_text, play, played, text_at

CHINCHON = HandScored({}, 0, Close.CHINCHON)


def page_of(phone, match, part=""):
    return phone.get(f"{match.get_absolute_url()}forecast/{part}")


def chances_on(response):
    return dict(re.findall(r'data-chance="([\d ]+)">([^<]+)<', response.text))


def turned_on(phone, match, on="1"):
    return phone.post(f"{match.get_absolute_url()}forecast/show/", {"on": on})


def test_from_the_first_hand_on_a_board_leads_to_the_chance_of_each_after_every_hand(
    phone, match
):
    address = match.get_absolute_url()
    assert "Sale después de la primera mano." in page_text(page_of(phone, match))
    assert "Quién va a ganar" not in text_at(phone, address)
    play(phone, match, hand(0, 40), hand(0, 30))
    assert "Quién va a ganar" in text_at(phone, address)
    text = page_text(page_of(phone, match))
    for pair in pairwise(course.course_of(Sheet(match)).moments):
        percent = [round(100 * chances[0]) for _hands, chances in pair]
        assert f"antes {percent[0]} % → después {percent[1]} %" in text
    assert "Cierra Ana: −10, va con −10 · Luis +40 = 40" in text


def test_after_the_end_the_hand_that_moved_it_most_is_told(phone):
    hands = (hand(60, 0, closer=1), CHINCHON)
    match = played(phone, "Ana", "Luis", *hands, chinchon_points="wins")
    text = page_text(page_of(phone, match, "story/"))
    assert re.search(
        r"La mano 2 fue la que más cambió: \w+, del \d+ % al (100|0) %; \w+, del", text
    )
    assert "¡Chinchón de Ana!" in text
    assert re.search(r"Ana llegó a tener solo un \d+ % tras la mano 1, y ganó\.", text)


def test_a_board_shows_no_chances_until_somebody_turns_them_on_there(phone, match):
    play(phone, match, hand(0, 40))
    assert chances_on(phone.get(match.get_absolute_url())) == {}
    assert turned_on(phone, match).url == match.get_absolute_url()
    with course._computing.turn():  # while another forecast is computed
        assert page_of(phone, match, "now/").status_code == 204
        assert page_of(phone, match, "story/").status_code == 204
        assert chances_on(phone.get(match.get_absolute_url())) == {}
        assert "Probar otra vez" in page_text(page_of(phone, match))
    chances = course.now(Sheet(match))
    shown = {
        str(seat): f"{round(100 * part)}\N{NO-BREAK SPACE}%"
        for seat, part in chances.items()
    }
    assert chances_on(phone.get(match.get_absolute_url())) == shown
    other = Client()
    other.cookies.update(phone.cookies)
    del other.cookies["chances"]
    assert chances_on(other.get(match.get_absolute_url())) == {}
    turned_on(phone, match, on="0")
    assert chances_on(phone.get(match.get_absolute_url())) == {}


def test_a_save_does_not_wait_for_the_chances(phone, match):
    turned_on(phone, match)
    course.cache.clear()
    with course._computing.turn():  # any forecast would be refused
        play(phone, match, hand(0, 40))
    assert course.cache.used_bytes == 0


def test_what_is_not_certain_is_neither_none_nor_all():
    told = {0.0: "0", 0.004: "<1", 0.344: "34", 0.996: ">99", 1.0: "100"}
    assert {part: chance(part) for part in told} == {
        part: f"{text}\N{NO-BREAK SPACE}%" for part, text in told.items()
    }
