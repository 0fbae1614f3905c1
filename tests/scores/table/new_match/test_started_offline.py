"""A match that a phone started without a signal: its code comes from the secret key of the form."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.core.access import grants
from scores.models import Circle, Grant, Match, Role
from scores.table.new_match.setup import code_of
from tests.scores.support.factories import holder, phone_of, phone_with, start
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, new_match, won_by_ana

KEY = UUID("0f8fad5bd9cb469fa16570867728950e")
SCRIPT = {
    "hx-request": "true",
    "accept": "application/json, text/html;q=0.9",
}  # as the outbox asks


def send(phone, key, *names, **fields):
    """The form of a new match, as the outbox sends it."""
    sent = new_match(*(names or ("Ana", "Luis")), uid=key.hex, **fields)
    return phone.post(reverse("new-match"), sent, headers=SCRIPT)


def rights():
    return list(
        Grant.objects.order_by("pk").values_list("phone", "circle", "match", "role")
    )


def test_the_code_of_a_key_is_what_phones_compute_too():
    assert code_of(KEY) == "zqeqes49vh"


def test_the_key_of_another_phone_gives_no_right_and_another_code_which_stays(phone):
    send(phone, KEY)
    before = rights()
    other = Client()
    start(other, "Eva", "Paco")
    answer = send(other, KEY)
    own = Match.objects.latest("pk")
    assert answer.url == own.get_absolute_url()
    assert send(other, KEY).url == answer.url
    assert Match.objects.count() == 3
    assert own.code != code_of(KEY)
    assert other.get(f"/m/{code_of(KEY)}/").status_code == 404
    assert rights() == [*before, (holder(other).pk, own.circle_id, None, Role.OWN)]


def test_the_code_of_a_deleted_match_is_not_given_again_and_a_start_restores_nothing(
    phone,
):
    send(phone, KEY)
    Match.objects.update(deleted_at=timezone.now())
    answer = send(phone, KEY)
    assert phone.get(answer.url).status_code == 404
    assert Match.objects.count() == 1
    other = Client()
    start(other, "Eva", "Paco")
    assert send(other, KEY).url != f"/m/{code_of(KEY)}/"
    assert Match.objects.get(code=code_of(KEY)).deleted_at is not None


def test_a_start_that_the_rules_refuse_is_answered_with_its_reasons(phone):
    answer = send(phone, KEY, "Ana", limit="x")
    assert answer.status_code == 422
    assert answer.json()["reasons"] == [
        "Límite de puntos: Un número entero de 1 a 100000.",
        "Hacen falta al menos dos jugadores.",
    ]
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    ("before_now", "is_taken"),
    [(timedelta(hours=9), True), (timedelta(days=500), False)],
)
def test_a_match_began_when_the_phone_says_within_limits(phone, before_now, is_taken):
    time = timezone.now() - before_now
    send(phone, KEY, happened_at=time.isoformat())
    late = abs(Match.objects.get().created_at - time)
    assert (late < timedelta(seconds=1)) is is_taken


# Rematch


def send_rematch(phone, match, **fields):
    return phone.post(address_of("rematch", match), fields, headers=SCRIPT)


def test_a_rematch_has_the_code_of_its_key_and_the_time_of_the_phone(phone):
    """And the rematch of a second phone is that of the first."""
    over = won_by_ana(phone)
    time = timezone.now() - timedelta(hours=5)
    answer = send_rematch(phone, over, uid=KEY.hex, happened_at=time.isoformat())
    again = over.rematches.get()
    assert answer.url == f"/m/{code_of(KEY)}/"
    assert again.code == code_of(KEY)
    assert abs(again.created_at - time) < timedelta(seconds=1)
    assert (
        send_rematch(phone_with(Role.SCORE, over), over, uid=uuid4().hex).url
        == answer.url
    )


# The document of the groups of a phone


ADDRESS = "/new/document/"


def document(phone):
    return phone.get(ADDRESS).json()


def test_the_document_has_what_the_form_asks_of_a_group(phone):
    match = start(phone, "Ana", "Luis", save_as="De casa", limit=80, currency="€")
    rules = match.circle.house_rules.get()
    [group] = document(phone)["groups"]
    assert plain(group) == {
        "code": match.circle.code,
        "name": "Ana, Luis",
        "role": 3,
        "utc_offset": group["utc_offset"],
        "house_rules": [[rules.pk, "De casa", rules.ruleset]],
        "last": {"code": match.code, "ruleset": match.ruleset, "currency": "€"},
        "recent": ["Ana", "Luis"],
        "people": ["Ana", "Luis"],
        "uids": [str(player.uid) for player in match.circle.players.order_by("name")],
        "called": [["Ana", 0], ["Luis", 1]],
        "faces": [],
    }


def test_the_document_costs_as_many_queries_for_three_groups_as_for_one(
    phone, django_assert_num_queries
):
    for number in range(3):
        start(phone, "Ana", f"Luis {number}", circle="new", save_as="De casa")
    with django_assert_num_queries(8):
        phone.get(ADDRESS)


def test_a_right_that_was_taken_takes_the_group_from_the_document(match):
    scorer = phone_of(match.circle, Role.SCORE)
    Circle.objects.get(pk=match.circle_id).grants.filter(phone=holder(scorer)).delete()
    assert document(scorer)["groups"] == []
    assert grants.link_path(match.circle, Role.SCORE) not in scorer.get(ADDRESS).text
    for other in (
        Client(),
        phone_of(match, Role.SCORE),
    ):  # a match shared alone shows nothing of its group
        assert document(other)["groups"] == []
