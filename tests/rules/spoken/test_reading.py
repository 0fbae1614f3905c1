"""A hand that is said: what is read, what is asked, and that nothing is read wrongly in silence."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.events import Close, HandScored
from rules.match.board import Board, new_board
from rules.presets import CHINCHON, RULESETS
from rules.spoken.reading import (
    LONGEST_TEXT,
    MOST_TEXTS,
    NOTHING,
    Heard,
    SpokenQuestion,
    hear,
    is_spoken,
)
from tests.rules.support.utterances import GAMES, utterance, verdict
from tests.support import extent

ANA_LUIS_EVA = {0: "Ana", 1: "Luis", 2: "Eva"}
SEEDS = range(extent.share("said hands", nightly=20, here=3))
MADE = 1000  # of each seed


def board(names: dict[int, str] = ANA_LUIS_EVA, **options: object) -> Board:
    return new_board(CHINCHON.with_options(options), len(names))


def said(*texts: str, names: dict[int, str] = ANA_LUIS_EVA, **options: object) -> Heard:
    return hear(board(names, **options), names, texts)


def whole(*points: int | None, closer: int | None = None, close: Close | None = None):
    """A hand of the table, with nothing to ask."""
    left = {seat: number for seat, number in enumerate(points) if number is not None}
    return Heard(HandScored(left, closer, close), (), True)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_said_is_read_wrongly_in_silence(seed, record_property):
    dice = random.Random(seed)
    verdicts: Counter[str] = Counter()
    wrong = []
    for _ in range(MADE):
        made = utterance(dice, dice.choice(("es", "es", "en")), dice.choice([*GAMES]))
        heard = hear(made.board, made.names, [made.text])
        verdicts[what := verdict(made, heard)] += 1
        wrong += [(made.text, made.hand, heard)] if what == "wrong" else []
    record_property("verdicts", str(verdicts))
    assert wrong == []
    assert verdicts["read"] > MADE / 2


@pytest.mark.parametrize(
    "text",
    [
        "Cierra Ana con dos, Luis quince y Eva veinte",
        "pues cierra Ana con 2 Luis 15 Eva 20 y ya está",
        "Luis quince, Eva veinte y Ana cierra con dos",
        "cierra con dos Ana, quince para Luis, veinte para Eva",
        "hana corta con doz, luiz kince i eba beinte",
        "Ana closes with two, Luis has fifteen and Eva twenty",
    ],
)
def test_the_order_and_the_spelling_do_not_matter(text):
    assert said(text) == whole(2, 15, 20, closer=0, close=Close.KNOCK)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("treinta y cinco", 35),
        ("30 y 5", 35),
        ("30 5", 35),
        ("treintaicinco", 35),
        ("thirty-five", 35),
        ("a hundred", 100),
        ("diez y seis", 16),
        ("veintiún", 21),
        ("cero", 0),
    ],
)
def test_numbers_are_read_in_words_and_digits_run_together_or_split(text, number):
    heard = said(f"cierra Ana con dos, Luis {text}, Eva veinte")
    assert heard == whole(2, number, 20, closer=0, close=Close.KNOCK)


@pytest.mark.parametrize(
    "text", ["ciento cuatro", "siento 4", "100 4", "a hundred and four"]
)
def test_numbers_go_beyond_a_hundred_where_hands_grow(text):
    chinaso = new_board(RULESETS["chinaso"], 3)
    heard = hear(chinaso, ANA_LUIS_EVA, [f"sale Ana, Luis {text}, Eva veinte"])
    assert heard == whole(None, 104, 20, closer=0, close=Close.OUT)


@pytest.mark.parametrize("minus", ["menos diez", "-10", "−10", "– 10", "minus ten"])
def test_the_one_below_zero_has_closed(minus):
    heard = said(f"Ana {minus}, Luis siete, Eva doce")
    assert heard == whole(None, 7, 12, closer=0, close=Close.CLEAN)


def test_a_close_is_read_by_its_name():
    closes = {
        "chinchón de Eva": Close.CHINCHON,
        "Eva chinchón": Close.CHINCHON,
        "escalera con comodín de Eva, Ana dos, Luis tres": Close.JOKER_RUN_1,
        "escalera con dos comodines de Eva, Ana dos, Luis tres": Close.JOKER_RUN_2,
        "Eva cierra limpio, Ana dos, Luis tres": Close.CLEAN,
    }
    assert {text: said(text).hand.close for text in closes} == closes
    assert all(said(text).is_whole for text in closes)


def test_nobody_closed_only_where_that_was_said():
    points = "Ana dos, Luis quince, Eva veinte"
    assert said(f"nadie cierra, {points}") == whole(2, 15, 20)
    assert not said(points).is_whole


def test_every_game_but_rum_500_can_be_said():
    spoken = {key for key in RULESETS if is_spoken(new_board(RULESETS[key], 4))}
    assert {*RULESETS} - spoken == {"rum-500", "rum-500-pairs"}


def test_what_cannot_be_a_hand_of_this_match_is_asked():
    lost_minus = said("cierra Ana con diez, Luis quince, Eva veinte")
    assert lost_minus.hand == HandScored({1: 15, 2: 20})
    assert lost_minus.questions == (SpokenQuestion("diez"),)
    too_many = said("cierra Ana con dos, Luis quince, Eva setecientos")
    assert too_many.hand == HandScored({0: 2, 1: 15}, 0, Close.KNOCK)
    assert too_many.questions == (SpokenQuestion("setecientos"),)


def test_a_name_that_is_nearly_one_of_the_table_is_asked():
    heard = said("cierra Ana con dos, Lis quince, Eva veinte")
    assert heard.hand == HandScored({0: 2, 2: 20}, 0, Close.KNOCK)
    assert heard.questions == (SpokenQuestion("lis", ((1, 15),), True),)


def test_two_who_sound_alike_are_asked():
    names = {0: "Víctor", 1: "Bíctor", 2: "Eva"}
    heard = said("cierra Eva con dos, Víctor quince", names=names)
    assert heard.hand == HandScored({2: 2}, 2, Close.KNOCK)
    assert heard.questions == (SpokenQuestion("victor", ((0, 15), (1, 15)), True),)


def test_who_is_asked_stands_in_the_order_of_the_seats():
    names = dict(enumerate("ABCDEFGHI")) | {0: "Eva", 1: "Bíctor", 8: "Víctor"}
    nine = new_board(CHINCHON, 9)
    (asked,) = hear(nine, names, ["cierra Eva con dos, Víctor quince"]).questions
    assert asked.choices == ((1, 15), (8, 15))


def test_a_name_that_is_a_number_is_asked():
    names = {0: "Tres", 1: "Luis", 2: "Eva"}
    assert not said(
        "cierra Luis con dos, Tres quince, Eva veinte", names=names
    ).is_whole
    assert said("cierra Luis con Tres, Eva quince", names=names) == NOTHING


def test_players_are_called_by_a_word_of_their_name_or_a_short_form():
    names = {0: "José Ruiz", 1: "Francisco", 2: "Ana Belén"}
    heard = said("cierra Pepe con dos, Paco quince, Belén veinte", names=names)
    assert heard == whole(2, 15, 20, closer=0, close=Close.KNOCK)


@pytest.mark.parametrize(
    "text",
    [
        "cierra Ana con dos, Luis y cinco, Eva veinte",  # «treinta» is lost
        "cierra Ana con dos, Luis treinta y, Eva veinte",  # «cinco»
        "cierra Ana con dos, Luis ciento, Eva veinte",
        "cierra Ana con dos, Luis menos, Eva veinte",
        "cierra Ana con dos, Luis 15 20",  # «Eva»
        "cierra Ana con, Luis quince, Eva veinte",  # «dos»
        "",
        "hola",
    ],
)
def test_a_lost_word_is_noticed(text):
    heard = said(text)
    assert not heard.is_whole
    assert 1 not in heard.hand.deadwood or heard.hand.deadwood[1] == 15


def test_a_number_behind_a_lost_name_is_not_that_of_the_next():
    """«Ana» became «el», and nobody knows that it was a name."""
    assert said("el 1, Luis nueve puntos, onda Eva").hand == HandScored({})


TYPED = HandScored({0: 2, 1: 15, 2: 20}, 0, Close.KNOCK)


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("Luis dieciséis", HandScored({0: 2, 1: 16, 2: 20}, 0, Close.KNOCK)),
        ("no, Luis treinta y seis", HandScored({0: 2, 1: 36, 2: 20}, 0, Close.KNOCK)),
        ("Ana tres", HandScored({0: 3, 1: 15, 2: 20}, 0, Close.KNOCK)),
        ("Ana menos diez", HandScored({1: 15, 2: 20}, 0, Close.CLEAN)),
        ("chinchón de Ana", HandScored({1: 15, 2: 20}, 0, Close.CHINCHON)),
    ],
)
def test_one_number_more_corrects_what_is_typed(text, hand):
    heard = hear(board(), ANA_LUIS_EVA, [text], TYPED)
    assert heard == Heard(hand, (), True)


def test_of_several_readings_the_one_that_is_whole_counts():
    right = "cierra Ana con dos, Luis quince, Eva veinte"
    assert said("cierra Ana con dos, tis quince, Eva veinte", right) == said(right)
    other = said(right, "cierra Ana con dos, Luis 15, Eva 30")
    assert other.hand == HandScored({0: 2, 1: 15}, 0, Close.KNOCK)
    assert other.questions == (SpokenQuestion("20", ((2, 20), (2, 30))),)
    assert said(right, "cierra Luis con dos, Ana 15, Eva 20") == NOTHING


def test_of_two_readings_that_differ_in_the_number_of_who_closed_that_is_asked():
    readings = [f"cierra Ana con {two}, Luis 15, Eva 20" for two in ("dos", "doce")]
    limit = {"close_limit": 12}
    heard = hear(board(**limit), ANA_LUIS_EVA, readings)
    asked = SpokenQuestion("2", ((0, 2), (0, 12)))
    assert heard == Heard(HandScored({1: 15, 2: 20}, 0), (asked,), False)
    queen_city = new_board(RULESETS["queen-city"], 3)
    readings = [f"sale Ana con {value}" for value in ("treinta", "trece")]
    heard = hear(queen_city, ANA_LUIS_EVA, readings)
    asked = SpokenQuestion("30", ((0, 13), (0, 30)))
    assert heard == Heard(HandScored({}, 0, Close.RUMMY), (asked,), False)


def test_longer_texts_and_more_readings_than_a_recogniser_gives_are_not_read():
    right = "cierra Ana con dos, Luis quince, Eva veinte"
    assert said(right + " " * LONGEST_TEXT) == NOTHING
    assert said(*["hola"] * MOST_TEXTS, right) == NOTHING
