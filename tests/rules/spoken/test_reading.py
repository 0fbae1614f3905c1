"""A hand that is said: what is read, what is asked, and that nothing is read wrongly in silence."""

import random
from collections import Counter

import pytest

from rules.events import Close
from rules.match.board import new_board
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
from tests.rules.support.table import hand
from tests.rules.support.utterances import PLAYERS, utterance, verdict
from tests.support import extent

ANA_LUIS_EVA = {0: "Ana", 1: "Luis", 2: "Eva"}
SEEDS = range(extent.share("said hands", nightly=20, here=3))
MADE = 1000  # of each seed


def board(names=ANA_LUIS_EVA, **options):
    return new_board(CHINCHON.with_options(options), len(names))


def said(*texts, names=ANA_LUIS_EVA, **options):
    return hear(board(names, **options), names, texts)


def said_at(game, *texts):
    """What is heard at a table of three of that game."""
    return hear(new_board(RULESETS[game], 3), ANA_LUIS_EVA, texts)


def whole(*points, closer=0, close=Close.KNOCK):
    """A hand of the table, with nothing to ask."""
    left = {seat: number for seat, number in enumerate(points) if number is not None}
    return Heard(closer, close, left, ())


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_said_is_read_wrongly_in_silence(seed, record_property):
    dice = random.Random(seed)
    verdicts = Counter()
    wrong = []
    for _ in range(MADE):
        made = utterance(dice, dice.choice(("es", "es", "en")), dice.choice([*PLAYERS]))
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
    assert said(text) == whole(2, 15, 20)


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
    assert heard == whole(2, number, 20)


@pytest.mark.parametrize(
    "text", ["ciento cuatro", "siento 4", "100 4", "a hundred and four"]
)
def test_numbers_go_beyond_a_hundred_where_hands_grow(text):
    heard = said_at("chinaso", f"sale Ana, Luis {text}, Eva veinte")
    assert heard == whole(None, 104, 20, close=Close.OUT)


@pytest.mark.parametrize("minus", ["menos diez", "-10", "−10", "– 10", "minus ten"])
def test_the_one_below_zero_has_closed(minus):
    heard = said(f"Ana {minus}, Luis siete, Eva doce")
    assert heard == whole(None, 7, 12, close=Close.CLEAN)


def test_a_close_is_read_by_its_name():
    closes = {
        "chinchón de Eva": Close.CHINCHON,
        "Eva chinchón": Close.CHINCHON,
        "escalera con comodín de Eva, Ana dos, Luis tres": Close.JOKER_RUN_1,
        "escalera con dos comodines de Eva, Ana dos, Luis tres": Close.JOKER_RUN_2,
        "Eva cierra limpio, Ana dos, Luis tres": Close.CLEAN,
    }
    assert {text: said(text).close for text in closes} == closes
    assert not any(said(text).questions for text in closes)


def test_nobody_closed_only_where_that_was_said():
    points = "Ana dos, Luis quince, Eva veinte"
    assert said(f"nadie cierra, {points}") == whole(2, 15, 20, closer=None, close=None)
    asked = (SpokenQuestion(""),)
    assert said(points) == Heard(None, None, {0: 2, 1: 15, 2: 20}, asked)


def test_every_game_but_rum_500_can_be_said():
    spoken = {key for key in RULESETS if is_spoken(new_board(RULESETS[key], 4))}
    assert {*RULESETS} - spoken == {"rum-500", "rum-500-pairs"}


def test_what_cannot_be_a_hand_of_this_match_is_asked():
    lost_minus = said("cierra Ana con diez, Luis quince, Eva veinte")
    assert lost_minus == Heard(None, None, {1: 15, 2: 20}, (SpokenQuestion("diez"),))
    too_many = said("cierra Ana con dos, Luis quince, Eva setecientos")
    asked = (SpokenQuestion("setecientos"),)
    assert too_many == Heard(0, Close.KNOCK, {0: 2, 1: 15}, asked)


def test_who_is_missing_is_asked():
    heard = said("cierra Ana con dos, Luis quince")
    assert heard == Heard(0, Close.KNOCK, {0: 2, 1: 15}, (SpokenQuestion(""),))


