"""The census of least deadwood, against published counts, and its command."""

import json
from collections import Counter
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

from rules.census import census, main
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER
from tests.rules.support import naive
from tests.support.extent import by_night

PUBLISHED = Path(__file__).parent.parent / "conformance" / "census.json"


@by_night("whole census")
def test_seven_cards_of_chinchon_count_what_is_published():
    published = json.loads(PUBLISHED.read_text())
    counts = census(CHINCHON, 7)
    assert sum(counts.values()) == published["hands"]
    assert {str(deadwood): hands for deadwood, hands in counts.items()} == published[
        "histogram"
    ]


SMALL = [
    (CHINCHON, 3, 0),
    (CHINCHON, 2, 2),
    (FOURNIER, 2, 1),
    (DOUBLE_RUM, 2, 0),
    (CHINASO, 2, 1),
]


@pytest.mark.parametrize(("ruleset", "cards", "jokers"), SMALL)
def test_small_hands_one_by_one(ruleset, cards, jokers):
    hands = combinations(naive.pack(ruleset), cards)
    counts = Counter(
        naive.least_deadwood(ruleset, [*hand, *["*"] * jokers]) for hand in hands
    )
    assert census(ruleset, cards, jokers) == counts


def test_wild_cards_have_suits_that_cannot_be_renamed():
    with pytest.raises(
        ValueError,
        match=r"^where cards of one suit are wild, the suits cannot be renamed$",
    ):
        census(CHINCHON.with_options({"wild_cards": ["1o"]}), 2)


@pytest.fixture
def printed(monkeypatch, capsys):
    """The standard output and error output of `python -m rules.census`."""

    def printed(*arguments):
        monkeypatch.setattr("sys.argv", ["census", *arguments])
        with suppress(SystemExit):
            main()
        return capsys.readouterr()

    return printed


def test_the_census_is_printed_as_one_object(printed):
    one_card = {"1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4, "7": 4, "10": 12}
    assert (
        printed("chinchon", "--cards", "1").out
        == json.dumps({"hands": 40, "histogram": one_card}) + "\n"
    )
    with_joker = json.loads(printed("chinchon", "--cards", "1", "--jokers", "1").out)
    assert with_joker["histogram"] == {
        str(int(points) + 25): hands for points, hands in one_card.items()
    }
