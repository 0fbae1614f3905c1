"""Players of a match: remembered names, namesakes, rematches, the date."""

import threading
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from rules.presets import CHINCHON
from scores.circle.circles import merging, people
from scores.core.access.phones import lock_circles
from scores.core.match_facts import MatchFacts
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Match, Phone, Player, Role
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import played
from tests.scores.support.factories import match_in, seated, start
from tests.scores.support.table import (
    at_once,
    happen,
    lines,
    meet,
    new_match,
    page_text,
    play,
    real_transactions,
    rename,
    send_to,
    take_link,
    tap,
    text_at,
    till_somebody_waits,
)
from tests.scores.transfer.circles import played as filled, text


def names(match):
    return [unmarked_text(name) for name in Sheet(match).names.values()]


def begin(circle, *names):
    return match_in(circle, names, CHINCHON)


def test_a_known_name_is_one_person_in_its_circle_however_written_and_two_are_two(
    circle,
):
    assert people.recent_names(None) == []
    first = begin(circle, "Ana", "Ana", "Luis")
    second = begin(circle, "ana", " LUIS ", "Ana")
    assert names(first) == ["Ana", "Ana (2)", "Luis"]
    assert names(second) == ["Ana", "Luis", "Ana (2)"]
    assert list(Player.objects.order_by("pk").values_list("name", "colour")) == [
        ("Ana", 0),
        ("Ana", 1),
        ("Luis", 2),
    ]
    begin(circle, "Eva", "Ana")
    assert people.recent_names(circle) == ["Eva", "Ana", "Luis"]
    begin(Circle.objects.create(), "Ana", "Luis")
    assert Player.objects.count() == 6


def test_a_rematch_has_people_rules_and_the_next_dealer_and_is_one_until_over(
    phone,
):
    match = start(
        phone, "Ana", "Luis", "Eva", limit="50", rebuys="0", deal_direction="-1"
    )
    happen(phone, match, "rules", close_limit="3")
    play(phone, match, hand(0, 60, 4), hand(0, None, 50))
    again = setup.rematch(match)
    assert names(again) == ["Ana", "Luis", "Eva"]
    assert again.previous == match
    assert again.circle == match.circle
    assert again.rules.limit == 50
    assert again.rules.close_limit == 3
    assert again.direction == -1
    assert (
        again.first_dealer == 1
    )  # Ana dealt, then, upwards, Eva; Luis is next, though out
    play(phone, again, hand(0, 5, 7))
    happen(phone, again, "dealer", player=2)
    assert setup.rematch(match) == again
    happen(phone, again, "finish")
    assert setup.rematch(match) != again
    assert setup.rematch(again).first_dealer == 2


def test_who_joined_sits_at_the_rematch_and_who_retired_only_if_all_others_did(
    phone,
):
    match = start(phone, "Ana", "Luis", "Eva")
    happen(phone, match, "join", name="Pepe", position=0)
    happen(phone, match, "retire", player=1)
    assert names(setup.rematch(match)) == ["Pepe", "Ana", "Eva"]
    alone = start(phone, "Ana", "Luis")
    happen(phone, alone, "retire", player=1)
    assert names(setup.rematch(alone)) == ["Ana", "Luis"]


@real_transactions
def test_a_match_or_a_rematch_asked_for_by_two_taps_at_once_is_one(match):
    uid = uuid4()

    def begun():
        return setup.start_match(
            match.circle, uid, MatchFacts(CHINCHON), ("Eva", "Pepe")
        ).pk

    def again():
        return setup.rematch(match).pk

    assert len(set(at_once(begun, begun, begun))) == 1
    assert len(set(at_once(again, again, again))) == 1
    assert Match.objects.count() == 3
    assert Player.objects.count() == 4


# Two connections: on PostgreSQL who waits for whom


@real_transactions
def test_a_form_sent_again_while_the_circle_it_made_is_merged_waits_for_the_merge(
    phone,
):
    """The merge must not wait for the form: it writes a grant for the form's phone."""
    kept = start(phone, "Lola", "Pepe").circle
    key = uuid4()
    mine = Phone.objects.create()
    with transaction.atomic():
        emptied = people.new_circle(mine, key)
    by = kept.grants.get().phone

    def sent_again():
        circle = people.new_circle(mine, key)
        yield
        return begin(circle, "Eva", "Ana")

    def merged():
        return merging.merge(kept, emptied, {}, by).kept

    match, into = meet(sent_again, merged, must_wait=False)
    match.refresh_from_db()
    assert match.circle == kept
    assert into == kept


