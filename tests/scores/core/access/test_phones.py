"""Phones with a grant: their names, their roles, changing and removing grants."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.presets import CHINCHON
from scores.circle.circles import people
from scores.core.access import grants, phone_cookie, phones
from scores.core.match_facts import MatchFacts
from scores.core.matches.scoresheet import Sheet
from scores.models import Phone, Role
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_with
from tests.scores.support.table import (
    address_of,
    at_once,
    buttons,
    forms,
    later,
    links_of,
    meet,
    page_at,
    page_of,
    page_of_phone,
    page_text,
    play,
    real_transactions,
    refusal,
    taking,
    tap,
    text_on,
    update_row,
)

REMOVE = "Quitar este teléfono"
SAVE = "Guardar"
REVOKE = "Anular el enlace"
LAST = "Es el único que lleva el grupo."


def press(owner, thing, client, button, **changed):
    page = owner.get(page_of_phone(thing, client))
    return tap(owner, page, button, **changed)


def held(thing):
    return [(phones.phone_name(grant), grant.role) for grant in phones.holders(thing)]


# Names


def test_a_phone_that_has_a_name_is_not_asked_again(match):
    client = taking(match, Role.SCORE, " El de  Luis ")
    assert held(match) == [("El de Luis", Role.SCORE)]
    page = client.get(grants.link_path(match, Role.OWN))
    assert list(forms(page)[0].fields) == ["csrfmiddlewaretoken"]
    client.post(grants.link_path(match, Role.OWN), {"name": "Otro"})
    assert held(match) == [("El de Luis", Role.OWN)]


def test_a_phone_names_itself_with_a_name_that_can_be_seen(phone, match):
    refused = phone.post(reverse("phone"), {"name": "\u200b"})
    assert "Falta el nombre." in refusal(refused)
    answer = tap(phone, phone.get(reverse("phone")), SAVE, name="El de Ana")
    assert answer.url == reverse("home")
    assert held(match.circle) == [("El de Ana", Role.OWN)]
    # on the page of a group too, for all of them
    press(phone, match.circle, phone, SAVE, name="Ana")
    tap(phone, phone.get(reverse("phone")), SAVE, name="La de Ana")
    assert held(match.circle) == [("La de Ana", Role.OWN)]


def test_an_owner_names_a_phone_for_this_circle_alone_until_the_name_is_taken_away(
    phone, match
):
    client = taking(match.circle, Role.SCORE, "Mi móvil")
    press(phone, match.circle, client, SAVE, name="El de Luis")
    assert held(match.circle) == [("", Role.OWN), ("El de Luis", Role.SCORE)]
    assert holder(client).name == "Mi móvil"
    press(phone, match.circle, client, SAVE, name="")
    assert held(match.circle)[1] == ("Mi móvil", Role.SCORE)


# The list


def test_the_list_says_who_may_what_since_when_and_when_it_was_seen(phone, match):
    client = taking(match.circle, Role.WATCH, "El de Luis")
    match.circle.grants.update(granted_at=datetime(2026, 3, 1, 12, tzinfo=UTC))
    update_row(holder(client), seen_on=date(2026, 4, 2))
    page = text_on(phone, "circle-phones", match.circle)
    assert "El de Luis Mirar desde el 01/03/2026 · visto el 02/04/2026" in page
    assert "Teléfono sin nombre este Todo: también enlaces, teléfonos y nombres" in page


def test_the_list_of_a_match_has_who_may_see_it_alone_and_is_where_they_change(
    phone, match
):
    client = taking(match, Role.SCORE, "El de Luis")
    taking(match.circle, Role.SCORE, "El de Eva")
    page = text_on(phone, "match-phones", match)
    assert "El de Luis" in page
    assert "El de Eva" not in page
    grant = match.grants.get().pk
    assert page_at(phone, "circle-phone", match.circle, grant).status_code == 404
    assert phone.get(page_of_phone(match, client)).status_code == 200


def test_when_a_phone_was_seen_is_written_once_a_day_and_not_by_opening_a_link(
    phone, match, monkeypatch
):
    long_ago = date(2026, 1, 1)
    Phone.objects.update(seen_on=long_ago)
    later(monkeypatch, 0.9)
    assert page_of(phone, match).status_code == 200
    later(monkeypatch, 1.1)
    link = phone.get(grants.link_path(match, Role.WATCH))
    assert link.status_code == 200
    assert phone_cookie.COOKIE not in link.cookies
    assert Phone.objects.get().seen_on == long_ago
    assert page_of(phone, match).status_code == 200
    assert Phone.objects.get().seen_on == timezone.localdate()


# Lower roles, removed grants


def lowered(owner, thing, client):
    press(owner, thing, client, SAVE, role=int(Role.WATCH))


def removed(owner, thing, client):
    press(owner, thing, client, REMOVE)


def revoked(owner, thing, _client):
    revoke(owner, thing, "score", take="on")


# Whether the links to watch, to score and to own still work
DEAD = [False, False, False]
ALL_LIVE = [True, True, True]
OWN_LIVES = [False, False, True]
WATCH_LIVES = [True, False, False]


@pytest.mark.parametrize(
    ("in_circle", "in_match", "act", "kind", "live"),
    [
        # it never saw a link to own
        (
            Role.SCORE,
            Role.NONE,
            removed,
            "circle",
            [OWN_LIVES] * 3,
        ),
        (Role.WATCH, Role.OWN, removed, "circle", [[False, True, True], DEAD, DEAD]),
        (Role.NONE, Role.SCORE, removed, "match", [ALL_LIVE, DEAD, DEAD]),
        (Role.OWN, Role.NONE, lowered, "circle", [WATCH_LIVES] * 3),
        # in single matches too
        (
            Role.SCORE,
            Role.WATCH,
            revoked,
            "circle",
            [OWN_LIVES] * 3,
        ),
        (Role.NONE, Role.NONE, revoked, "circle", [[True, False, True]] * 3),
    ],
)
def test_who_lost_a_right_comes_back_by_no_link_it_could_copy(
    phone, match, in_circle, in_match, act, kind, live
):
    again = setup.rematch(match)
    client = Client()
    things = {"circle": match.circle, "match": match, "rematch": again}
    for thing, role in ((match.circle, in_circle), (match, in_match)):
        assert not role or client.post(grants.link_path(thing, role)).status_code == 302
    copied = links_of(*things.values())
    act(phone, things[kind], client)
    current = links_of(*things.values())
    assert [link in current for link in copied] == [
        works for of_one in live for works in of_one
    ]
    pages = [page_of(client, one).status_code for one in (match, again)]
    assert pages == [200 if act is lowered else 404] * 2


def test_who_is_removed_from_a_rematch_comes_to_it_by_no_link_of_the_match_before(
    phone, match
):
    client = taking(match, Role.SCORE)
    again = setup.rematch(match)
    press(phone, again, client, REMOVE)
    for link in links_of(match):  # a friend may show even the one to own
        assert client.post(link).status_code == 302
    assert [page_of(client, one).status_code for one in (match, again)] == [200, 404]


def test_a_right_that_is_none_is_refused(phone, match):
    client = taking(match, Role.SCORE)
    for role in ("0", "4", "x", ""):
        assert (
            phone.post(
                page_of_phone(match, client), {"name": "", "role": role}
            ).status_code
            == 422
        )
    assert held(match) == [("", Role.SCORE)]


def test_the_last_phone_that_owns_a_circle_stays_and_may_be_named(phone, match):
    circle = match.circle
    taking(circle, Role.SCORE)
    page = phone.get(page_of_phone(circle, phone))
    assert LAST in page_text(page)
    assert REMOVE not in buttons(page)
    for act in ({"do": "remove"}, {"name": "", "role": Role.SCORE.value}):
        answer = phone.post(page_of_phone(circle, phone), act)
        assert LAST in refusal(answer)
    assert held(circle) == [("", Role.OWN), ("", Role.SCORE)]
    press(phone, circle, phone, SAVE, name="El de Ana")
    assert held(circle)[0] == ("El de Ana", Role.OWN)


def test_a_match_may_be_left_without_an_owner_of_its_own(phone, match):
    client = taking(match, Role.OWN)
    assert press(client, match, client, REMOVE).url == reverse("home")
    assert held(match) == []
    assert page_of(phone, match).status_code == 200
    page = page_of_phone(match, taking(match, Role.WATCH))
    # twice leads where once did
    answers = [phone.post(page, {"do": "remove"}) for _tap in range(2)]
    list_of_phones = address_of("match-phones", match)
    assert [answer.url for answer in answers] == [list_of_phones] * 2
    assert phone.get(page).status_code == 404


@real_transactions
def test_of_two_owners_who_remove_each_other_at_once_one_stays(phone, match):
    other = taking(match.circle, Role.OWN)
    pages = {
        one: page_of_phone(match.circle, its)
        for one, its in ((phone, other), (other, phone))
    }
    at_once(
        *(
            lambda phone=phone: phone.post(pages[phone], {"do": "remove"}).status_code
            for phone in pages
        )
    )
    assert [role for _name, role in held(match.circle)] == [Role.OWN]


# Revoking


def revoke(owner, thing, role, **take):
    kind = grants.kind_of(thing)
    page = page_at(owner, f"{kind}-revoke", thing, role)
    return tap(owner, page, REVOKE, **take)


def test_revoking_leaves_the_phones_their_right_unless_asked(phone, match):
    client = taking(match, Role.SCORE)
    assert page_at(phone, "match-revoke", match, "all").status_code == 404
    page_at(phone, "match-revoke", match, "score")
    match.refresh_from_db()
    assert match.score_generation == 0  # looking changes nothing
    answer = revoke(phone, match, "score")
    assert answer.url == address_of("share", match)
    assert page_of(client, match).status_code == 200


def test_revoking_takes_the_right_from_who_got_it_by_this_link_and_from_nobody_else(
    phone, match
):
    circle = match.circle
    owner, scorer, watcher = (
        taking(circle, role, role.name) for role in (Role.OWN, Role.SCORE, Role.WATCH)
    )
    lowered = taking(circle, Role.OWN, "lowered")
    press(phone, circle, lowered, SAVE, role=Role.SCORE.value)
    assert "SCORE" in text_on(owner, "circle-revoke", circle, "score")
    revoke(owner, circle, "score", take="on")
    assert held(circle) == [("", 3), ("OWN", 3), ("lowered", 2), ("WATCH", 1)]
    assert page_of(scorer, match).status_code == 404
    assert page_of(watcher, match).status_code == 200


def test_revoking_the_own_link_leaves_who_revokes_and_who_made_the_circle(match):
    other = taking(match.circle, Role.OWN, "other")
    third = taking(match.circle, Role.OWN, "third")
    revoke(other, match.circle, "own", take="on")
    assert held(match.circle) == [("", Role.OWN), ("other", Role.OWN)]
    assert page_of(third, match).status_code == 404


@real_transactions
def test_a_link_is_revoked_while_somebody_sits_down_before_the_first_hand(match):
    def sit_down():
        sheet = Sheet(people.locked_match(match))
        yield
        return people.seat_for(sheet, "Eva").position

    def revoke_meanwhile():
        return phones.revoke(match.circle, Role.SCORE, None, and_take=False)

    assert meet(sit_down, revoke_meanwhile) == [2, None]


@real_transactions
def test_a_match_that_starts_while_a_phone_is_removed_gets_new_links_too(match):
    """The phone that starts it sees its links before the removal is done."""
    grant = match.circle.grants.get(phone=holder(taking(match.circle, Role.SCORE)))

    def start():
        facts = MatchFacts(CHINCHON)
        started = setup.start_match(match.circle, uuid4(), facts, ["Ana", "Eva"])
        yield
        return grants.link_path(started, Role.SCORE)

    copied, _removed = meet(start, lambda: phones.remove(grant))
    assert Client().post(copied).status_code == 404


# Names of writers


def log(client, match):
    """The name of the phone that wrote each entry, newest first."""
    page = page_at(client, "log", match)
    return [item.by for item in page.context["items"]]


def test_the_log_names_the_phone_that_wrote_each_line_where_several_write(phone, match):
    named = taking(match.circle, Role.SCORE, "Mi móvil")
    unnamed = taking(match, Role.SCORE)
    play(phone, match, hand(0, 3))
    assert log(phone, match) == [""]
    play(named, match, hand(0, 5))
    play(unnamed, match, hand(0, 7))
    assert log(phone, match) == ["otro teléfono 3", "Mi móvil", "este teléfono"]
    assert log(unnamed, match) == ["este teléfono", "Mi móvil", "otro teléfono 1"]
    watcher = phone_with(Role.WATCH, match)
    assert "otro teléfono 1" in text_on(watcher, "log", match)
    # what the owners call it; once it is removed what it called itself
    press(phone, match.circle, named, SAVE, name="El de Luis")
    assert log(phone, match)[1] == "El de Luis"
    press(phone, match.circle, named, REMOVE)
    assert log(phone, match)[1] == "Mi móvil"
    assert holder(named).grants.count() == 0


# Everything that gives a phone a right is in one list, which every way to lose a right asks


# Tables and columns that name a phone and give it no right
NO_RIGHT = {
    "accountentry.by": "who said that something was paid",
    "claim.phone": "who holds it",
    "entry.by": "who wrote a line",
    "keptfile.phone": "a file of its own before its import",
    "merge.by": "who merged two circles",
    "playermerge.by": "who merged two players",
    "rounddraft.by": "who changed the draft of a round",
    "nightentry.by": "who organised",
    "sitting.coming": "who answered the call of a table",
    "typedcode_used_by.phone": "it has the link already: the code is worth less to it",
}


def columns_with_a_phone():
    models = apps.get_app_config("scores").get_models(include_auto_created=True)
    fields = [
        (model, field) for model in models for field in model._meta.concrete_fields
    ]
    return {
        f"{model._meta.model_name}.{field.name}"
        for model, field in fields
        if field.related_model is Phone
    }


def test_each_table_that_names_a_phone_gives_it_a_right_in_the_list_or_none():
    given = {
        f"{model._meta.model_name}.phone"
        for source in phones.every_source()
        for model in source.models
    }
    assert sorted([*given, *NO_RIGHT]) == sorted(columns_with_a_phone())