def test_a_name_that_is_nearly_one_of_the_table_is_asked():
    heard = said("cierra Ana con dos, Lis quince, Eva veinte")
    asked = (SpokenQuestion("lis", ((1, 15),), True),)
    assert heard == Heard(0, Close.KNOCK, {0: 2, 2: 20}, asked)


def test_two_who_sound_alike_are_asked():
    names = {0: "Víctor", 1: "Bíctor", 2: "Eva"}
    heard = said("cierra Eva con dos, Víctor quince", names=names)
    asked = (SpokenQuestion("victor", ((0, 15), (1, 15)), True),)
    assert heard == Heard(2, Close.KNOCK, {2: 2}, asked)


def test_who_is_asked_stands_in_the_order_of_the_seats():
    names = dict(enumerate("ABCDEFGHI")) | {0: "Eva", 1: "Bíctor", 8: "Víctor"}
    nine = new_board(CHINCHON, 9)
    (asked,) = hear(nine, names, ["cierra Eva con dos, Víctor quince"]).questions
    assert asked.choices == ((1, 15), (8, 15))


def test_a_name_that_is_a_number_is_asked():
    names = {0: "Tres", 1: "Luis", 2: "Eva"}
    three = said("cierra Luis con dos, Tres quince, Eva veinte", names=names)
    asked = (SpokenQuestion("tres", ((0, 15),), True),)
    assert three == Heard(1, Close.KNOCK, {1: 2, 2: 20}, asked)
    assert said("cierra Luis con Tres, Eva quince", names=names) == NOTHING


def test_a_name_that_may_be_chatter_is_asked():
    names = {0: "Mira", 1: "Luis", 2: "Eva"}
    heard = said("cierra Eva con dos, Luis quince, Mira veinte", names=names)
    asked = (SpokenQuestion("mira", ((0, 20),), True),)
    assert heard == Heard(2, Close.KNOCK, {1: 15, 2: 2}, asked)
    no_number = "Luis cero, Eva, Mira corta con uno"  # Eva has not closed
    assert said(no_number, names=names) == NOTHING


def test_players_are_called_by_a_word_of_their_name_or_a_short_form():
    names = {0: "José Ruiz", 1: "Francisco", 2: "Ana Belén"}
    heard = said("cierra Pepe con dos, Paco quince, Belén veinte", names=names)
    assert heard == whole(2, 15, 20)


@pytest.mark.parametrize(
    "text",
    [
        "cierra Ana con dos, Luis y cinco, Eva veinte",  # «treinta» is lost
        "cierra Ana con dos, Luis treinta y, Eva veinte",  # «cinco»
        "cierra Ana con dos, Luis ciento, Eva veinte",
        "cierra Ana con dos, Luis menos, Eva veinte",
        "cierra Ana con dos, Luis 15 20",  # «Eva»
        "cierra Ana con dos, Eva veinte, Luis treinta lis",  # «seis»
        "lis treinta Luis, veinte Eva, cierra Ana con dos",  # «ciento»
        "cierra Ana con, Luis quince, Eva veinte",  # «dos»
        "",
        "hola",
    ],
)
def test_a_lost_word_is_noticed(text):
    heard = said(text)
    assert heard.questions
    assert heard.numbers.get(1, 15) == 15


@pytest.mark.parametrize("text", ["ciento y cinco", "doscientos y 5"])
def test_lost_tens_behind_a_hundred_are_noticed(text):
    assert said_at("chinaso", f"sale Ana, Eva 3, Luis {text}") == NOTHING


