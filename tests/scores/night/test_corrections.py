"""A correction after the next round was published moves nobody: it says who plays although out, and the
organiser leaves it or seats those who should play. And nobody is drafted or left out by silence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from rules.events import Finished
from rules.match.corrections import Amended, Change
from rules.night import events
from rules.night.events import At, CutBy
from rules.night.presets import Format
from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Stage
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Role
from scores.night.changes import NOTHING, Changes, exchange_of_seats
from scores.night.log import now_of, sheet_of
from scores.night.models import Night
from tests.rules.night.support.logs import night_of, tables_of
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import (
    EIGHT,
    THIRTEEN,
    all_reported,
    by_link,
    ended,
    let_in,
    open_night,
    played,
    published,
    reported,
    taken_back,
    told,
    write_lines,
)
from tests.scores.support.table import (
    buttons,
    html_of,
    page_at,
    page_of,
    page_text,
    refusal,
    send_to,
    tap,
    text_on,
)

KEEP = "Dejarlo así"
CHANGE = "Sentar a quien toca"


@pytest.fixture
def night(circle: Circle) -> Night:
    """Twelve play a knockout, six of them in round 2."""
    night = published(open_night(circle, *THIRTEEN[:12], preset=Format.KNOCKOUT))
    return published(all_reported(night))


def seats(night: Night, number: int, table: int) -> tuple[int, ...]:
    return sheet_of(night).seats_at(At(number, table))


def corrected(night: Night) -> tuple[int, int]:
    """Who went on from table 1 and should not have, and who should have."""
    _first, second, third, _last = seats(night, 1, 1)
    reported(night, 1, 3, 2, 4)
    return second, third


def table_of(night: Night, entrant: int) -> int | None:
    return sheet_of(night).rounds[-1].table_of.get(entrant)


def names(night: Night, *entrants: int) -> list[str]:
    return [THIRTEEN[entrant - 1] for entrant in entrants]


def desk(phone: Client, night: Night) -> str:
    return text_on(phone, "night-desk", night)


def choose(phone: Client, night: Night, button: str) -> None:
    tap(phone, page_of(phone, night), button)


def test_a_corrected_hand_moves_the_standings_and_no_seat(circle):
    """Who sat down first won the first round."""
    night = published(open_night(circle))
    write(played(night), hand(0, 10, 20, 30), Finished())
    before = now_of(published(night))
    order = seats(night, 1, 1)
    assert tuple(line.entrant for line in before.lines) == order
    assert before.changes == NOTHING
    write(played(night), Amended((Change(0, hand(30, 20, 10, 0, closer=3)),)))
    now = now_of(night)
    assert tuple(line.entrant for line in now.lines) == order[::-1]
    assert now.sheet.rounds == before.sheet.rounds
    moved = {(each.entrant, each.before, each.now) for each in now.changes.ranks}
    assert moved == {(name, rank, 5 - rank) for rank, name in enumerate(order, 1)}


def test_the_desk_names_who_plays_although_out_and_offers_two_ways(phone, night):
    assert "Con los resultados de ahora" not in desk(phone, night)
    out, back = names(night, *corrected(night))
    text = desk(phone, night)
    said = f"Juega esta ronda, y con los resultados de ahora estaría fuera: {out}."
    assert said in text
    assert f"Tendría que jugar esta ronda y no tiene mesa: {back}." in text
    assert {KEEP, CHANGE} <= {*buttons(page_of(phone, night))}
    helper = by_link(night, Role.SCORE)
    assert said in desk(helper, night)
    assert KEEP not in buttons(page_of(helper, night))
    assert send_to(helper, "night-seats", night, do="keep").status_code == 404
    # left as it is it says so no more until another correction
    choose(phone, night, KEEP)
    text = desk(phone, night)
    assert "Con los resultados de ahora" not in text
    assert "Se deja como está quién juega la ronda 2" in text
    reported(night, 3, 2, 1, 4)
    assert "estaría fuera" in desk(phone, night)


def test_who_should_play_sits_down_where_no_hand_is_written_and_back_again(
    phone, night
):
    out, back = corrected(night)
    table = table_of(night, out)
    choose(phone, night, CHANGE)
    assert (table_of(night, out), table_of(night, back)) == (None, table)
    assert out not in sheet_of(night).rounds[-1].everybody
    people = {seat.player.name for seat in played(night, 2, table).seats.all()}
    assert set(names(night, back)) <= people
    page = page_of(phone, night)
    assert "estaría fuera" not in page_text(page)
    undo = next(each for each in buttons(page) if each.startswith("Deshacer"))
    tap(phone, page, undo)
    assert (table_of(night, out), table_of(night, back)) == (table, None)
    assert "estaría fuera" in desk(phone, night)


def test_a_table_with_a_hand_keeps_its_people_and_another_corrections_tap_is_none(
    phone, night
):
    out, back = corrected(night)
    write(played(night, 2, table_of(night, out)), hand(0, 12, 9))
    assert CHANGE not in buttons(page_of(phone, night))
    before = sheet_of(night)
    for do, key in (("change", f"{out}-0-{back}"), ("keep", ""), ("keep", "1-0-2")):
        send_to(phone, "night-seats", night, do=do, key=key)
    assert sheet_of(night) == before


@pytest.mark.parametrize("do", ["keep", "change"])
def test_a_tap_after_the_end_of_the_night_changes_nothing_and_says_so(phone, night, do):
    out, back = corrected(night)
    before = sheet_of(ended(night))
    tapped = {"do": do, "key": f"{out}-0-{back}"}
    answer = send_to(phone, "night-seats", night, **tapped)
    assert "La noche ya terminó" in refusal(answer)
    assert sheet_of(night) == before


def test_a_pair_takes_no_chair_that_the_game_does_not_have():
    sheet = night_of(Stage(match=MatchOf(sizes=Sizes(3, 4, 5))), 7, [(1, 2, 3, 4, 5)])
    pair = replace(sheet.badges[6], people=(6, 60))
    sheet = replace(sheet, badges={**sheet.badges, 6: pair})
    both = Changes(back=(6, 7), out=(1,))
    moved = events.Moved(1, tables_of((7, 2, 3, 4, 5)), (1,))
    assert exchange_of_seats(sheet, both, []) == moved
    assert exchange_of_seats(sheet, both, [1]) is None
    assert exchange_of_seats(sheet, both._replace(back=(6,)), []) is None


def test_nobody_goes_from_a_knockout_into_its_final_without_a_seat_in_the_last_round(
    phone, night
):
    gone = seats(night, 2, 1)
    told(night, *(events.Left(entrant) for entrant in gone))
    published(all_reported(night, 2))
    finalists = {*sheet_of(night).rounds[2].tables[0].seats}
    assert finalists <= sheet_of(night).rounds[1].everybody - {*gone}


def test_a_draft_names_who_comes_in_anew_and_who_won_and_does_not_play(phone, circle):
    night = open_night(circle, *EIGHT, preset=Format.LIVES)
    told(night, events.Away(8))
    published(night)
    all_reported(told(night, events.Back(8)))
    winner = seats(night, 1, 1)[0]
    told(night, events.Left(winner))
    draft = text_on(phone, "night-seat", night)
    assert "No jugó la ronda 1 y juega esta: Sol." in draft
    assert f"Ganó su mesa y no juega esta ronda: {EIGHT[winner - 1]}." in draft


def test_who_comes_late_and_waits_is_no_changed_result(phone, circle):
    night = all_reported(published(open_night(circle, *EIGHT, preset=Format.LIVES)))
    page_at(phone, "night-seat", night)
    let_in(phone, night, "Rosa")
    page = page_at(phone, "night-seat", night)
    waits = tap(phone, page, "Que entre en la ronda 3")
    assert "Ha llegado" not in page_text(waits)
    tap(phone, waits, "Publicar la ronda 2")
    assert sheet_of(night).last_round == 2
    assert "Con los resultados de ahora" not in desk(phone, night)
    assert 9 not in sheet_of(night).rounds[-1].everybody


# A cut is decided in front of everybody


FOLLOWED = ("night-desk", "night-standings", "night-hall")


def two_level(night: Night) -> Night:
    """Who is second and third at table 1 are level for its last seat."""
    reported(night, 1, 2, 2, 4)
    return reported(night, table=2)


def test_a_cut_is_told_on_desk_standings_and_hall_until_the_next_round(phone, knockout):
    night = two_level(knockout)
    level = tuple(sorted(seats(night, 1, 1)[1:3]))
    told(night, events.CutDecided(At(1, 1), level, level[:1], CutBy.LOT))
    on, off = names(night, *level)
    said = (
        f"empataban {on} y {off}. Sorteo delante de todos: pasa {on}; {off} queda fuera"
    )
    assert [said in text_on(phone, page, night) for page in FOLLOWED] == [True] * 3
    taken_back(night)
    pages = [page_at(phone, name, night) for name in FOLLOWED]
    assert "Empates" in page_text(pages[2])
    undone = f"<s>Ronda 1, mesa 1: {said}</s>"
    assert [undone in unmarked_text(html_of(page)) for page in pages] == [True] * 3
    told(night, events.CutDecided(At(1, 1), level, level[1:], CutBy.PLAYOFF))
    published(night)
    desk, standings, hall = (text_on(phone, page, night) for page in FOLLOWED)
    assert ["Empates" in text for text in (desk, standings)] == [False] * 2
    assert said not in hall


@pytest.mark.parametrize(
    ("payload", "is_in_force"),
    [
        ({"at": [1, 1], "through": [1]}, True),
        ({"at": [1, 1], "through": []}, False),
        ({"at": [1, 1], "through": [9]}, False),
        ({"round": 1, "table": 1, "through": [1]}, False),
    ],
)
def test_a_cut_that_cannot_be_read_or_was_refused_is_told_nowhere(
    phone, knockout, payload, is_in_force
):
    write_lines(knockout, ("cut", {"level": [1, 2], "by": "lot", **payload}))
    all_reported(knockout)
    for page in FOLLOWED:
        assert ("empataban" in text_on(phone, page, knockout)) == is_in_force


@pytest.mark.parametrize("count", [0, 2])
def test_a_choice_of_too_few_or_too_many_says_so(phone, knockout, count):
    night = two_level(knockout)
    cut = page_of(phone, night).context["desk"].cut
    posted = {"cut": cut.key, "by": "playoff", "through": cut.level[:count]}
    answer = send_to(phone, "night-cut", night, **posted)
    assert f"Pasa 1, y has tocado {count}." in refusal(answer)
    assert sheet_of(night).cuts == ()
    send_to(phone, "night-cut", night, **posted | {"through": cut.level[:1]})
    assert [each.through for each in sheet_of(night).cuts] == [cut.level[:1]]
