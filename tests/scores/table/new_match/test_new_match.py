"""Setting up a match: seats, names, house rules; nothing typed is ever lost."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished, Retired
from rules.presets import CHINCHON, FOURNIER, RULESETS
from scores.circle.circles import merging
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import unmarked_text
from scores.models import Circle, Match, Phone, Player, Role
from scores.table.new_match.forms import BEST_KNOWN
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of, phone_with, write
from tests.scores.support.house_rules_form import HouseRulesForm
from tests.scores.support.table import (
    flat,
    form,
    new_match,
    page_text,
    play,
    send_to,
    start_by_form,
    take_link,
    tap,
    text_at,
)

START = "Empezar"


def page_of(phone):
    return phone.get(reverse("new-match"))


def names(page):
    fields = form(page, START).fields
    return [fields[key] for key in fields if key.startswith("name_")]


def do(phone, page, act, **changed):
    """One of the small buttons."""
    fields = {**form(page, START).fields, **changed, "do": act}
    answer = phone.post(reverse("new-match"), fields)
    assert answer.status_code == 200
    return answer


# Starting


def test_a_match_sits_down_as_the_form_says(phone):
    match = start_by_form(
        phone,
        "Ana",
        "",
        "Luis",
        "Eva",
        dealer="2",
        deal_direction="-1",
        preset="chinchon-fournier",
    )
    sheet = Sheet(match)
    assert [unmarked_text(name) for name in sheet.names.values()] == [
        "Ana",
        "Luis",
        "Eva",
    ]
    assert sheet.board.dealer == 1
    assert sheet.board.direction == -1
    assert sheet.board.lead == 0
    assert repr(match.rules) == repr(FOURNIER)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("limit", "9" * 5_000),
        ("stake", "-1"),
        ("rebuys", "many"),
        *(
            ("preset", key)
            for key in ("poker", "like-", "like-\0", "like-²", "house-x", "house-999")
        ),
        ("uid", "x"),
        ("dealer", "\0"),
        ("deal_direction", "0"),
        ("circle", "\0"),
        ("name_1", "M" * 41),
        ("name_1", ""),
    ],
)
def test_what_cannot_be_is_refused_and_kept(phone, field, text):
    page = phone.post(
        reverse("new-match"), new_match("Ana", "Luis", **{"limit": "70", field: text})
    )
    assert page.status_code == 422
    assert 'class="trouble"' in page.text
    kept = form(page, START).fields
    assert kept["name_0"] == "Ana"
    assert kept["limit"] == (text if field == "limit" else "70")
    assert Match.objects.count() == 0
    assert Phone.objects.count() == 0


def test_the_same_form_sent_twice_is_one_match_in_one_new_group(phone):
    start_by_form(phone, "Eva", "Pepe")
    fields = new_match("Eva", "Paco", circle="new")
    urls = {phone.post(reverse("new-match"), fields).url for _tap in range(2)}
    assert len(urls) == 1
    assert Circle.objects.count() == 2
    assert Match.objects.count() == 2
    assert Player.objects.count() == 4


def test_the_first_form_sent_again_because_the_answer_got_lost_is_one_match():
    fields = new_match("Ana", "Luis", uid=uuid4())
    first = Client()
    # The last is the same phone, which never got its cookie
    phones = [first, first, Client()]
    urls = {phone.post(reverse("new-match"), fields).url for phone in phones}
    assert len(urls) == 1
    assert Match.objects.count() == 1
    assert Circle.objects.count() == 1
    assert Phone.objects.count() == 1
    assert [phone.get(url).status_code for phone in phones for url in urls] == [200] * 3


def test_an_old_form_makes_nobody_its_phone_and_no_record_has_its_secret():
    secret = uuid4()
    fields = new_match("Ana", "Luis", uid=secret)
    Client().post(reverse("new-match"), fields)
    assert secret not in (Match.objects.get().uid, Phone.objects.get().uid)
    Phone.objects.update(created_at=timezone.now() - timedelta(hours=2))
    Client().post(reverse("new-match"), fields)
    assert Phone.objects.count() == 2
    assert Circle.objects.count() == 2


# What is proposed


@pytest.mark.parametrize(
    ("language", "currency"),
    [("es-ES,es;q=0.9", "€"), ("ca", "€"), ("es-MX,es;q=0.9", ""), ("en-GB", "")],
)
def test_a_phone_of_spain_proposes_euros_for_the_first_match_of_a_group(
    language, currency
):
    phone = Client(headers={"accept-language": language})
    assert page_of(phone).context["form"]["currency"].value() == currency
    start_by_form(phone, "Ana", "Luis", currency="")
    assert page_of(phone).context["form"]["currency"].value() == ""


def test_three_games_are_shown_with_their_seats_and_the_others_behind_one_door(
    phone,
):
    page = page_of(phone)
    assert [offer.key for offer in page.context["first_offers"]] == [
        "chinchon",
        "gin",
        "rummy",
    ]
    assert {offer.key for offer in page.context["other_offers"]} == RULESETS.keys() - {
        *BEST_KNOWN
    }
    assert len(names(page)) == 4
    assert page.context["is_other"] is False
    gin = do(phone, page, "look", preset="gin", name_0="Ana")
    assert names(gin) == ["Ana", ""]
    three = do(phone, page, "look", preset="gin", name_0="Ana", name_2="Eva")
    assert names(three) == ["Ana", "", "Eva"]
    other = do(phone, gin, "look", preset="rum-500-pairs")
    assert names(other) == ["Ana", "", "", ""]
    assert other.context["is_other"] is True


def test_all_rules_are_one_tap_away_and_those_that_were_typed_go_along_unseen(phone):
    page = page_of(phone)
    fields = {*form(page, "new-match").fields}
    assert {"limit", "hand_size", "save_as"} & fields == set()
    assert len(fields) < 20
    rules = tap(phone, page, "Todas las reglas", name_0="Ana", name_1="Luis")
    shown = form(rules, "new-match").fields
    assert {*HouseRulesForm().fields} <= {*shown}
    assert (shown["name_0"], shown["name_1"]) == ("Ana", "Luis")
    typed = {**shown, "limit": "70", "do": "look-house"}
    assert (
        form(phone.post(reverse("new-match"), typed), "new-match").fields["limit"]
        == "70"
    )
    del typed["rules"]
    folded = phone.post(reverse("new-match"), {**typed, "do": "look"})
    assert "Límite de puntos 70" in page_text(folded)
    assert "hand_size" not in form(folded, "new-match").fields
    tap(phone, folded, START)
    assert Match.objects.get().rules.limit == 70


def test_a_menu_of_a_rule_lists_what_is_usual_once_and_takes_it_by_its_own_value(phone):
    page = page_of(phone)
    choices = dict(page.context["form"].fields["out_at"].choices)
    assert list(choices) == ["", "reach"]
    assert start_by_form(phone, "Ana", "Luis", out_at="over").rules == CHINCHON


# The small buttons


KEPT = {"limit": "70", "stake": "100", "preset": "chinchon-french", "rebuys": "2"}
FILLED = {**KEPT, "name_0": "Ana", "name_1": "Luis", "name_2": "Eva", "dealer": "1"}


AS_IT_WAS = (["Ana", "Luis", "Eva", ""], "1")
BUTTONS = {
    "up-1": (["Luis", "Ana", "Eva", ""], "0"),
    "up-0": (["", "Luis", "Eva", "Ana"], "1"),
    "down-1": (["Ana", "Eva", "Luis", ""], "2"),
    "more": (["Ana", "Luis", "Eva", "", ""], "1"),
    "name-Ana-María": (["Ana", "Luis", "Eva", "Ana-María"], "1"),
    **dict.fromkeys(("up-9", "\0", "up-٣"), AS_IT_WAS),
}


def test_a_small_button_moves_what_it_says_and_loses_nothing(phone):
    blank = page_of(phone)
    kept = {**KEPT, "uid": form(blank, START).fields["uid"]}
    for act, expected in BUTTONS.items():
        page = do(phone, blank, act, **FILLED)
        fields = form(page, START).fields
        assert (names(page), fields["dealer"]) == expected, act
        assert kept.items() <= fields.items()
    assert Match.objects.count() == 0
    answer = tap(phone, page, START)
    assert answer.status_code == 302
    assert Match.objects.get().rules.limit == 70


def test_twelve_last_names_are_offered_besides_those_that_already_sit(phone):
    for first in range(0, 16, 8):
        start_by_form(phone, *(f"Jugador {first + number:02}" for number in range(8)))
    page = page_of(phone)
    offered = re.findall('value="name-([^"]+)"', page.text)
    assert offered == [*page.context["remembered"]]
    assert len(offered) == 12
    page = do(phone, page, f"name-{offered[2]}")
    chips = re.findall(r'value="name-([^"]+)"\s*( disabled)?>', page.text)
    assert [name for name, _taken in chips[:12]] == offered
    assert [name for name, taken in chips if taken] == [offered[2]]
    assert len(chips) == 13


def test_eight_at_chinchon_are_told_beside_the_button_that_the_cards_do_not_suffice(
    phone,
):
    fields = {**new_match(*(f"Jugador {number}" for number in range(8))), "do": "look"}
    headers = {"HX-Request": "true", "HX-Target": "prepare"}
    part = phone.post(reverse("new-match"), fields, headers=headers).text
    warning = "Con 8 no alcanzan las cartas: hace falta otra baraja."
    assert warning in re.search(r'<div id="warnings".+', part).group()


# Circles


def test_a_phone_of_two_circles_chooses_where_the_match_goes_beginning_with_the_last(
    phone,
):
    assert circles(page_of(phone)) == []
    ours = start_by_form(phone, "Ana", "Luis").circle
    theirs = start_by_form(Client(), "Eva", "Pepe").circle
    unused = Circle.objects.create()
    for circle in (theirs, unused):
        take_link(phone, circle, Role.SCORE)
    page = page_of(phone)
    assert circles(page) == [theirs.code, ours.code, unused.code, "new"]
    assert form(page, START).fields["circle"] == theirs.code
    assert start_by_form(phone, "Ana", "Eva", circle=ours.code).circle == ours
    new = start_by_form(phone, "Ana", "Eva", circle="new").circle
    assert new.grants.get().role == Role.OWN
    assert new not in (ours, theirs)


# Gin of more than two


def test_four_at_gin_play_in_pairs_and_the_form_says_who_with_whom_unless_turned_off(
    phone,
):
    four = ("Ana", "Luis", "Eva", "Paco")
    asked = {**new_match(*four, preset="gin"), "do": "look"}
    assert "Ana y Eva contra Luis y Paco" in page_text(
        phone.post(reverse("new-match"), asked)
    )
    match = start_by_form(phone, *four, preset="gin")
    assert match.rules.team_size == 2
    assert Sheet(match).board.sides == ((0, 2), (1, 3))
    alone = start_by_form(phone, *four, preset="gin", team_size="1")
    assert alone.rules.team_size == 1


def test_a_rematch_of_pairs_from_which_one_left_is_one_of_three(phone):
    match = start_by_form(phone, "Ana", "Luis", "Eva", "Paco", preset="gin")
    write(match, Retired(3), Finished(), phone=phone)
    send_to(phone, "rematch", match)
    assert Match.objects.get(previous=match).rules.team_size == 1


# The circle


def circles(page):
    """What the select offers."""
    found = re.search(r'<select name="circle".*?</select>', flat(page))
    return re.findall(r'<option value="(\w+)"', found[0]) if found else []


def test_a_match_never_goes_to_another_group_than_the_one_that_was_chosen(phone):
    first = start_by_form(phone, "Ana", "Luis").circle
    other = start_by_form(phone, "Eva", "Paco", circle="new").circle
    first.grants.all().delete()
    page = phone.post(reverse("new-match"), new_match("Ana", "Luis", circle=first.code))
    assert page.status_code == 422
    assert other.matches.count() == 1
    assert "Ese grupo ya no está" in page_text(page)


def test_a_group_that_was_merged_meanwhile_is_the_one_it_is_part_of(phone):
    emptied = start_by_form(phone, "Ana", "Luis").circle
    kept = start_by_form(phone, "Eva", "Paco", circle="new").circle
    start_by_form(phone, "Rosa", "Tere", circle="new")
    merging.merge(kept, emptied, {}, Phone.objects.first())
    assert start_by_form(phone, "Ana", "Luis", circle=emptied.code).circle == kept


# The usual table


def test_one_button_sets_up_the_match_of_those_who_play_most_often(phone):
    rules = {
        "limit": "70",
        "stake": "50",
        "currency": "€",
        "deal_direction": "-1",
        "dealer": "2",
    }
    last = start_by_form(phone, "Ana", "Luis", "Eva", **rules)
    play(phone, last, hand(0, 5, 7))
    start_by_form(phone, "Ana", "Paco")
    links = re.findall(r'href="(/new/[^"]*usual[^"]*)"', phone.get("/").text)
    page = phone.get(links[0].replace("&amp;", "&"))
    answer = tap(phone, page, START)
    again = Match.objects.latest("pk")
    assert len(links) == 1
    assert answer.url == again.get_absolute_url()
    assert names(page) == ["Ana", "Luis", "Eva", ""]
    assert again.circle == last.circle
    assert repr(again.rules) == repr(last.rules)
    assert again.currency == "€"
    assert again.direction == last.direction
    assert again.first_dealer == 1


def test_who_may_only_watch_gets_no_usual_table(phone):
    match = start_by_form(phone, "Ana", "Luis")
    play(phone, match, hand(0, 5))
    watcher = phone_of(match.circle, Role.WATCH)
    assert "Los de siempre" not in text_at(watcher, "/")
    assert "Los de siempre" in text_at(phone, "/")
    for stranger in (watcher, Client(), phone_with(Role.SCORE, match)):
        usual = {"circle": match.circle.code, "usual": "on"}
        page = stranger.get(reverse("new-match"), usual)
        assert names(page) == [""] * 4
        assert "Ana" not in page_text(page)
