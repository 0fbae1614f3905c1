"""What has happened in a night: its log in words, and what of it is taken back, by whom, with its tables."""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules.night import events
from rules.night.events import At, CutBy
from rules.night.stages import EndOfMatch, MatchOf, Stage
from scores.circle.circles import people as circle_people
from scores.core.merges import locked_circle
from scores.core.notation.shown_names import unmarked_text
from scores.models import Match, Phone, Role
from scores.night.history.lines import whole_log
from scores.night.history.sentences import Narrator
from scores.night.log import published_rounds, sheet_of
from scores.night.models import Night, RoundDraft, Sitting
from scores.night.people import suggested_players
from scores.night.seating import changing
from scores.night.seen import SeenNight
from tests.rules.night.stored.test_log_json import STORED
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, start, write
from tests.scores.support.nights import (
    EIGHT,
    FOUR,
    by_link,
    last_entry,
    open_night,
    played,
    publish_on_page,
    published,
    reported,
    scanned,
    seats_of,
    send_to_table,
    taken_back,
    told,
    writes,
)
from tests.scores.support.table import (
    address_of,
    at_once,
    buttons,
    html_of,
    meet,
    page_at,
    page_of,
    page_text,
    real_transactions,
    refusal,
    send_to,
    tap,
    text_at,
    text_on,
    update_row,
)


def plain(text: str) -> str:
    """As it is read, without marks around names."""
    return unmarked_text(text).replace("\N{NO-BREAK SPACE}", " ")


def log_of(night: Night) -> list[str]:
    """What the log says, the newest first."""
    stored = Night.objects.select_related("circle").get(pk=night.pk)
    stored.role = Role.OWN
    return [plain(line.text) for line in whole_log(SeenNight.of(stored))]


def take_back(phone: Client, night: Night, entry: int | None = None, **more: str):
    """By default the last entry."""
    entry = last_entry(night) if entry is None else entry
    return send_to(phone, "night-log", night, entry=entry, **more)


def undo(phone: Client, page: str):
    """Tap the first «Deshacer» of the page."""
    shown = phone.get(page)
    button = next(each for each in buttons(shown) if each.startswith("Deshacer"))
    return tap(phone, shown, button)


# What it says


NAMES = {number: f"N{number}" for number in range(20)}
PERSONS = {number: f"P{number}" for number in range(200)}


def sentences(*made: events.Event) -> str:
    return plain(Narrator(PERSONS, NAMES, "€").sentence(made))


def test_every_kind_of_entry_says_what_happened():
    told_kinds = {
        kind: sentences(event)
        for kind, (event, _payload) in STORED.items()
        if kind != "taken_back"
    }
    assert told_kinds == {
        "entered": "Llega P11 y P12",
        "left": "Se va N1",
        "away": "Descansa N1",
        "back": "Vuelve N1",
        "substituted": "P13 sigue en lugar de N1",
        "bound": "N1 llega solo a estas mesas: 2, 3",
        "removed": "Se borra a N1",
        "kept_apart": "Se separa a N1 y N2",
        "kept_together": "Se junta a N1 y N2",
        "wish_dropped": "Ni separar ni juntar a N1 y N2",
        "stage": "Empieza la noche",
        "stage_changed": "Cambia el plan",
        "cut": "Final: empataban N1 y N2. Desempate jugado: pasa N2; N1 queda fuera",
        "seated": "Se publica la ronda 1",
        "moved": "Cambia quién se sienta en la mesa 7",
        "seats_kept": "Se deja como está quién juega la ronda 1",
        "clock": "La ronda dura hasta las 09:00",
        "reported": "Ronda 1, mesa 7, a mano: 1.º N1, 2.º N2",
        "report_withdrawn": "Ronda 1, mesa 7: se retira lo apuntado a mano",
        "attached": "Ronda 1, mesa 7: se le une una partida",
        "paid": "N1 paga 5 €",
        "prize": "Premio entregado a N1: 9 €",
        "ended": "Termina la noche",
        "reopened": "Se reabre la noche",
    }


