"""Rate limits: counting, messages, client addresses; a normal evening never reaches them."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scores.core.access import grants, phone_cookie, rate_limits
from scores.fields import hand_fields
from scores.models import Entry, LimitCount, Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import grow_up, phone_with
from tests.scores.support.pushing import send, wrote
from tests.scores.support.table import (
    address_of,
    at_once,
    form,
    form_fields,
    lines,
    new_match,
    page_of,
    page_text,
    play,
    real_transactions,
    score,
)


def sets_up(phone, *names):
    return phone.post(reverse("new-match"), new_match(*names))


def an_hour_passes():
    Entry.objects.update(at=F("at") - timedelta(hours=1))
    LimitCount.objects.update(ends_at=F("ends_at") - timedelta(hours=1))


def test_a_hand_too_many_of_a_phone_stays_in_its_form_and_is_saved_later(
    limit, phone, match
):
    limit(writes="2/hour")
    play(phone, match, hand(0, 12), hand(0, 5))
    Entry.objects.filter(seq=0).update(at=F("at") - timedelta(minutes=50))
    page = score(phone, match, hand(0, 77))
    assert page.status_code == 429
    assert len(lines(match)) == 2
    assert 540 < int(page["Retry-After"]) <= 600  # the hour is that of each line
    assert "Demasiado seguido: espera 10 min." in page_text(page)
    typed_again = form(page, "Guardar").fields
    assert typed_again["deadwood_1"] == "77"
    assert saves(phone_with(Role.SCORE, match), match) == 302  # also in one bar
    an_hour_passes()
    again = {**typed_again, "seq": "3"}
    assert phone.post(address_of("score-hand", match), again).status_code == 302
    assert len(lines(match)) == 4


def test_looking_and_previewing_are_not_counted(limit, phone, match):
    limit(writes="1/hour", strangers="1/hour", links="1/hour", matches="1/hour")
    for _time in range(3):
        assert page_of(phone, match).status_code == 200
        preview = phone.post(
            address_of("preview", match),
            form_fields(match, **hand_fields(hand(0, 1))),
        )
        assert preview.status_code == 200
        assert phone.post("/new/", {"do": "more", "places": 2}).status_code == 200
        assert phone.post("/i18n/setlang/", {"language": "en"}).status_code == 302
    assert saves(phone, match) == 302


def test_a_match_too_many_stays_in_its_form(limit, phone, match):
    limit(matches="1/hour")
    assert sets_up(phone, "Ana", "Luis").status_code == 302
    page = sets_up(phone, "Marta", "Luis")
    assert page.status_code == 429
    assert Match.objects.count() == 2
    assert "Demasiado seguido: espera 60 min." in page_text(page)
    assert form(page, "new-match").fields["name_0"] == "Marta"


@real_transactions
def test_of_many_at_once_no_more_are_let_through_than_may(limit, phone, match):
    limit(links="3/hour")
    address = grants.link_path(match, Role.SCORE)
    codes = at_once(*[lambda: phone.post(address).status_code] * 5)
    assert sorted(codes) == [302, 302, 302, 429, 429]


def wrong(link):
    return f"{link.rstrip('/')}x/"


def test_a_link_too_many_is_not_taken_but_shown(limit, phone, match):
    limit(links="1/hour")
    link = grants.link_path(match, Role.SCORE)
    assert [phone.post(link).status_code for _time in range(3)] == [302, 429, 429]
    before = list(LimitCount.objects.values())
    opened = [
        phone.get(one).status_code for one in (link, link, wrong(link), wrong(link))
    ]
    assert opened == [200, 200, 404, 404]
    assert list(LimitCount.objects.values()) == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_wrong_links_too_many_stop_no_link_that_works(limit, match, method):
    """In a bar all are one address."""
    limit(strangers="2/hour")
    link = grants.link_path(match, Role.SCORE)
    bar = {"REMOTE_ADDR": "192.0.2.7"}
    guesses = [getattr(Client(**bar), method)(wrong(link)) for _time in range(4)]
    assert [answer.status_code for answer in guesses] == [404, 404, 429, 429]
    assert 3500 < int(guesses[-1]["Retry-After"]) <= 3600
    guest = Client(**bar)
    assert [guest.get(link).status_code, guest.post(link).status_code] == [200, 302]
    assert page_of(guest, match).status_code == 200
    # taken links are counted apart
    assert [renames(guest) for _time in range(3)] == [302, 302, 429]


# Young phones


def renames(phone):
    return phone.post(reverse("phone"), {"name": "Mío"}).status_code


def test_phones_share_the_limit_of_their_address_until_they_are_a_day_old(limit):
    limit(strangers="5/hour")
    minted = [Client() for _phone in range(4)]
    assert [sets_up(phone, "Ana", "Luis").status_code for phone in minted] == [302] * 4
    assert [renames(phone) for phone in minted] == [302, 429, 429, 429]
    assert sets_up(Client(REMOTE_ADDR="192.0.2.1"), "Ana", "Luis").status_code == 302
    grow_up()
    assert renames(minted[1]) == 302
    forger = Client()
    forger.cookies[phone_cookie.COOKIE] = "one:forged:cookie"
    assert sets_up(forger, "Ana", "Luis").status_code == 429


def test_entries_of_young_phones_are_counted_by_tens_at_their_address(
    limit, phone, match
):
    limit(strangers="20/hour")
    play(phone, match, *[hand(0, 1)] * 10)
    assert address_count() == 0  # written without requests
    for _hand in range(11):  # entries 11 to 21: the blocks of 11 and of 21
        assert saves(phone, match) == 302
    assert address_count() == 20
    assert saves(phone, match) == 429
    grow_up()
    assert saves(phone, match) == 302


def saves(phone, match):
    return score(phone, match, hand(0, 1)).status_code


def address_count():
    return sum(LimitCount.objects.values_list("count", flat=True))


# Checks of cards, and files of groups


@pytest.mark.parametrize(
    "kind", ["checks", "address-checks", "exports", "address-exports"]
)
def test_what_is_costly_to_read_has_a_limit_for_each_phone_and_at_each_address(
    limit, phone, match, kind
):
    limit(**{kind: "2/hour"})
    checks = [reverse(name) for name in ("check", "check-picture")]
    checks += [address_of(f"{name}-in-match", match) for name in ("check", "table")]
    files = [address_of(name, match.circle) for name in ("export", "rights-csv")]
    addresses = checks if kind.endswith("checks") else [*files, *files]
    answers = [phone.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert "Demasiado seguido: espera 60 min." in page_text(answers[-1])
    for other in (Client(), phone_with(Role.OWN, match)):
        is_refused = other.get(addresses[0]).status_code == 429
        assert is_refused == kind.startswith("address")
    elsewhere = phone.get(addresses[0], REMOTE_ADDR="192.0.2.1")
    assert (elsewhere.status_code == 429) != kind.startswith("address")


def test_lines_that_the_rules_refuse_or_that_came_before_are_not_counted(
    limit, phone, match
):
    limit(writes="2/hour")
    save = address_of("score-hand", match)
    first = form_fields(match, **hand_fields(hand(0, 12)))
    answers = [phone.post(save, first).status_code for _time in range(3)]
    nothing = [phone.post(save, form_fields(match)).status_code for _time in range(3)]
    assert answers == [302] * 3
    assert nothing == [422] * 3
    play(phone, match, hand(0, 5))
    assert saves(phone, match) == 429


def test_what_is_set_to_nothing_is_never_done(limit, phone, match):
    limit(writes="0/hour", matches="0/hour", imports="0/hour", photos="0/hour")
    player = match.circle.players.first()
    json = {"content_type": "application/json"}
    refused = [
        phone.post(address_of("undo", match), form_fields(match)),
        send(phone, match, wrote(match, hand(0, 1)).body),
        phone.put(reverse("match", args=["abcdefghjk"]), {}, **json),
        phone.post(reverse("import")),
        phone.post(reverse("person-photo", args=[match.circle.code, player.uid])),
    ]
    assert [(page.status_code, page["Retry-After"]) for page in refused] == [
        (429, "3600")
    ] * 5


def test_of_who_came_nothing_can_be_read_and_after_the_hour_nothing_is_kept(limit):
    limit(strangers="2/hour")
    for address in ("192.0.2.1", "192.0.2.2"):
        sets_up(Client(REMOTE_ADDR=address), "Ana", "Luis")
    keys = list(LimitCount.objects.values_list("key", flat=True))
    assert [len(key) for key in keys] == [32, 32]
    assert [key for key in keys if "192.0.2" in key] == []
    an_hour_passes()
    sets_up(Client(REMOTE_ADDR="192.0.2.3"), "Ana", "Luis")
    assert LimitCount.objects.count() == 1


@pytest.mark.parametrize(
    ("behind", "forwarded", "address"),
    [
        (False, "203.0.113.9", "192.0.2.1"),
        (True, "203.0.113.9", "203.0.113.9"),
        # the first one was sent by the client
        (True, "198.51.100.66, 203.0.113.9", "203.0.113.9"),
        (True, "nonsense", "unknown"),
        (True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        # IPv4, seen by a server that listens for both
        (True, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_an_address_is_believed_from_our_own_proxy_alone_in_the_header_that_it_uses(
    behind, forwarded, address, rf, settings
):
    settings.BEHIND_PROXY = behind
    headers = {"X-Forwarded-For": forwarded, "Fly-Client-IP": "203.0.113.77"}
    request = rf.get("/", headers=headers, REMOTE_ADDR="192.0.2.1")
    assert rate_limits.client_address(request) == address
    settings.ADDRESS_HEADER = "Fly-Client-IP"
    by_its_own = rate_limits.client_address(request)
    assert by_its_own == ("203.0.113.77" if behind else "192.0.2.1")


def test_no_table_meets_a_limit(settings):
    """A tap on a card asks once. Thirty tables that check ten cards each in a minute are one address; a phone
    that was offline all evening sends two hundred hands at once. A hall of 150 new phones scans its cards
    within an hour.
    """
    per_minute = {
        kind: limit.amount * 60 / limit.get_expiry()
        for kind, limit in settings.LIMITS.items()
    }
    enough = {
        "checks": 2 * 60,
        "address-checks": 30 * 10,
        "writes": 201,
        "strangers": 150 / 60,
    }
    assert [kind for kind, least in enough.items() if per_minute[kind] < least] == []


def test_wrong_links_of_a_phone_stop_no_link_that_works(limit, phone, match):
    limit(links="2/hour")
    grow_up()
    link = grants.link_path(match, Role.SCORE)
    assert [phone.get(wrong(link)).status_code for _time in range(3)] == [404, 404, 429]
    assert [phone.get(link).status_code, phone.post(link).status_code] == [200, 302]
