"""¿Quién eres?: whose row is marked on which phone, and who may take that back."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.core.access import grants
from scores.group.circles import merging
from scores.models import Claim, Match, Phone, PlayerMerge, Role
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import page_text


def says(phone: Client, match: Match, seat: object) -> int:
    return phone.post(reverse("me", args=[match.code]), {"seat": seat}).status_code


def marked(phone: Client, match: Match) -> int | None:
    """The seat of the row that the board marks on this phone."""
    page = phone.get(match.get_absolute_url()).content.decode()
    found = re.search(r'<p id="me" class="sr" role="status" data-seat="(\d+)"', page)
    return int(found[1]) if found else None


def claims(phone: Client, match: Match, page: str = "match-phones") -> list[str]:
    code = match.code if page == "match-phones" else match.circle.code
    return [
        f"{row['player']} {row['phone']}" for row in phone.get(reverse(page, args=[code])).context["claims"]
    ]


@pytest.mark.parametrize("role", [Role.WATCH, Role.SCORE, Role.OWN])
def test_whoever_may_watch_may_say_who_he_is_and_need_not(match, role):
    phone = phone_with(role, match)
    assert marked(phone, match) is None
    assert says(phone, match, 1) == 302
    assert marked(phone, match) == 1


def test_nobody_else_sees_his_row_marked(phone, match):
    says(phone, match, 1)
    assert marked(phone_with(Role.SCORE, match), match) is None


def test_he_may_change_it_and_take_it_back(phone, match):
    marks = []
    for seat in ("1", "0", ""):
        says(phone, match, seat)
        marks.append(marked(phone, match))
    assert marks == [1, 0, None]
    assert not Claim.objects.exists()


def test_two_phones_may_be_the_same_player_s(phone, match):
    other = phone_with(Role.SCORE, match)
    says(phone, match, 0)
    says(other, match, 0)
    assert [marked(phone, match), marked(other, match)] == [0, 0]


def test_saying_it_twice_is_saying_it_once(phone, match):
    says(phone, match, 0)
    says(phone, match, 0)
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("seat", ["2", "-1", "x", "٣", "0" * 50, "1e0"])
def test_a_seat_that_the_match_does_not_have_is_nobody(phone, match, seat):
    says(phone, match, 1)
    assert says(phone, match, seat) == 302
    assert marked(phone, match) is None


def test_it_holds_for_the_player_in_the_rematch_wherever_he_sits(phone, match):
    says(phone, match, 1)
    assert marked(phone, start(phone, "Luis", "Ana", circle=match.circle.code)) == 0


def test_it_says_nothing_in_another_group(phone, match):
    says(phone, match, 1)
    other = start(Client(), "Ana", "Luis")
    phone.post(grants.link_path(other, Role.WATCH))
    assert marked(phone, other) is None


def test_to_be_somebody_gives_no_right(match):
    watcher = phone_with(Role.WATCH, match)
    says(watcher, match, 0)
    answer = watcher.post(reverse("answer", args=[match.code, 0, "yes"]), {"seq": 0, "client_key": "k"})
    assert answer.status_code == 404


def test_who_may_not_watch_is_not_asked(match):
    stranger = Client()
    assert stranger.get(reverse("me", args=[match.code])).status_code == 404
    assert says(stranger, match, 0) == 404
    assert not Claim.objects.exists()


@pytest.mark.parametrize("page", ["match-phones", "circle-phones"])
def test_the_owner_sees_who_says_what_and_takes_it_back(phone, match, page):
    other = phone_with(Role.WATCH, match)
    says(phone, match, 0)
    says(other, match, 1)
    assert claims(phone, match, page) == ["Ana Este teléfono", "Luis Teléfono sin nombre"]
    kind, code = page.removesuffix("-phones"), (match if page == "match-phones" else match.circle).code
    claim = Claim.objects.get(player__name="Luis").pk
    for _time in range(2):
        assert phone.post(reverse(f"{kind}-claim", args=[code, claim])).status_code == 302
    assert [marked(phone, match), marked(other, match)] == [0, None]


def test_an_owner_takes_back_nothing_in_another_group(phone, match):
    says(phone, match, 0)
    stranger = Client()
    other = start(stranger, "Eva", "Juan")
    stranger.post(reverse("match-claim", args=[other.code, Claim.objects.get().pk]))
    assert marked(phone, match) == 0


def test_who_joins_by_a_link_may_say_it_there(match):
    phones = [Client(), Client()]
    for phone, fields in zip(phones, ({"seat": "1"}, {}), strict=True):
        assert "¿Quién eres?" in page_text(phone.get(grants.link_path(match, Role.WATCH)))
        phone.post(grants.link_path(match, Role.WATCH), fields)
    assert [marked(phone, match) for phone in phones] == [1, None]


@pytest.fixture
def anita(phone, match) -> Match:
    """A match of the same group, in which Ana was written with another name; `phone` says that she is its
    owner's."""
    other = start(phone, "Anita", "Luis", circle=match.circle.code)
    says(phone, other, 0)
    return other