def test_what_was_written_together_is_one_line_of_at_most_twelve_sentences():
    final = events.StageBegun(Stage.load({"plays": "final", "number": 4}), (1, 2, 3))
    seated = STORED["seated"][0]
    emptied = events.Moved(1, (seated.tables[0]._replace(seats=()),))
    assert [
        sentences(events.Entered(1, (11,)), events.Entered(2, (12,))),
        sentences(events.Entered(1, (11,)), events.Away(1)),
        sentences(final, seated),
        sentences(events.Left(1), STORED["moved"][0]),
        sentences(emptied),
        sentences(events.ClockSet(1, 0)),
        sentences(events.Paid(1, -250)),
        sentences(events.PrizeGiven(1, -250)),
        sentences(events.TablesLimited(1)),
        sentences(events.CutDecided(At(2, 3), (1, 2), (1, 2), CutBy.SEATS)),
        sentences(*[events.Away(1)] * 13),
    ] == [
        "Llegan P11 y P12",
        "Se espera a P11",
        "Se publica la final",
        "N1 no ha venido a la mesa 7",
        "Se deshace la mesa 7",
        "Se quita el reloj de la ronda",
        "Se devuelven 2,50 € a N1",
        "N1 devuelve su premio: 2,50 €",
        "N1 llega a todas las mesas",
        "Ronda 2, mesa 3: empataban N1 y N2. Más plazas: pasan N1 y N2",
        "Descansa N1. " * 12 + "…",
    ]


def test_the_log_has_pages_of_forty_lines(phone, night):
    for _time in range(30):
        told(night, events.Away(1))
        told(night, events.Back(1))
    whole = log_of(night)
    pages = [
        phone.get(address_of("night-log", night), {"page": number})
        for number in ("", "2", "3")
    ]
    said = [[plain(line.text) for line in page.context["lines"]] for page in pages]
    assert said == [whole[:40], whole[40:], []]
    assert ['rel="next"' in page.text for page in pages] == [True, False, False]


def test_the_newest_comes_first_with_who_said_it(phone, night):
    Phone.objects.filter(uid=holder(phone).uid).update(name="Marta")
    send_to(phone, "night-entrant", night, 1, do="paid")
    page = address_of("night-log", night)
    assert undo(phone, page)["Location"] == page
    text = re.sub(r"\d\d:\d\d ", "", text_at(phone, page))
    assert (
        "Deshecho: Ana paga 5 fichas · Marta Ana paga 5 fichas · Marta "
        "Se publica la ronda 1 Deshacer"
    ) in text
    [struck] = re.findall(r"<s>(.*?)</s>", html_of(phone.get(page)))
    assert plain(struck) == "Ana paga 5 fichas"


def test_somebody_is_called_as_they_were_called_then_but_by_no_erased_name(night):
    noa = night.circle.players.create(name="Noa")
    told(night, events.Substituted(1, (noa.pk,)), events.Left(1))
    told(night, events.Back(1))
    assert log_of(night)[:2] == ["Vuelve Noa", "Noa sigue en lugar de Ana. Se va Noa"]
    update_row(noa, name="")
    assert log_of(night)[0] == "Vuelve Alguien"


def test_what_a_file_brought_is_a_line_for_each_entry(night):
    for row in night.entries.all():
        row.client_key = f"import-{row.seq}"
        row.save()
    assert log_of(night)[:3] == [
        "Se publica la ronda 1",
        "Empieza la noche",
        "Llega Paco",
    ]


def test_a_line_says_what_stands_on_it(phone, night):
    said = "Antes hay que deshacer esto: Se publica la ronda 1"
    assert said in text_on(phone, "night-log", night)
    assert said in refusal(take_back(phone, night, 0), 409)
    assert take_back(phone, night, 99).status_code == 404


# A round that was published


def test_a_round_is_taken_back_with_its_matches_and_its_phones_go_back(
    phone, eight, caplog
):
    night = eight
    table = scanned(night)
    first = played(night)
    write(first, hand(0, 12, 9, 7))
    publish_on_page(phone, night)
    second = set(Match.objects.filter(sitting__round=2))
    assert len(second) == 2
    assert not writes(table, first)
    caplog.clear()
    answer = take_back(phone, night)
    given = f"right given: match {first.code}"
    assert [text for text in caplog.messages if first.code in text] == [
        f"{given}, {role}, phone {holder(table).uid}, by phone {holder(phone).uid}"
        for role in ("none", "score")
    ]
    assert answer["Location"] == night.get_absolute_url()
    assert sheet_of(night).last_round == 1
    assert not published_rounds([night], 2).exists()
    assert set(Match.objects.exclude(deleted_at=None)) == second
    assert not Sitting.objects.filter(round=2).exists()
    assert writes(table, first)
    assert {page_of(table, match).status_code for match in second} == {404}
    assert all(match.code not in text_at(phone, reverse("trash")) for match in second)
    for match in second:
        phone.post(reverse("restore-match", args=[match.code]))
    assert set(Match.objects.exclude(deleted_at=None)) == second


