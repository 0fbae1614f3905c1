"""The form of a hand of Gin where more than two sit at the table: whom the closer met, and who rests."""

from rules.events import Close, HandScored
from scores.core.matches.scoresheet import Sheet
from scores.table.hand_entry.form import HandForm
from tests.rules.support.table import gin
from tests.scores.support.factories import start, write
from tests.scores.support.plain import plain
from tests.scores.support.table import page_text, post, text_at

# In pairs


def test_the_opponent_chosen_is_the_one_of_the_hand(phone, pairs):
    typed = {"close": "knock-5", "deadwood_3": "20", "deadwood_1": "9"}
    post(phone, "score-hand", pairs, closer="0", opponent="3", **typed)
    assert Sheet(pairs).log == [HandScored({0: 5, 3: 20}, 0, Close.KNOCK)]


def test_each_meets_the_next_of_the_table_unless_the_hand_says_another(phone, pairs):
    form = HandForm(sheet=Sheet(pairs))
    assert [form.meets(seat) for seat in range(4)] == ["1,3", "0,2"] * 2
    assert [form.due(seat) for seat in range(4)] == ["1", "0", "3", "2"]
    write(pairs, gin(0, 3, 12), phone=phone)
    form = HandForm(sheet=Sheet(pairs))
    assert [form.due(seat) for seat in range(4)] == ["", "2", "1", ""]


def test_a_pair_has_one_card_with_one_total_wherever_it_is_shown(phone, pairs):
    write(pairs, gin(0, 1, 12), phone=phone)
    for address in ("", "big/"):
        html = phone.get(f"{pairs.get_absolute_url()}{address}").text
        assert [part.partition("<")[0] for part in html.split(" data-total>")[1:]] == [
            "37",
            "0",
        ]
    assert "Ana y Eva 37 · Luis y Paco 0" in text_at(phone, "/history/")
    assert "Ana y Eva 37 0" in page_text(
        post(phone, "correct", pairs, "0", act="remove")
    )


# With three


def test_with_three_the_two_who_do_not_rest_meet(phone):
    """Eva rests first."""
    three = start(phone, "Ana", "Luis", "Eva", preset="gin")
    form = HandForm(sheet=Sheet(three))
    assert [form.due(seat) for seat in range(3)] == ["1", "0", ""]
    assert plain(form.who_plays) == "Ana contra Luis; descansa Eva."
    text = text_at(phone, three.get_absolute_url())
    assert "descansa esta mano · 0 casillas" in text