def test_a_number_behind_a_lost_name_is_not_that_of_the_next():
    """«Ana» became «el», and nobody knows that it was a name."""
    assert said("el 1, Luis nueve puntos, onda Eva") == NOTHING


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("chinchon", "corta Ana, dos de Luis, 20 de Eva"),  # Ana has 2, or Luis
        ("chinchon", "Ana corta con, uno para Luis, 20 para Eva"),
        ("chinchon", "Ana dos, Luis quince, Ana cierra, Eva 20"),
        ("chinchon", "cierra Ana con dos, Luis 10 6, Eva 20"),
        ("chinchon", "cierra limpio Ana, 15 Luis, carta"),  # Eva?
        ("chinchon", "cierra Ana, Lis quince, Eva 20"),  # nor is it clear how
        ("chinchon", "Eva 20 Ana cierra con dos Luis treinta tas"),  # and three?
        ("chinchon", "chinchón Ana, tal"),  # or of somebody, and Ana has a number?
        ("chinchon", "cierra Lis con, 20 Eva, 5 Ana"),
        ("chinchon", "Lis cierra, 20 Eva, 5 Ana"),
        ("chinchon", "cierra Ana 30 a Luis 20"),  # and Eva?
        ("chinchon", "cierra Ana con cero, Luis 20, Eva"),  # or Luis has 0?
        ("rummy", "Luis 15, Eva 20, Ana sale onda"),  # with rummy?
    ],
)
def test_what_can_be_meant_in_two_ways_is_not_read(game, text):
    assert said_at(game, text) == NOTHING


def test_where_anyone_may_be_below_zero_it_does_not_say_who_closed():
    heard = said_at("chinchon-french", "Ana menos diez, Luis siete, Eva doce")
    assert heard[:3] == (None, None, {1: 7, 2: 12})


def test_a_number_of_who_closed_that_may_be_two_is_not_read():
    """«con 20, Eva 5»."""
    assert said("corta Ana con 20 5, Luis 3", close_limit=30) == NOTHING


@pytest.mark.parametrize(
    ("game", "text", "numbers"),
    [
        ("rummy", "Luis 15, Eva 20, Ana sale con", {1: 15, 2: 20}),
        ("chinchon", "Ana cierra con dos 15 Luis y cinco para Eva", {0: 2, 1: 15}),
        ("chinchon", "chinchón de Ana, Luis cien y veinte", {}),  # «cien Eva veinte»
    ],
)
def test_a_number_that_may_lack_a_part_is_left_empty(game, text, numbers):
    heard = said_at(game, text)
    assert (heard.closer, heard.numbers) == (0, numbers)
    assert heard.questions


TYPED = hand(2, 15, 20)


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("Luis dieciséis", whole(2, 16, 20)),
        ("no, Luis treinta y seis", whole(2, 36, 20)),
        ("dieciséis para Luis", whole(2, 16, 20)),
        ("Ana tres", whole(3, 15, 20)),
        ("Ana menos diez", whole(None, 15, 20, close=Close.CLEAN)),
        ("chinchón de Ana", whole(None, 15, 20, close=Close.CHINCHON)),
    ],
)
def test_one_number_more_corrects_what_is_typed(text, corrected):
    assert hear(board(), ANA_LUIS_EVA, [text], TYPED) == corrected


def test_of_several_readings_the_one_that_is_whole_counts():
    right = "cierra Ana con dos, Luis quince, Eva veinte"
    assert said("cierra Ana con dos, tis quince, Eva veinte", right) == said(right)
    other = said(right, "cierra Ana con dos, Luis 15, Eva 30")
    asked = (SpokenQuestion("20", ((2, 20), (2, 30))),)
    assert other == Heard(0, Close.KNOCK, {0: 2, 1: 15}, asked)
    assert said(right, "cierra Luis con dos, Ana 15, Eva 20") == NOTHING


def test_of_two_readings_that_differ_in_the_number_of_who_closed_that_is_asked():
    readings = [f"cierra Ana con {two}, Luis 15, Eva 20" for two in ("dos", "doce")]
    heard = said(*readings, close_limit=12)
    asked = SpokenQuestion("2", ((0, 2), (0, 12)))
    assert heard == Heard(0, None, {1: 15, 2: 20}, (asked,))
    readings = [f"sale Ana con {value}" for value in ("treinta", "trece")]
    heard = said_at("queen-city", *readings)
    asked = SpokenQuestion("30", ((0, 13), (0, 30)))
    assert heard == Heard(0, Close.RUMMY, {}, (asked,))


def test_longer_texts_and_more_readings_than_a_recogniser_gives_are_not_read():
    right = "cierra Ana con dos, Luis quince, Eva veinte"
    assert said(right + " " * LONGEST_TEXT) == NOTHING
    assert said(*["hola"] * MOST_TEXTS, right) == NOTHING
