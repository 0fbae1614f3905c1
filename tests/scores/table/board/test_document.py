"""The document of a match: its facts as JSON for a phone, with the rights of the board."""

import pytest
from django.test import Client
from django.urls import reverse

from phone.build.generated import template_names
from phone.build.templates import compile_templates
from scores.core.match_facts import TEXTS
from scores.models import Role
from scores.table.board.document import STATIC_FILES
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of, happen, page_at, play, played


@pytest.fixture
def match(phone):
    return played(phone, "Ana", "Luis", hand(0, 7))


def test_the_document_has_the_facts_of_the_match(phone, match):
    document = page_at(phone, "document", match).json()
    links = [link["role"] for link in document.pop("links")]
    [entry] = document.pop("entries")
    assert links == ["score", "watch"]
    assert [*entry[:2], entry[3]] == [
        "hand",
        {"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 7}},
        match.entries.get().client_key,
    ]
    times = [document.pop("created_at"), entry[2]]
    assert times == sorted(times)
    assert [since for since, _minutes in document.pop("utc_offsets")] == times[:1]
    assert document == {
        "format": 1,
        "code": match.code,
        "version": 1,
        "role": 3,
        "seen": "1.3",
        "language": "es",
        "ruleset": match.ruleset,
        **{fact.key: "" for fact in TEXTS},
        "players_at_start": 2,
        "first_dealer": 0,
        "direction": 1,
        "night_table": None,
        "played_on": match.played_on.isoformat(),
        "is_archived": False,
        "faces": [],
        "names": [[0, "Ana"], [1, "Luis"]],
        "uids": [[seat.position, str(seat.player.uid)] for seat in match.seats.all()],
        "rematch": None,
        "poll_ms": document["poll_ms"],
        "static": {name: f"/static/{name}" for name in STATIC_FILES},
    }


def test_a_document_comes_with_the_token_for_what_the_phone_will_push(match):
    phone = Client(enforce_csrf_checks=True)
    phone.cookies = phone_of(match, Role.SCORE).cookies
    for address in (
        address_of("document", match),
        reverse("circles-document"),
    ):
        answer = phone.get(address)
        again = phone.get(address, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert answer["Cache-Control"] == "private, no-store"
        for token in (answer["X-CSRF-Token"], again["X-CSRF-Token"]):
            undo = phone.post(address_of("undo", match), headers={"X-CSRFToken": token})
            assert undo.status_code == 422
    document = address_of("document", match)
    seen = {"If-None-Match": phone.get(document)["ETag"]}
    play(phone, match, hand(0, 8))
    assert phone.get(document, headers=seen).status_code == 200


def test_the_document_of_a_finished_match_costs_one_query_more_than_of_another(
    phone, match, django_assert_num_queries
):
    """Of another one three: tests/support/addresses.txt."""
    happen(phone, match, "finish")
    with django_assert_num_queries(4):
        page_at(phone, "document", match)


@pytest.mark.parametrize(
    ("role", "links"), [(Role.WATCH, ["watch"]), (Role.SCORE, ["score", "watch"])]
)
def test_a_document_has_no_link_above_the_rights_of_its_phone(match, role, links):
    document = page_at(phone_of(match, role), "document", match).json()
    assert document["role"] == role
    assert [link["role"] for link in document["links"]] == links


def test_a_document_names_the_static_files_of_the_templates():
    assert set(STATIC_FILES) == compile_templates(template_names()).static
