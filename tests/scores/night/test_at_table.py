"""The phone of a table: what it is told from round to round, what it tells the organiser, how it calls."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.night.stages import EndOfMatch, MatchOf, Stage
from scores.circle.circles.merging import erase_name
from scores.models import Match, Phone, Role
from scores.night.desk.page import Desk
from scores.night.log import sheet_of
from scores.night.models import Night, Sitting
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, start, write
from tests.scores.support.nights import (
    EIGHT,
    by_link,
    ended,
    open_night,
    played,
    published,
    reported,
    scanned,
    seats_of,
)
from tests.scores.support.table import (
    address_of,
    page_at,
    page_of,
    page_text,
    send_to,
    tap,
    text_on,
)

SHORT = Stage(number=2, match=MatchOf(ends=EndOfMatch.HANDS, number=1))


@pytest.fixture
def night(circle) -> Night:
    """Two rounds of one hand for four, of which the first is published."""
    return published(open_night(circle, stages=(SHORT,)))


def match_of(number: int = 1) -> Match:
    return Match.objects.get(sitting__round=number)


def strip(client: Client, match: Match) -> str:
    """The text of the strip, as the script of the board asks for it."""
    address = address_of("match-night", match)
    return page_text(client.get(address, headers={"HX-Request": "true"}))


def says(client: Client, do: str, match: Match | None = None) -> int:
    return send_to(client, "match-missing", match or match_of(), do=do).status_code


def missing() -> list[int]:
    return Sitting.objects.get(match__deleted_at=None).missing


def test_the_strip_says_table_round_and_clock_then_the_ranks_and_where_it_plays_on(
    night,
):
    table = scanned(night)
    first = match_of()
    assert strip(table, first) == "Mesa 1 · ronda 1 de 2 ¿Falta alguien?"
    Night.objects.update(clock_ends_at=timezone.now() + timedelta(seconds=17.5 * 60))
    assert strip(table, first) == "Mesa 1 · ronda 1 de 2 · 18 min ¿Falta alguien?"
    Night.objects.update(clock_ends_at=timezone.now())
    assert strip(table, first) == "Mesa 1 · ronda 1 de 2 · última mano ¿Falta alguien?"
    write(first, hand(0, 5, 5, 12))
    names = [seat.player.name for seat in first.seats.order_by("position")]
    places = "1.º {} · 2.º {} · 2.º {} · 4.º {}".format(
        *names[:1], *sorted(names[1:3]), names[3]
    )
    waits = strip(table, first)
    assert waits == f"Mesa 1 · ronda 1 de 2 Llamar {places} Espera a la ronda 2."
    published(night)
    assert strip(table, first) == f"Mesa 1 · ronda 1 de 2 {places} A la ronda 2"
    page = page_at(table, "match-night", first)
    assert f'href="{match_of(2).get_absolute_url()}"' in page.text
    write(match_of(2), hand(0, 5, 5, 12))
    assert strip(table, match_of(2)).endswith("Era la última ronda.")
    ended(night)
    assert strip(table, match_of(2)).endswith("La noche ha terminado.")


def test_a_match_of_so_many_hands_says_hands_and_not_points(phone, night):
    board = page_of(phone, match_of()).text
    [facts] = re.findall(r'<span class="facts">([^<]*)</span>', board)
    assert facts.split() == ["1", "mano"]
    big = page_at(phone, "big", match_of()).text
    [small] = re.findall(r"<small>([^<]*)</small>", big[: big.index("</h1>")])
    assert small.split()[-2:] == ["1", "mano"]


def test_a_result_by_hand_stands_beside_that_of_the_phone_until_it_is_withdrawn(
    phone, night
):
    table = scanned(night)
    first = match_of()
    write(first, hand(0, 5, 6, 12))
    names = [seat.player.name for seat in first.seats.order_by("position")]
    reported(night, 4, 3, 2, 1, reason="Se leyó mal")
    by_phone = " · ".join(f"{at}.º {name}" for at, name in enumerate(names, 1))
    by_hand = " · ".join(f"{at}.º {name}" for at, name in enumerate(names[::-1], 1))
    counts = "Cuenta lo apuntado a mano por quien organiza. «Se leyó mal»"
    told_so = f"{by_hand} {counts} El teléfono decía: {by_phone}"
    assert told_so in strip(table, first)
    assert Desk.of(night).tables[0].has_two_results
    page = page_at(phone, "night-table", night, 1, 1)
    assert "cuenta este «Se leyó mal»" in page_text(page)
    for _tap in (1, 2):
        tap(phone, page, "Retirar lo apuntado a mano")
    assert "a mano" not in strip(table, first)
    assert by_phone in strip(table, first)


def test_who_watches_goes_on_only_where_they_may_and_gets_no_card(night):
    member = phone_of(night.circle, Role.WATCH)
    guest = phone_of(match_of(), Role.WATCH)
    write(match_of(), hand(0, 5, 6, 12))
    published(night)
    assert strip(member, match_of()).endswith("A la ronda 2")
    assert strip(guest, match_of()).endswith(
        "La ronda 2 está publicada: mira en la lista dónde te toca."
    )
    address = address_of("match-night", match_of(2))
    uncached = "private, no-store"
    for client, has_card in ((member, False), (scanned(night), True)):
        answer = client.get(address, headers={"HX-Request": "true"})
        assert ("/l/place/" in answer.text, answer["Cache-Control"]) == (
            has_card,
            uncached,
        )


def test_a_board_has_the_strip_only_at_a_night_and_costs_the_same(
    phone, night, django_assert_num_queries
):
    for match, is_of_night in (
        (match_of(), True),
        (start(phone, "Ana", "Luis"), False),
    ):
        with django_assert_num_queries(3):
            board = page_of(phone, match).text
        assert ('id="night"' in board, "night_table.css" in board) == (
            is_of_night,
            is_of_night,
        )
    assert page_at(phone, "match-night", match).status_code == 404


def test_below_a_table_of_the_night_is_no_rematch_and_no_list_of_what_the_hall_won(
    phone, night
):
    write(match_of(), hand(0, 5, 6, 12))
    published(night)
    write(match_of(2), hand(0, 5, 6, 12))
    page = page_of(phone, match_of(2))
    assert address_of("rematch", match_of(2)) not in page.text
    assert "Lo del día" not in page_text(page)


def test_somebody_who_is_missing_is_told_once_and_taken_back(phone, night):
    table = scanned(night)
    name = match_of().seats.get(position=0).player.name
    entrant = seats_of(night)[0]
    assert [says(table, f"missing {entrant}") for _tap in range(2)] == [302, 302]
    assert missing() == [entrant]
    assert f"{name} ya está" in text_on(table, "match-night", match_of())
    organisers = address_of("night-table", night, 1, 1)
    assert f"dice que no está: {name}" in text_on(phone, "night-desk", night)
    page = phone.get(organisers)
    assert f"La mesa dice que {name} no está." in page_text(page)
    tap(phone, page, f"{name} ya está")
    assert missing() == []
    assert "dice que no está" not in text_on(phone, "night-desk", night)
    says(table, f"missing {entrant}")
    assert [says(table, f"here {entrant}") for _tap in range(2)] == [302, 302]
    assert missing() == []


def test_who_is_missing_is_still_so_at_the_table_that_their_people_join(phone, circle):
    night = published(open_night(circle, *EIGHT[:7]))
    small, other = sorted(
        sheet_of(night).rounds[0].tables, key=lambda one: len(one.seats)
    )
    for at, entrant in ((small, small.seats[0]), (other, other.seats[1])):
        match = played(night, table=at.number)
        assert says(phone, f"missing {entrant}", match) == 302
    send_to(phone, "night-table", night, 1, small.number, do="break")
    assert sorted(missing()) == sorted([small.seats[0], other.seats[1]])


def test_nobody_is_missing_but_who_sits_there(phone, night):
    assert [says(phone, f"missing {who}") for who in (17, "Luis")] == [409, 404]
    assert missing() == []


# It calls «Venid a nuestra mesa»: the organiser and the helpers see it, and one of them comes


@pytest.fixture
def table(night) -> Client:
    return scanned(night)


def calls(client: Client, do: str = "call") -> int:
    return send_to(client, "match-call", match_of(), do=do).status_code


def answers(client: Client, night: Night, do: str) -> int:
    return send_to(client, "night-call", night, 1, 1, do=do).status_code


def called() -> tuple[datetime | None, Phone | None]:
    """Since when the first table calls, and who comes."""
    sitting = Sitting.objects.get(round=1)
    return sitting.called_at, sitting.coming


def test_a_table_that_calls_twice_calls_once_and_who_answers_first_comes(
    phone, night, table
):
    helper = by_link(night, Role.SCORE, "Marta")
    answers(phone, night, "come")
    assert called() == (None, None)  # nobody comes to a table that has not called
    calls(table)
    first = timezone.now() - timedelta(minutes=3)
    Sitting.objects.update(called_at=first)
    before = match_of().version
    for client in (helper, phone):
        assert answers(client, night, "come") == 302
    assert match_of().version > before  # for the open board
    calls(table)
    assert called() == (first, holder(helper))
    assert "va Marta" in text_on(phone, "night-desk", night)
    tap(table, page_at(table, "match-night", match_of()), "Ya no hace falta")
    assert called() == (None, None)
    assert calls(table, "enough") == 302


def write_a_hand(_night: Night) -> None:
    write(match_of(), hand(0, 5, 6, 12))


@pytest.mark.parametrize(
    ("late", "may_call"), [(write_a_hand, True), (published, False), (ended, False)]
)
def test_after_a_hand_nobody_is_missing_and_after_the_round_no_table_calls(
    phone, night, late, may_call
):
    match = match_of()
    late(night)
    assert says(phone, "missing 1", match) == 409
    assert Sitting.objects.get(match=match).missing == []
    assert calls(phone) == (302 if may_call else 409)
    assert (called() != (None, None)) == may_call


def test_a_name_that_is_erased_goes_from_who_comes_and_from_the_helpers(
    phone, circle, night, table
):
    helper = by_link(night, Role.SCORE, "Eva")
    calls(table)
    answers(helper, night, "come")
    erase_name(circle.players.get(name="Eva"))
    assert "Va alguien a vuestra mesa." in strip(table, match_of())
    assert "va alguien" in text_on(phone, "night-desk", night)
    assert "Eva" not in text_on(phone, "night-share", night)
