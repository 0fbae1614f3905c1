"""A paper sheet typed in afterwards: what is derived from its numbers, what is asked, saving it once."""

import re
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from rules.events import BoughtBackIn, Close, Declined, HandScored
from scores.circle.archive import lifecycle
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from tests.rules.support.table import hand, nobody_closed, on_table
from tests.scores.support.factories import start
from tests.scores.support.table import (
    errors,
    flat,
    form,
    lines,
    page_at,
    page_text,
    play,
    refusal,
    totals,
)

NAMES = ("Ana", "Luis", "Eva", "Paco")


def row(index, *numbers, kind="deadwood", **others):
    """A row of the grid: a number for each seat, None for a blank; other fields by their names."""
    typed = {
        f"{index}.{kind}_{seat}": str(number)
        for seat, number in enumerate(numbers)
        if number is not None
    }
    return typed | {f"{index}.{name}": text for name, text in others.items()}


def sheet(*rows, **others):
    typed = {}
    for index, numbers in enumerate(rows):
        typed |= row(index, *numbers)
    return typed | others


def page_of(phone, match):
    return page_at(phone, "paper", match)


def do(phone, page, act, typed):
    return phone.post(
        page.request["PATH_INFO"], {**form(page, "paper").fields, **typed, "do": act}
    )


def look(phone, match, typed):
    return do(phone, page_of(phone, match), "look", typed)


def save(phone, match, typed):
    """Preview the sheet, then save it."""
    looked = look(phone, match, typed)
    assert looked.status_code == 200, page_text(looked)
    return do(phone, looked, "save", {})


# What is read from a sheet

TOTALS = {"totals": "on"}
PLAYERS = {"rummy": 2, "queen-city": 2, "chinaso": 2, "rum-500-pairs": 4}
PAIRS = row(0, 60, 35, 20, 5, kind="table") | row(0, 4, 10, None, 15)
TWO_HANDS = [hand(0, 75, 60), hand(0, 45, 12)]


def seated(phone, game):
    if game == "gin in pairs":
        return start(phone, *NAMES, preset="gin", team_size="2")
    return start(phone, *NAMES[: PLAYERS.get(game, 3)], preset=game)


@pytest.mark.parametrize(
    ("game", "typed", "log"),
    [
        # who closed is read off the numbers where they tell
        ("chinchon", sheet((-10, 23, 41)), [hand(0, 23, 41)]),
        ("chinchon", sheet((23, None, 41)), [hand(23, 0, 41, closer=1)]),
        (
            "chinchon",
            sheet((0, 23, -25)),
            [hand(0, 23, 0, closer=2, close=Close.JOKER_RUN_2)],
        ),
        ("chinchon", sheet((20, 23, 41)), [nobody_closed(20, 23, 41)]),
        # what is said of the close counts
        (
            "chinchon",
            sheet((3, 2, 41)) | {"0.closer": "1"},
            [hand(3, 2, 41, closer=1)],
        ),
        (
            "chinchon",
            sheet((12, 30, None)) | {"0.close": "joker-run-1"},
            [hand(12, 30, 0, closer=2, close=Close.JOKER_RUN_1)],
        ),
        # a chinchón that wins needs no number
        (
            "chinchon",
            {"0.closer": "2", "0.close": "chinchon"},
            [HandScored({2: 0}, 2, Close.CHINCHON)],
        ),
        # whoever melded everything is told by the reward
        (
            "chinchon-french",
            sheet((-10, 23, -10)) | {"0.closer": "0"},
            [hand(0, 23, 0)],
        ),
        # who has a number in the next hand bought back in, and who has none did not
        (
            "chinchon-fournier",
            sheet((-10, 75, 60), (-10, 45, 12), (-10, 3, 12)),
            [*TWO_HANDS, BoughtBackIn(1), hand(0, 3, 12)],
        ),
        (
            "chinchon-fournier",
            sheet((-10, 75, 60), (-10, 45, 12), (-10, None, 12)),
            [*TWO_HANDS, Declined(1), hand(0, None, 12)],
        ),
        # behind the last hand the table is asked
        ("chinchon-fournier", sheet((-10, 75, 60), (-10, 45, 12)), TWO_HANDS),
        # totals are read as what each hand adds; below zero they may have any dash
        *(
            (
                "chinchon-fournier",
                sheet((-10, 75, 60), ("–20", 120, 72), third) | TOTALS,
                [*TWO_HANDS, BoughtBackIn(1), hand(0, 16, 12)],
            )
            for third in (("—30", 88, 84), (-30, "70+18", 84), (None, 88, 84))
        ),
        # a total that is repeated after it went past the limit is of who is out
        (
            "chinchon-fournier",
            sheet((-10, 75, 60), (-20, 120, 72), (-30, 120, 84)) | TOTALS,
            [*TWO_HANDS, Declined(1), hand(0, None, 12)],
        ),
        # other games
        ("rummy", row(0, 31, None), [hand(31, 0, closer=1, close=Close.OUT)]),
        (
            "queen-city",
            row(0, None, 47, kind="value"),
            [HandScored({}, 1, Close.RUMMY, value=47)],
        ),
        (
            "rum-500-pairs",
            PAIRS,
            [on_table((60, 4), (35, 10), (20, 0), (5, 15), closer=2)],
        ),
        (
            "chinaso",
            row(0, None, 85) | {"0.buys_1": "2"},
            [HandScored({0: 0, 1: 85}, 0, Close.OUT, buys={1: 2})],
        ),
        # the numbers of the two who played, or of the loser
        (
            "gin in pairs",
            sheet((5, None, None, 20), (None, None, 30, None)),
            [
                HandScored({0: 5, 3: 20}, 0, Close.KNOCK),
                HandScored({1: 0, 2: 30}, 1, Close.GIN),
            ],
        ),
        (
            "gin in pairs",
            sheet((None, None, None, 20), **{"0.closer": "2"}),
            [HandScored({2: 0, 3: 20}, 2, Close.GIN)],
        ),
    ],
)
def test_a_sheet_is_read(phone, game, typed, log):
    match = seated(phone, game)
    saved = save(phone, match, typed)
    assert saved.status_code == 302, page_text(saved)
    assert Sheet(match).log == log


