"""How much a group may hold: new matches are refused, with a word before; nothing that is there stops."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scores.core.access import grants
from scores.group.circles import people
from scores.models import Circle, Match, Role
from tests.rules.support.table import hand
from tests.scores.group.transfer.circles import played, text
from tests.scores.support.factories import start
from tests.scores.support.table import lines, new_match, page_text, play, tap

FULL = "El grupo está lleno: empieza en otro grupo."


@pytest.fixture
def full(match, monkeypatch) -> Circle:
    """The group of `match`, which has room for no other match."""
    monkeypatch.setattr(people, "MOST_MATCHES", 1)
    return match.circle


def test_a_full_group_takes_no_new_match_and_the_form_keeps_what_was_typed(phone, match, full):
    answer = phone.post(reverse("new-match"), {**new_match("Ana", "Zoe"), "circle": full.code})
    assert (answer.status_code, Match.objects.count()) == (422, 1)
    assert FULL in page_text(answer)
    assert 'value="Zoe"' in answer.content.decode()


def test_the_match_that_filled_it_is_started_once_though_it_is_sent_again(phone, match, monkeypatch):
    monkeypatch.setattr(people, "MOST_MATCHES", 2)
    typed = {**new_match("Ana", "Zoe"), "circle": match.circle.code}
    first, second = (phone.post(reverse("new-match"), typed) for _time in range(2))
    assert (first.status_code, second.status_code, second.url) == (302, 302, first.url)


def test_its_matches_are_played_on_and_rematches_are_refused(phone, match, full):
    play(phone, match, hand(0, 12))
    answer = phone.post(reverse("rematch", args=[match.code]))
    assert (answer.status_code, len(lines(match)), Match.objects.count()) == (422, 1, 1)
    assert FULL in page_text(answer)


def test_a_file_with_more_than_there_is_room_for_changes_nothing(phone, match, full):
    other = Circle.objects.create()
    played(other, "Ana", "Luis", entries=(hand(0, 20),))
    file = SimpleUploadedFile("x.jsonl", text(other).encode())
    page = phone.post(reverse("import-into", args=[full.code]), {"file": file, "text": ""})
    answer = tap(phone, page, "Traerlo")
    assert (answer.status_code, full.matches.count()) == (422, 1)
    assert FULL in page_text(answer)


def test_two_groups_that_are_too_large_together_stay_two(phone, match, full):
    other = start(Client(), "Lola", "Pepe").circle
    phone.post(grants.link_path(other, Role.OWN))
    query = {"with": other.code, "look": "1"}
    answer = phone.post(reverse("merge", args=[full.code]), query)
    assert (answer.status_code, full.matches.count(), other.matches.count()) == (422, 1, 1)
    assert "Los dos juntos no caben en un grupo" in page_text(answer)


@pytest.mark.parametrize(("most", "said"), [(12, ""), (10, "casi lleno, al 90 %"), (9, FULL)])
def test_the_owner_reads_it_before_the_group_is_full(phone, match, monkeypatch, most, said):
    for _time in range(8):
        played(match.circle, "Ana", "Luis")
    monkeypatch.setattr(people, "MOST_MATCHES", most)
    page = page_text(phone.get(match.circle.get_absolute_url()))
    assert ("lleno" in page, said in page) == (bool(said), True)


def test_lines_fill_a_group_too(phone, match, monkeypatch):
    play(phone, match, *[hand(0, 1)] * 9)
    monkeypatch.setattr(people, "MOST_ENTRIES", 10)
    assert people.used_percent(match.circle) == 90
    with pytest.raises(people.GroupFull):
        people.verify_room(match.circle, 1, 2)