def test_a_round_that_is_published_again_has_the_same_matches_for_the_same_people(
    phone, eight
):
    """It was published with another draft before that."""

    def matches() -> dict[tuple[int, ...], Match]:
        tables = sheet_of(eight).rounds[0].tables
        return {table.seats: played(eight, 1, table.number) for table in tables}

    published_as = [matches()]
    table = scanned(eight)
    for _time in range(2):
        assert take_back(phone, eight).status_code == 302
        assert sheet_of(eight).stages == ()
        publish_on_page(phone, eight)
        published_as.append(matches())
    before, after, again = published_as
    assert before.keys().isdisjoint(after.keys())
    assert {*before.values()}.isdisjoint(after.values())
    assert again == after
    assert len(after) == 2
    assert writes(table, played(eight, 1))


def test_a_round_with_a_hand_stays_and_the_page_names_the_tables(phone, eight):
    for table in (1, 2):
        write(played(eight, 1, table), hand(0, 12, 9, 7))
    answer = take_back(phone, eight)
    said = "Ya hay algo apuntado en la mesa 1 y 2: nadie cambia de sitio."
    assert said in refusal(answer, 409)
    assert sheet_of(eight).last_round == 1
    assert not any("Deshacer" in each for each in buttons(answer))


def test_who_was_entered_by_mistake_and_taken_back_did_not_come(circle):
    night = taken_back(open_night(circle, *FOUR, "Noa"))
    night.refresh_from_db()
    another = Night.objects.create(circle=circle, name="Otra", plan=night.plan)
    assert {player.name for player in suggested_players(another)} == {*FOUR}


# Who sits where


@pytest.mark.parametrize(("people", "do"), [(4, "missing 1"), (6, "break")])
def test_who_did_not_come_or_has_no_table_any_more_sits_down_again_at_the_same_match(
    phone, circle, people, do
):
    night = published(open_night(circle, *EIGHT[:people]))
    before = sheet_of(night)
    matches = set(Match.objects.filter(sitting__round=1))
    answer = send_to_table(phone, night, do=do)
    assert sheet_of(night).rounds != before.rounds
    undo(phone, answer["Location"])
    assert sheet_of(night).rounds == before.rounds
    assert sheet_of(night).here == before.here
    assert set(Match.objects.filter(sitting__round=1)) == matches
    assert matches <= set(Match.objects.not_deleted())


def test_a_match_that_was_attached_is_let_go_again(phone, circle, night):
    """A result by hand holds for whichever match is of the table."""
    alone = start(phone, *FOUR, circle=circle.code)
    before = played(night)
    reported(night)
    send_to_table(phone, night, do="attach", match=alone.code)
    overruled = Sitting.objects.filter(is_overruled=True)
    assert [sat.match for sat in overruled] == [alone]
    take_back(phone, night)
    assert [sat.match for sat in overruled.all()] == [before]
    assert Match.objects.get(pk=alone.pk).night_table is None
    assert sheet_of(night).attached == {}


def test_a_group_that_is_full_takes_nothing_back_that_needs_a_new_match(
    phone, night, monkeypatch
):
    send_to_table(phone, night, do=f"missing {seats_of(night)[0]}")
    Match.objects.exclude(deleted_at=None).delete()
    before = sheet_of(night)
    monkeypatch.setattr(circle_people, "MOST_MATCHES", night.circle.matches.count())
    assert "El grupo está lleno" in refusal(take_back(phone, night), 409)
    assert sheet_of(night) == before


# The plan


def test_a_change_of_the_plan_is_taken_back_in_the_plan_too(phone, circle):
    """Of the final too, which plays the same match."""
    night = published(open_night(circle, final=4))
    before = night.planned
    changed = Stage(number=6, match=MatchOf(ends=EndOfMatch.HANDS, number=3))
    plan = before.with_stage(changed)
    assert [stage.match for stage in plan.stages] == [changed.match] * 2
    Night.objects.update(plan=plan.dump())
    told(night, events.StageChanged(changed.dump()))
    RoundDraft.objects.create(night=night, round=2, seated={})
    take_back(phone, night)
    assert not RoundDraft.objects.exists()
    assert Night.objects.get().planned == before
    assert sheet_of(night).last_stage.number == 4


