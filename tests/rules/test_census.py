"""The census of least deadwood, against published counts, and its command."""

import json
from collections import Counter
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

from rules import census as census_module
from rules.census import census, classes, main
from rules.packs import Pack
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER, FRENCH, RULESETS
from tests.rules.support import naive
from tests.rules.support.hands import ruleset_packs
from tests.support import extent

PUBLISHED = Path(__file__).parent.parent / "conformance" / "census.json"


def test_seven_cards_of_chinchon_count_what_is_published():
    published = json.loads(PUBLISHED.read_text())
    counts = census(CHINCHON, 7)
    assert sum(counts.values()) == published["hands"]
    assert {str(deadwood): hands for deadwood, hands in counts.items()} == published["histogram"]


def test_there_are_849270_classes_of_seven_cards():
    assert sum(1 for _ in classes(10, 4, 7)) == 849_270


@pytest.mark.parametrize(("width", "suits", "cards"), [(3, 4, 5), (4, 3, 6), (5, 4, 0)])
def test_the_classes_stand_for_every_hand(width, suits, cards):
    def renamed(held):
        return tuple(sorted(sum(1 << rank for suit, rank in held if suit == one) for one in range(suits)))

    stock = [(suit, rank) for suit in range(suits) for rank in range(width)]
    hands = Counter(map(renamed, combinations(stock, cards)))
    assert Counter({tuple(sorted(held)): number for held, number in classes(width, suits, cards)}) == hands


GAMES = (CHINCHON, FOURNIER, FRENCH, DOUBLE_RUM, CHINASO)
SMALL = [(cards, jokers, game) for cards, jokers in ((2, 0), (2, 1), (2, 2)) for game in GAMES]
SMALL += [(3, 0, game) for game in GAMES[: extent.share("census of three cards", nightly=len(GAMES), here=1)]]


@pytest.mark.parametrize(("cards", "jokers", "ruleset"), SMALL)
def test_small_hands_one_by_one(ruleset, cards, jokers):
    hands = combinations(naive.pack(ruleset), cards)
    counts = Counter(
        naive.least_deadwood(ruleset, ruleset_packs(ruleset), [*hand, *["*"] * jokers]) for hand in hands
    )
    assert census(ruleset, cards, jokers) == counts


def test_without_a_word_about_jokers_nobody_has_any():
    assert census(CHINCHON, 1) == {int(points): hands for points, hands in ONE_CARD.items()}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_game_has_a_census(ruleset):
    hands = {Pack.SPANISH_40: 9880, Pack.FRENCH_52: 22100}[ruleset.pack]
    assert sum(census(ruleset, 3).values()) == hands


def test_wild_cards_have_suits_that_cannot_be_renamed():
    with pytest.raises(ValueError, match=r"^where cards of one suit are wild, the suits cannot be renamed$"):
        census(CHINCHON.turned({"wild_cards": ["1o"]}), 2)


@pytest.fixture
def printed(monkeypatch, capsys):
    """The standard output and error output of `python -m rules.census`."""

    def printed(*arguments):
        monkeypatch.setattr("sys.argv", ["census", *arguments])
        with suppress(SystemExit):
            main()
        return capsys.readouterr()

    return printed


ONE_CARD = {"1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4, "7": 4, "10": 12}


def test_the_census_is_printed_as_one_object(printed):
    assert printed("chinchon", "--cards", "1").out == json.dumps({"hands": 40, "histogram": ONE_CARD}) + "\n"
    with_joker = json.loads(printed("chinchon", "--cards", "1", "--jokers", "1").out)
    assert with_joker == {
        "hands": 40,
        "histogram": {str(int(n) + 25): 12 if n == "10" else 4 for n in ONE_CARD},
    }


def test_the_command_says_how_it_is_used(printed):
    help_text = " ".join(printed("--help").out.split())
    assert help_text.startswith("usage: python -m rules.census [-h] --cards CARDS [--jokers JOKERS]")
    assert "chinchon-fournier" in help_text
    assert help_text.endswith(
        "--cards CARDS natural cards in every hand --jokers JOKERS jokers in every hand"
    )
    assert " ".join(census_module.__doc__.split())[:60] in help_text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chinchon",), "the following arguments are required: --cards"),
        (("tute", "--cards", "1"), "invalid choice: 'tute'"),
        (("chinchon", "--cards", "one"), "invalid int value: 'one'"),
        (("chinchon", "--cards", "1", "--jokers", "one"), "invalid int value: 'one'"),
    ],
)
def test_what_is_mistyped_is_said(printed, arguments, complaint):
    assert complaint in printed(*arguments).err
