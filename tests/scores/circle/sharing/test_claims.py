"""¿Quién eres?: whose row is marked on which phone, and who may take that back."""

import re

import pytest
from django.test import Client

from scores.circle.circles import merging, people
from scores.core.access import grants
from scores.models import Claim, Phone, Role
from tests.scores.support.factories import holder, phone_with, start
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    form,
    page_at,
    page_of,
    page_text,
    send_to,
    take_link,
)


def says(phone, match, seat):
    return send_to(phone, "me", match, seat=seat).status_code


def marked(phone, match):
    """The seat of the row that the board marks on this phone."""
    page = page_of(phone, match).text
    found = re.search(r'<p id="me" class="sr" role="status" data-seat="(\d+)"', page)
    return int(found[1]) if found else None


def claims(phone, thing):
    text = plain(page_at(phone, f"{grants.kind_of(thing)}-phones", thing).text)
    rows = re.findall(r"<li><span><b>(.*?)</b> ·\s*(.*?)</span>", text)
    return [re.sub("<.*?>", "", " ".join(row)) for row in rows]


def test_he_alone_sees_it_and_may_change_it_and_take_it_back(phone, match):
    other = phone_with(Role.SCORE, match)
    marks = [marked(phone, match)]
    for seat in ("1", "0", "0", "", "1", "2", "1", "-1", "1", "x", "1", "0" * 50):
        assert says(phone, match, seat) == 302
        marks.append(marked(phone, match))
        assert (Claim.objects.count(), marked(other, match)) == (
            int(marks[-1] is not None),
            None,
        )
    # no seat, and none that the match has
    assert marks == [None, 1, 0, 0, None] + [1, None] * 4


def test_it_holds_for_the_player_of_the_group_wherever_they_sit_until_erased(
    phone, match
):
    says(phone, match, 1)
    assert marked(phone, start(phone, "Luis", "Ana", circle=match.circle.code)) == 0
    stranger = Client()
    other = start(stranger, "Ana", "Luis")
    take_link(phone, other, Role.WATCH)
    assert marked(phone, other) is None
    send_to(stranger, "match-claim", other, Claim.objects.get().pk)
    assert marked(phone, match) == 1
    merging.erase_name(match.seats.get(position=1).player)
    assert marked(phone, match) is None


def test_who_is_invited_to_write_is_not_taken_for_an_onlooker(match):
    pages = [
        Client().get(grants.link_path(match, role)) for role in (Role.WATCH, Role.SCORE)
    ]
    assert form(pages[0], "Mirar").fields["seat"] == ""
    assert "Solo miro" in page_text(pages[0])
    assert "seat" not in form(pages[1], "Apuntar").fields
    assert "No juego" in page_text(pages[1])


@pytest.mark.parametrize("kind", ["match", "circle"])
def test_the_owner_sees_who_says_what_and_takes_it_back(phone, match, kind):
    thing = match if kind == "match" else match.circle
    other = phone_with(Role.WATCH, match)
    says(phone, match, 0)
    says(other, match, 1)
    # to be somebody gives no right
    answer = send_to(other, "answer", match, 1, "yes", seq=0, client_key="k")
    assert answer.status_code == 404
    assert claims(phone, thing) == [
        "Ana Este teléfono",
        "Luis Teléfono sin nombre",
    ]
    claim = Claim.objects.get(player__name="Luis").pk
    for _time in range(2):
        assert send_to(phone, f"{kind}-claim", thing, claim).status_code == 302
    assert [marked(phone, match), marked(other, match)] == [0, None]


@pytest.fixture
def anita(phone, match):
    """A match of the same group, in which Ana was written with another name; `phone` says that she is its
    owner's."""
    other = start(phone, "Anita", "Luis", circle=match.circle.code)
    says(phone, other, 0)
    return other


def merged_into_ana(match, anita):
    ana = match.seats.get(position=0).player
    emptied = anita.seats.get(position=0).player
    return merging.merge_players(ana, emptied, Phone.objects.order_by("pk").first())


def test_undoing_a_merge_gives_claims_back_but_none_made_or_taken_back_since(
    phone, match, anita
):
    watcher = phone_with(Role.WATCH, match)
    merge = merged_into_ana(match, anita)
    says(watcher, match, 0)
    merging.undo_player_merge(merge)
    assert [marked(phone, match), marked(phone, anita), marked(watcher, match)] == [
        None,
        0,
        0,
    ]
    merge = merged_into_ana(match, anita)
    copied = Claim.objects.get(player__name="Ana", phone=holder(phone))
    send_to(phone, "circle-claim", match.circle, copied.pk)
    merging.undo_player_merge(merge)
    assert [marked(phone, match), marked(phone, anita)] == [None, None]


def test_a_claim_follows_a_player_through_two_merges(phone, match, anita):
    third = start(phone, "Anna", "Luis", circle=match.circle.code)
    anna = third.seats.get(position=0).player
    merged_into_ana(match, anita)
    merging.merge_players(
        anna, match.seats.get(position=0).player, Phone.objects.first()
    )
    assert [marked(phone, played) for played in (match, anita, third)] == [0, 0, 0]
    assert claims(phone, match.circle) == ["Anna Este teléfono"]


@pytest.mark.parametrize(("here", "after"), [(None, [0, 0]), (1, [1, 1])])
def test_a_merge_of_groups_carries_the_claim_unless_the_phone_is_somebody_there(
    phone, match, here, after
):
    other = start(Client(), "Ana", "Luis")
    take_link(phone, other.circle, Role.SCORE)
    says(phone, other, 0)
    if here is not None:
        says(phone, match, here)
    same = dict(
        people.namesakes(match.circle.players.all(), other.circle.players.all())
    )
    record = merging.merge(match.circle, other.circle, same, Phone.objects.first())
    assert [marked(phone, match), marked(phone, other)] == after
    merging.undo(record, Phone.objects.first())
    assert [marked(phone, match), marked(phone, other)] == [here, 0]


def test_who_says_who_they_are_in_a_group_that_is_merged_at_that_moment_gets_a_404(
    phone, match, monkeypatch
):
    kept = start(Client(), "Ana", "Luis").circle

    def merge_before(request, seats):
        merging.merge(kept, match.circle, {}, Phone.objects.first())
        return 0

    monkeypatch.setattr(people, "read_seat", merge_before)
    assert says(phone, match, 0) == 404
    assert not Claim.objects.exists()


def test_a_phone_without_a_name_is_called_as_the_player_that_it_joins_as():
    long = "A" * 40  # is shown with " (2)", and cut to what a name may have
    for player, typed, kept in (
        ("Luis", "", "Luis"),
        ("Luis", "El bar", "El bar"),
        (long, "", long),
    ):
        match = start(Client(), long, player)
        phone = Client()
        phone.post(grants.link_path(match, Role.SCORE), {"seat": "1", "name": typed})
        assert Claim.objects.latest("pk").phone.name == kept