@real_transactions
def test_a_match_started_while_a_merge_waited_is_locked_with_the_others(phone):
    """Otherwise a deadlock: its writer holds the match and waits for the circle, the merge holds the circle
    and waits for the match."""
    if not connection.features.has_select_for_update:
        pytest.skip("this database locks no rows")
    circle = start(phone, "Ana", "Luis").circle
    gate = threading.Barrier(2)

    def begun():
        with transaction.atomic():
            match = begin(circle, "Eva", "Pepe")
            gate.wait(timeout=5)
            till_somebody_waits()  # the merge, which has its matches, for the circle
        gate.wait(timeout=5)
        with transaction.atomic():
            free = list(
                Match.objects.select_for_update(skip_locked=True).filter(pk=match.pk)
            )
        gate.wait(timeout=5)
        return free

    def locks():
        gate.wait(timeout=5)
        with transaction.atomic():
            lock_circles(circle)
            gate.wait(timeout=5)
            gate.wait(timeout=5)

    assert at_once(begun, locks) == [[], None]


# The usual table of a circle: the people who play together most often


def test_those_who_met_most_often_are_the_usual_table(
    circle, monkeypatch, django_assert_num_queries
):
    def usual():
        with django_assert_num_queries(3):
            return [player.name for player in people.usual_table(circle).players]

    seated(circle, CHINCHON, ("Lola", "Juan"))
    played(circle, "Ana", "Luis", days=0)
    last = played(circle, "Luis", "Ana", days=1)
    played(circle, "Eva", "Pepe", days=2)
    assert people.usual_table(circle).match == last
    assert usual() == ["Luis", "Ana"]
    monkeypatch.setattr(people, "MATCHES_READ", 2)
    assert usual() == ["Eva", "Pepe"]  # as often, but later
    rename("Pepe", "")
    assert usual() == ["Luis", "Ana"]
    Match.objects.filter(hands=1).update(deleted_at="2026-07-02T12:00Z")
    assert people.usual_table(circle) is None
    assert people.usual_table(None) is None


# How much a group may hold: new matches are refused, with a word before; nothing that is there stops


FULL = "El grupo está lleno: empieza en otro grupo."


@pytest.fixture
def full(match, monkeypatch):
    """The group of `match`, which has room for no other match."""
    monkeypatch.setattr(people, "MOST_MATCHES", 1)
    return match.circle


def test_a_full_group_plays_on_and_takes_neither_a_new_match_nor_a_rematch(
    phone, match, monkeypatch
):
    monkeypatch.setattr(people, "MOST_MATCHES", 2)
    filled = {**new_match("Ana", "Luis"), "circle": match.circle.code}
    first, second = (phone.post(reverse("new-match"), filled) for _time in range(2))
    assert first.status_code == 302
    assert second.status_code == 302
    assert second.url == first.url
    play(phone, match, hand(0, 12))
    typed = {**new_match("Ana", "Zoe"), "circle": match.circle.code}
    answers = [
        phone.post(reverse("new-match"), typed),
        send_to(phone, "rematch", match),
    ]
    assert [(answer.status_code, FULL in page_text(answer)) for answer in answers] == [
        (422, True)
    ] * 2
    assert 'value="Zoe"' in answers[0].text
    assert len(lines(match)) == 1
    assert Match.objects.count() == 2


def test_a_file_with_more_than_there_is_room_for_changes_nothing(phone, match, full):
    other = Circle.objects.create()
    filled(other, "Ana", "Luis", entries=(hand(0, 20),))
    file = SimpleUploadedFile("x.jsonl", text(other).encode())
    page = send_to(phone, "import-into", full, file=file, text="")
    answer = tap(phone, page, "Traerlo")
    assert answer.status_code == 422
    assert full.matches.count() == 1
    assert FULL in page_text(answer)


def test_two_groups_that_are_too_large_together_stay_two(phone, match, full):
    other = start(Client(), "Lola", "Pepe").circle
    take_link(phone, other, Role.OWN)
    query = {"with": other.code, "look": "1"}
    answer = send_to(phone, "merge", full, **query)
    assert answer.status_code == 422
    assert full.matches.count() == 1
    assert other.matches.count() == 1
    assert "Los dos juntos no caben en un grupo" in page_text(answer)


def test_the_owner_reads_it_before_the_group_is_full_of_matches_or_lines(
    phone, match, monkeypatch
):
    play(phone, match, *[hand(0, 1)] * 9)
    for most, said in ((12, ""), (10, "casi lleno, al 90 %"), (9, FULL)):
        monkeypatch.setattr(people, "MOST_ENTRIES", most)
        page = text_at(phone, match.circle.get_absolute_url())
        assert (most, "lleno" in page) == (most, bool(said))
        assert said in page
    monkeypatch.setattr(people, "MOST_ENTRIES", 10)
    with pytest.raises(people.CircleFull):
        people.verify_room(match.circle, 1, 2)