def merged_into_ana(match: Match, anita: Match) -> PlayerMerge:
    ana, emptied = match.seats.get(position=0).player, anita.seats.get(position=0).player
    return merging.merge_players(ana, emptied, Phone.objects.order_by("pk").first())


def test_who_is_a_player_that_is_merged_is_the_one_who_remains(phone, match, anita):
    merged_into_ana(match, anita)
    assert [marked(phone, match), marked(phone, anita)] == [0, 0]
    assert claims(phone, match, "circle-phones") == ["Ana Este teléfono"]


def test_undoing_the_merge_gives_the_claim_back_but_not_one_made_since(phone, match, anita):
    watcher = phone_with(Role.WATCH, match)
    merge = merged_into_ana(match, anita)
    says(watcher, match, 0)
    merging.undo_player_merge(merge)
    assert [marked(phone, match), marked(phone, anita), marked(watcher, match)] == [None, 0, 0]


def test_a_claim_taken_back_after_a_merge_does_not_come_back_with_its_undo(phone, match, anita):
    merge = merged_into_ana(match, anita)
    claim = Claim.objects.get(player__name="Ana").pk
    phone.post(reverse("circle-claim", args=[match.circle.code, claim]))
    merging.undo_player_merge(merge)
    assert [marked(phone, match), marked(phone, anita)] == [None, None]


def test_a_claim_follows_a_player_through_two_merges(phone, match, anita):
    third = start(phone, "Anna", "Luis", circle=match.circle.code)
    anna = third.seats.get(position=0).player
    merged_into_ana(match, anita)
    merging.merge_players(anna, match.seats.get(position=0).player, Phone.objects.first())
    assert [marked(phone, played) for played in (match, anita, third)] == [0, 0, 0]
    assert claims(phone, match, "circle-phones") == ["Anna Este teléfono"]


@pytest.mark.parametrize(("here", "after"), [(None, [0, 0]), (1, [1, 1])])
def test_a_merge_of_groups_carries_the_claim_unless_the_phone_is_somebody_there(phone, match, here, after):
    other = start(Client(), "Ana", "Luis")
    phone.post(grants.link_path(other.circle, Role.SCORE))
    says(phone, other, 0)
    if here is not None:
        says(phone, match, here)
    same = merging.guess_same_players(match.circle, other.circle)
    record = merging.merge(match.circle, other.circle, same, Phone.objects.first())
    assert [marked(phone, match), marked(phone, other)] == after
    merging.undo(record, Phone.objects.first())
    assert [marked(phone, match), marked(phone, other)] == [here, 0]


def test_an_erased_player_is_nobody_s(phone, match):
    says(phone, match, 1)
    merging.erase_name(match.seats.get(position=1).player)
    assert marked(phone, match) is None


@pytest.mark.parametrize(("typed", "kept"), [("", "Luis"), ("Móvil de la barra", "Móvil de la barra")])
def test_a_phone_without_a_name_is_called_as_the_player_that_it_joins_as(match, typed, kept):
    phone = Client()
    phone.post(grants.link_path(match, Role.SCORE), {"seat": "1", "name": typed})
    assert Claim.objects.get().phone.name == kept


def test_the_name_of_a_phone_is_cut_to_what_it_may_have():
    match = start(Client(), "A" * 40, "A" * 40)  # the second is shown with " (2)"
    phone = Client()
    phone.post(grants.link_path(match, Role.SCORE), {"seat": "1"})
    assert Claim.objects.get().phone.name == "A" * 40