def test_where_the_numbers_do_not_tell_it_is_asked_and_nothing_is_lost(
    phone, match, pairs
):
    for played, numbers in (
        (match, (3, 2, 41)),
        (match, (-10, -10, 5)),
        (match, (None, None, 12)),
        (pairs, (None, None, None, 20)),
    ):
        answered = look(phone, played, sheet(numbers))
        fields = form(answered, "paper").fields.items()
        assert answered.status_code == 422
        assert "Los números no dicen quién terminó" in page_text(answered)
        assert {
            name: value for name, value in fields if value and name[0] == "0"
        } == sheet(numbers)


NO_RUN = (
    "−10 no es lo que se apunta con ese cierre (Con dos comodines): déjalo en blanco."
)


@pytest.mark.parametrize(
    ("preset", "typed", "error"),
    [
        (
            "chinchon",
            sheet((-10, 23, 41)) | {"0.close": "joker-run-2", "0.closer": "0"},
            NO_RUN,
        ),
        (
            "queen-city",
            row(0, 12, 47, kind="value") | {"0.closer": "1"},
            "Solo cuenta la mano de quien salió.",
        ),
    ],
)
def test_a_number_that_is_not_that_of_the_close_is_pointed_out(
    phone, preset, typed, error
):
    answered = look(phone, start(phone, "Ana", "Luis", "Eva", preset=preset), typed)
    assert answered.status_code == 422
    assert errors(answered) == [error]


def test_only_the_closer_has_a_reward_where_others_have_none(phone, match):
    typed = sheet((-10, 23, -10)) | {"0.closer": "0"}
    assert look(phone, match, typed).status_code == 422


# The whole sheet


def test_looking_writes_nothing_and_tells_totals_and_who_goes_past(phone, match):
    answered = look(phone, match, sheet((-10, 70, 41), (-10, 45, 12)))
    told = ("Luis se pasa (115): reenganche en 53", "Guardar las 2 manos", "Sale bien.")
    assert [words in page_text(answered) for words in told] == [True] * 3
    totals = re.findall(
        r'<small class="num after ([^"]*)"[^>]*>.*?([−\d]+)\s*</small>', flat(answered)
    )
    after_first = [("closed", "−10"), ("", "70"), ("", "41")]
    assert totals == [*after_first, ("closed", "−20"), ("rebuy", "53"), ("", "53")]
    assert answered.status_code == 200
    assert lines(match) == []