# Who may


@pytest.mark.parametrize(
    ("made", "status"),
    [
        (events.Left(1), 302),
        (events.Paid(1, 500), 404),
        (events.StageChanged({"number": 5}), 404),
    ],
)
def test_who_helps_takes_back_what_a_helper_may_do(night, made, status):
    told(night, made)
    helper = by_link(night, Role.SCORE)
    before = last_entry(night)
    shown = buttons(page_at(helper, "night-log", night))
    assert any(each.startswith("Deshacer") for each in shown) == (status == 302)
    assert take_back(helper, night, before).status_code == status
    assert last_entry(night) == before + (status == 302)


def test_the_log_is_read_for_the_printed_standings_once_there_are_any(phone, night):
    page = address_of("night-standings", night)
    before = phone.get(page).context["log"]
    reported(night)
    assert before == []
    printed = phone.get(page)
    assert len(printed.context["log"]) == night.entries.count() - 3 - 1
    assert "Deshacer" not in page_text(printed)
    watcher = phone_of(night.circle, Role.WATCH)
    assert "a mano: 1.º" in page_text(printed)
    assert "a mano: 1.º" not in text_at(watcher, page)
    assert [line for line in printed.context["log"] if "why_not" in vars(line)] == []


def test_who_helps_reads_nothing_of_the_money(night):
    reported(night)
    told(night, events.Paid(1, 500), events.Paid(2, 500))
    taken_back(night)
    noa = night.circle.players.create(name="Noa")
    told(night, events.Entered(5, (noa.pk,)))
    entered = last_entry(night)
    told(night, events.PrizeGiven(5, 300), events.Paid(5, 500))
    helper = by_link(night, Role.SCORE)
    refused = take_back(helper, night, entered)
    pages = [address_of("night-log", night), address_of("night-standings", night)]
    for page in [*map(helper.get, pages), refused]:
        assert re.findall(r"paga|Premio|Deshecho", page_text(page)) == []
        assert "Se publica la ronda 1" in page_text(page)
    assert "Antes hay que deshacer lo que vino después." in refusal(refused, 409)


# Two at once. Whoever locks matches, circle and night does so in this order, or two would wait for each other
# for ever.


@real_transactions
def test_of_two_who_take_a_round_back_at_once_its_matches_go_once(phone, night):
    entry = last_entry(night)
    by = holder(phone)

    def undo() -> None:
        changing.take_back(night, by, [entry - 1, entry])

    assert at_once(undo, undo) == [None, None]
    assert night.entries.filter(kind="taken_back").count() == 2
    assert sheet_of(night).rounds == ()
    publish_on_page(phone, night)
    assert played(night).deleted_at is None


def attach(phone: Client, night: Night) -> HttpResponse:
    alone = Match.objects.get(sitting=None, hands=0, seats__player__name="Eva")
    return send_to_table(phone, night, do="attach", match=alone.code)


def say_who_is_missing(phone: Client, night: Night) -> HttpResponse:
    return send_to_table(phone, night, do=f"missing {seats_of(night)[0]}")


@real_transactions
@pytest.mark.parametrize(
    "act", [take_back, attach, say_who_is_missing, publish_on_page]
)
def test_who_changes_a_table_waits_for_its_match_before_circle_and_night(
    phone, night, act
):
    start(phone, *FOUR, circle=night.circle.code)
    match = played(night)

    def lock_in_order() -> Iterator[None]:
        list(Match.objects.locked().filter(pk=match.pk))
        yield
        locked_circle(match.circle_id)
        list(Night.objects.select_for_update(no_key=True))

    assert meet(lock_in_order, lambda: act(phone, night).status_code) == [None, 302]


@real_transactions
def test_a_match_that_was_attached_is_let_go_after_its_match_is_locked(phone, night):
    alone = start(phone, *FOUR, circle=night.circle.code)
    send_to_table(phone, night, do="attach", match=alone.code)
    entry = last_entry(night)
    published(published(night))  # its round is neither the last one nor that before
    by = holder(phone)

    def lock_in_order() -> Iterator[None]:
        list(Match.objects.locked().filter(pk=alone.pk))
        yield
        list(Night.objects.select_for_update(no_key=True))

    def undo() -> None:
        changing.take_back(night, by, [entry])

    assert meet(lock_in_order, undo) == [None, None]
    assert sheet_of(night).attached == {}
