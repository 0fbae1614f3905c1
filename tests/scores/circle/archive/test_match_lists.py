"""The list of all matches: search and paging."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.circle.archive import lifecycle
from scores.circle.archive.views import PAGE
from scores.circle.circles import merging
from scores.models import HouseRules, Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.plain import plain
from tests.scores.support.table import (
    address_of,
    errors,
    form,
    page_text,
    play,
    take_link,
    update_row,
)


def search(phone, match=None, **asked):
    address = (
        address_of("circle-matches", match.circle) if match else reverse("matches")
    )
    return phone.get(address, asked)


def links(answer, way):
    return [
        unescape(address)
        for address in re.findall(rf'href="([^"]*)" rel="{way}"', answer.text)
    ]


def found(answer):
    """The players of the matches on the page, in order."""
    return [plain(item.players) for item in answer.context["matches"]]


@pytest.fixture
def three(phone):
    details = [
        {"place": "Bar Paco", "note": "La del apagón", "played_on": "2026-01-02"},
        {"place": "Casa de Íñigo", "preset": "gin", "played_on": "2026-02-03"},
        {
            "note": "Straße 100% _seguro_",
            "played_on": "2026-03-04",
            "save_as": "Las de la Abuela",
        },
    ]
    names = [("Ana", "Núria"), ("Ana", "Zoë"), ("Eva", "Paco")]
    return [
        start(phone, *who, **what) for who, what in zip(names, details, strict=True)
    ]


ALL = ["Eva, Paco", "Ana, Zoë", "Ana, Núria"]


# Words


SOUGHT = {
    " \u200b": ALL,
    "APAGÓN bar": ["Ana, Núria"],
    "apagon gin": [],
    "inigo": ["Ana, Zoë"],
    "nuria": ["Ana, Núria"],
    "paco": ["Eva, Paco", "Ana, Núria"],
    "strasse": ["Eva, Paco"],
    "abuela": ["Eva, Paco"],
    "chinchon": ["Ana, Núria"],  # and none of the rules that a group named
    "100%": ["Eva, Paco"],
    "_": ["Eva, Paco"],
    "a%a": [],
    "\\": [],
}


def test_words_are_sought_without_accents_and_case_and_every_letter_is_itself(
    phone, three
):
    assert {words: found(search(phone, q=words)) for words in SOUGHT} == SOUGHT
    forms = [
        search(phone, **asked).context["form"]
        for asked in ({"q": "ana"}, {"since": "2026-02-03"})
    ]
    assert [form.is_folded_out for form in forms] == [False, True]
    assert found(search(phone, three[0], q="paco")) == SOUGHT["paco"]
    three[1].circle.players.filter(name="Zoë").update(name="Übeda")
    assert found(search(phone, q="zoe")) == []
    assert found(search(phone, q="ubeda")) == ["Ana, Übeda"]


def test_letters_that_fold_into_many_are_kept_as_far_as_they_fit(phone):
    match = start(phone, "Ana", "Luis", note="\ufdfa" * 200)
    match.refresh_from_db()
    assert len(match.sought) == 320


# By who, what, when


def test_by_player_by_rules_and_by_days_the_first_and_the_last_included(phone, three):
    zoe, ana = (three[1].circle.players.get(name=name) for name in ("Zoë", "Ana"))
    assert found(search(phone, who=str(zoe.pk))) == ["Ana, Zoë"]
    assert found(search(phone, three[0], who=str(ana.pk), q="bar")) == ["Ana, Núria"]
    assert HouseRules.objects.count() == 1
    for asked, expected in (
        ({"rules": "gin"}, ["Ana, Zoë"]),
        ({"rules": "chinchon"}, ["Eva, Paco", "Ana, Núria"]),
        ({"rules": "named-Las de la Abuela"}, ["Eva, Paco"]),
        ({"since": "2026-02-03"}, ["Eva, Paco", "Ana, Zoë"]),
        ({"until": "2026-02-03"}, ["Ana, Zoë", "Ana, Núria"]),
        ({"since": "2026-02-03", "until": "2026-02-03"}, ["Ana, Zoë"]),
        ({"since": "03/02/2026", "until": "4/2/2026"}, ["Ana, Zoë"]),
    ):
        assert (asked, found(search(phone, three[0], **asked))) == (asked, expected)


def test_what_is_not_offered_finds_nothing(phone, three):
    unknown = ({"who": "999999"}, {"who": "x"}, {"rules": "tute"}, {"state": "lost"})
    for asked in ({"q": "\x00"}, {"q": "x" * 81}, *unknown):
        answer = search(phone, **asked)
        assert (asked, answer.status_code) == (asked, 422)
        assert "matches" not in answer.context


def test_a_wrong_date_is_said_and_what_was_typed_stays(phone, three):
    for asked, expected in (
        ({"since": "31/02/2026"}, "«31/02/2026» no es una fecha."),
        (
            {"since": "2026-02-03", "until": "2026-02-02"},
            "«Hasta» es antes que «desde».",
        ),
    ):
        answer = search(phone, q="ana", **asked)
        fields = form(answer, "Buscar").fields
        assert (answer.status_code, errors(answer)) == (422, [expected])
        assert {name: fields[name] for name in asked} | {"q": fields["q"]} == {
            **asked,
            "q": "ana",
        }


# State


def test_by_state(phone):
    _going, over, old, away = (
        start(phone, name, "Luis") for name in ("Ana", "Eva", "Paco", "Zoë")
    )
    play(phone, over, hand(0, None, close="chinchon"))
    then = timezone.now() - timedelta(days=14)
    for match in (old, away):
        update_row(match, written_at=then)
    lifecycle.archive(away)
    assert {
        state: found(search(phone, state=state))
        for state in ("going-on", "finished", "abandoned")
    } == {
        "going-on": ["Ana, Luis"],
        "finished": ["Eva, Luis"],
        "abandoned": ["Paco, Luis"],
    }
    assert found(search(phone, state="archived")) == ["Zoë, Luis"]
    assert found(search(phone)) == ["Paco, Luis", "Eva, Luis", "Ana, Luis"]
    play(phone, old, hand(0, 5))
    assert found(search(phone, state="abandoned")) == []  # somebody writes on it again


# Paging


def test_pages_follow_each_other_and_keep_what_is_looked_for(phone):
    match = start(phone, "Ana", "Luis")
    columns = {"ruleset": match.ruleset, "played_on": match.played_on}
    Match.objects.bulk_create(
        Match(circle=match.circle, players_at_start=2, **columns)
        for _row in range(PAGE + 4)
    )
    first = search(phone, match, rules="chinchon")
    assert len(first.context["matches"]) == PAGE
    assert links(first, "prev") == []
    [older] = links(first, "next")
    second = phone.get(address_of("circle-matches", match.circle) + older)
    assert len(second.context["matches"]) == 5
    assert links(second, "next") == []
    assert links(second, "prev") == ["?rules=chinchon&page=1"]
    codes = [
        item.match.code for page in (first, second) for item in page.context["matches"]
    ]
    assert codes == list(Match.objects.order_by("-pk").values_list("code", flat=True))


def test_where_nothing_is_found_it_leads_to_the_same_among_the_archived(phone, three):
    lifecycle.archive(three[0])
    answer = search(phone, q="apagon")
    assert "Ninguna partida es así." in page_text(answer)
    (elsewhere,) = re.findall(r'href="([^"]+)">Mirar en las archivadas', answer.text)
    assert unescape(elsewhere) == "?q=apagon&state=archived"
    assert found(phone.get(reverse("matches") + unescape(elsewhere))) == ["Ana, Núria"]


# Rights


def test_each_phone_finds_its_own_only(phone, three):
    other = Client()
    theirs = start(other, "Ana", "Pepe")
    assert found(search(other, q="ana")) == ["Ana, Pepe"]
    assert "Pepe" not in page_text(search(phone))
    assert search(other, who=str(three[0].circle.players.first().pk)).status_code == 422
    take_link(phone, theirs.circle, Role.WATCH)
    assert found(search(phone, q="pepe")) == ["Ana, Pepe"]
    assert found(search(phone, three[0], q="pepe")) == []


def test_who_may_watch_one_match_finds_it_and_its_players_until_it_is_deleted(three):
    watcher = phone_with(Role.WATCH, three[1])
    zoe = three[1].circle.players.get(name="Zoë")
    assert (
        found(search(watcher, who=str(zoe.pk)))
        == found(search(watcher))
        == ["Ana, Zoë"]
    )
    lifecycle.delete(three[1])
    page = watcher.get(reverse("matches")).text
    assert [name for name in ("Ana", "Zoë") if name in page] == []


def test_whose_name_was_taken_away_is_found_as_somebody_and_not_offered_by_name(
    phone, three
):
    merging.erase_name(three[1].circle.players.get(name="Zoë"))
    answer = search(phone, q="alguien")
    assert found(answer) == ["Ana, Alguien"]
    offered = [name for _pk, name in answer.context["form"].fields["who"].choices]
    assert plain(offered) == ["cualquiera", "Ana", "Eva", "Núria", "Paco"]
    assert found(search(phone, q="zoe")) == []