def test_the_total_of_partners_stands_once_in_a_row(phone):
    match = start(phone, "Ana", "Luis", "Eva", "Paco", preset="rum-500-pairs")
    answered = look(phone, match, PAIRS)
    shown = r'class="num after[^"]*"[^>]*>(?:(?!</small>).)*?([−\d]+)</small>'
    assert re.findall(shown, flat(answered)) == ["76", "15"]


def test_after_a_change_it_is_looked_at_once_more_before_it_is_saved(phone, match):
    looked = look(phone, match, sheet((-10, 23, 41)))
    again = do(phone, looked, "save", {"0.deadwood_1": "33"})
    assert "Ha cambiado algo" in refusal(again)
    assert lines(match) == []
    assert do(phone, again, "save", {}).status_code == 302
    assert totals(match) == [-10, 33, 41]


def test_a_double_tap_writes_it_once_also_where_it_ended_the_match(phone, match):
    looked = look(phone, match, {"0.closer": "2", "0.close": "chinchon"})
    assert do(phone, looked, "save", {}).status_code == 302
    written = lines(match)
    assert do(phone, looked, "save", {}).status_code == 302
    assert lines(match) == written


def test_what_was_written_meanwhile_is_shown_before_anything_is_added(phone, match):
    looked = look(phone, match, sheet((-10, 70, 41)))
    play(phone, match, hand(0, 70, 41))
    clash = do(phone, looked, "save", {})
    assert clash.status_code == 409
    assert lines(match) == [(0, "hand")]
    assert "Mientras tanto" in page_text(clash)
    assert form(clash, "paper").fields["0.deadwood_1"] == "70"
    again = do(phone, do(phone, clash, "look", {}), "save", {})
    assert again.status_code == 302
    assert totals(match) == [-20, 82, 82]


def test_what_is_no_number_is_pointed_out_in_every_row_and_what_is_typed_stays(
    phone, match
):
    answered = look(phone, match, sheet((-10, "x", 41), (-10, 12, "y")))
    assert errors(answered) == [
        "Luis: eso no es un número.",
        "Eva: eso no es un número.",
    ]
    assert answered.status_code == 422
    assert answered.text.count('aria-invalid="true"') == 2
    refused = do(phone, answered, "save", sheet((-10, 70, 41), (-10, 500, 12)))
    assert "Luis no puede tener 500" in refusal(refused)
    longer = do(phone, refused, "more", {})
    fields = form(longer, "paper").fields
    assert longer.status_code == 200
    assert fields["rows"] == "15"
    assert fields["1.deadwood_1"] == "500"
    assert errors(longer) == []
    assert lines(match) == []


# Running totals


def test_a_total_that_goes_down_for_no_reason_is_asked_about(phone, match):
    answered = look(phone, match, sheet((-10, 54, 41), (-20, 41, 53)) | TOTALS)
    assert answered.status_code == 422
    assert errors(answered) == [
        "Luis baja de 54 a 41, y ningún cierre quita 13. ¿Está bien copiado?"
    ]
    assert 'name="totals" checked' in flat(answered)
    assert 'inputmode="numeric"' not in flat(answered)  # it has no minus
    assert lines(match) == []


def test_totals_are_offered_where_they_tell_what_a_hand_adds(phone):
    is_offered = {
        preset: "Mi hoja lleva totales"
        in page_text(page_of(phone, start(phone, "Ana", "Luis", preset=preset)))
        for preset in ("chinchon", "chinaso", "gin", "rummy", "rum-500")
    }
    assert is_offered == {
        "chinchon": True,
        "chinaso": False,
        "gin": False,
        "rummy": False,
        "rum-500": False,
    }


# Times


def test_hands_from_paper_have_the_noon_of_their_day_and_one_hour_for_all(phone, match):
    lifecycle.describe(match, place="", note="", played_on=date(2019, 3, 2))
    save(
        phone,
        match,
        sheet((-10, 70, 41), (-10, 12, 12)) | {"2.closer": "0", "2.close": "chinchon"},
    )
    noon = datetime(2019, 3, 2, 12, tzinfo=ZoneInfo("Europe/Madrid"))
    assert [entry.happened_at for entry in match.entries.all()] == [noon] * 3
    assert Match.objects.get().finished_at == noon


def test_money_that_changes_hands_is_said_with_its_currency(phone):
    match = start(phone, "Ana", "Luis", preset="rummy", per_point="1", currency="€")
    page = look(phone, match, sheet((None, 12)))
    assert "En dinero: Ana +12 €" in flat(page).replace("\xa0", " ")
