"""Merging two circles and undoing it, without losing anything."""

import pytest
from django.test import Client

from rules.presets import CHINCHON
from scores.circle.circles import merging
from scores.core.access import grants, phones
from scores.core.matches.scoresheet import Sheet
from scores.models import (
    Circle,
    Entry,
    Grant,
    Match,
    Merge,
    Player,
    Result,
    Role,
    Seat,
)
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import who
from tests.scores.support.factories import holder, match_in, phone_of, start
from tests.scores.support.table import (
    address_of,
    at_once,
    form,
    happen,
    links_of,
    page_at,
    page_of,
    page_of_phone,
    page_text,
    play,
    played,
    real_transactions,
    refusal,
    rename,
    roles_of,
    send_to,
    take_link,
    taken,
    taking,
    tap,
    text_at,
    totals,
    update_row,
)

LOOK = "Ver qué pasará"
MERGE = "Unir los dos grupos"
SPLIT = "Separar los dos grupos"


@pytest.fixture
def kept(phone):
    """A circle of Ana, Luis and Eva with one match."""
    return played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7)).circle


@pytest.fixture
def emptied(phone):
    """A circle of Ana, Luisito and Marta; it was created by another phone, and ours owns it too."""
    other = Client()
    match = played(other, "ana", "Luisito", "Marta", hand(0, 30, 70))
    take_link(phone, match.circle, Role.OWN)
    return match.circle


@pytest.fixture
def theirs(emptied):
    return emptied.matches.get()


def owner(circle):
    return circle.grants.filter(role=Role.OWN).order_by("pk").first().phone


def merged(kept, emptied, *same):
    chosen = {who(emptied, there): who(kept, here) for there, here in same}
    return merging.merge(kept, emptied, chosen, owner(kept))


def seated(match):
    """The players of the match, and the circle of each."""
    return [
        (seat.player.name, seat.player.circle.code)
        for seat in match.seats.select_related("player")
    ]


def rows():
    """All rows of two circles, except merges."""
    tables = (Circle, Player, Match, Seat, Entry, Result, Grant)
    return {
        table.__name__: [_row(one) for one in table.objects.order_by("pk").values()]
        for table in tables
    }


def _row(stored):
    """The columns of a row without `version` and the generations of links, which a split raises."""
    return {
        key: value
        for key, value in stored.items()
        if key != "version" and "_generation" not in key
    }


# The pages


def matching(phone, kept, emptied):
    return phone.get(address_of("merge", kept), {"with": emptied.code})


def looked(phone, kept, emptied, **names):
    """The preview with these players matched; the others are left as guessed."""
    fields = form(matching(phone, kept, emptied), LOOK).fields
    for there, here in names.items():
        chosen = who(kept, here).uid.hex if here else ""
        fields[f"is_{who(emptied, there).uid.hex}"] = chosen
    return phone.get(address_of("merge", kept), fields)


def test_only_circles_that_the_phone_owns_are_offered_and_only_their_people(
    phone, kept, request
):
    address = address_of("merge", kept)
    assert "Este teléfono no lleva ningún otro grupo." in text_at(phone, address)
    emptied = request.getfixturevalue("emptied")
    strange = start(Client(), "Lola", "Pepe").circle
    take_link(phone, strange, Role.SCORE)
    offered = [circle.code for circle in phone.get(address).context["others"]]
    answers = [
        matching(phone, kept, one).status_code for one in (strange, kept, emptied)
    ]
    assert offered == [emptied.code]
    assert answers == [404, 404, 200]
    fields = form(matching(phone, kept, emptied), LOOK).fields
    fields[f"is_{who(emptied, 'Marta').uid.hex}"] = who(strange, "Lola").uid.hex
    assert send_to(phone, "merge", kept, **fields).status_code == 422
    # PostgreSQL rejects NUL bytes in text.
    assert [
        send(address, {"with": "\x00"}).status_code for send in (phone.get, phone.post)
    ] == [404, 404]


def test_the_preview_says_what_will_happen_and_what_was_looked_at_is_done_once(
    phone, kept, emptied, theirs
):
    before = rows()
    page = looked(phone, kept, emptied, Luisito="Luis")
    sentences = (
        "ana es Ana",
        "Luisito es Luis",
        "Marta viene como alguien nuevo",
        "Pasa 1 partida.",
        "2 teléfonos podrán aquí lo que podían allí.",
    )
    assert [sentence for sentence in sentences if sentence not in page_text(page)] == []
    assert rows() == before
    assert Merge.objects.count() == 0
    answers = [tap(phone, page, MERGE) for _tap in range(2)]
    assert [answer.url for answer in answers] == [kept.get_absolute_url()] * 2
    assert Merge.objects.count() == 1
    theirs.refresh_from_db()
    assert seated(theirs) == [(name, kept.code) for name in ("Ana", "Luis", "Marta")]
    assert totals(theirs) == [-10, 30, 70]
    assert kept.matches.count() == 2
    assert [rows()[table] == before[table] for table in ("Entry", "Result")] == [
        True,
        True,
    ]
    assert list(kept.grants.values_list("role", flat=True)) == [Role.OWN, Role.OWN]
    page = text_at(phone, kept.get_absolute_url())
    assert "Unido: " in page
    assert "Marta" in page


def test_two_who_sat_at_one_table_cannot_be_one_person_and_it_is_said_why(
    phone, kept, emptied, theirs
):
    before = rows()
    answer = looked(phone, kept, emptied, Luisito="Ana")
    day = theirs.played_on.strftime("%d.%m.%Y")
    expected = f"ana y Luisito no pueden ser una persona: el {day} jugaron los dos la misma partida."
    assert expected in refusal(answer)
    fields = form(answer, LOOK).fields
    assert send_to(phone, "merge", kept, **fields).status_code == 422
    assert rows() == before


# Moved rows


def test_a_phone_keeps_the_greater_of_its_two_rights(kept, emptied):
    one = Client()
    other = Client()
    for client, here, there in (
        (one, Role.SCORE, Role.WATCH),
        (other, Role.WATCH, Role.SCORE),
    ):
        take_link(client, kept, here)
        take_link(client, emptied, there)
    before = set(
        Grant.objects.values_list("circle", "phone", "role", "by_link", "name")
    )
    done = merged(kept, emptied)
    by_link = kept.grants.filter(role=Role.SCORE).values_list("by_link", flat=True)
    assert sorted(by_link) == [False, True]
    assert kept.grants.filter(role=Role.WATCH).count() == 0
    merging.undo(done, owner(kept))
    assert (
        set(Grant.objects.values_list("circle", "phone", "role", "by_link", "name"))
        == before
    )


def test_the_emptied_circle_is_out_of_sight_and_leads_to_the_one_it_is_part_of(
    phone, kept, emptied, theirs
):
    links = links_of(emptied)
    merged(kept, emptied)
    old = emptied.get_absolute_url()
    assert (
        phone.get(f"{old}phones/?x=1")["Location"]
        == f"{kept.get_absolute_url()}phones/?x=1"
    )
    assert [
        phone.post(f"{old}settings/").status_code,
        Client().get(old).status_code,
    ] == [404, 404]
    assert [Client().get(link).status_code for link in links] == [404] * 3
    assert taken(links) == [404] * 3
    assert [circle.code for circle in phone.get("/").context["circles"]] == [kept.code]
    assert Client().get(grants.link_path(theirs, Role.WATCH)).status_code == 200
    assert match_in(emptied, ["Ana", "Luis"], CHINCHON).circle == kept
    assert setup.rematch(theirs).circle == kept
    last = Circle.objects.create(name="Los jueves")
    merging.merge(last, kept, {}, owner(kept))
    assert emptied.after_merges() == last
    assert last.matches.count() == 4


def test_two_things_with_one_uid_keep_apart_and_get_it_back(kept, emptied):
    here = kept.matches.get()
    there = emptied.matches.get()
    update_row(there, uid=here.uid)
    update_row(who(emptied, "Marta"), uid=who(kept, "Eva").uid)
    before = rows()
    done = merged(kept, emptied)
    assert len(set(kept.matches.values_list("uid", flat=True))) == 2
    assert len(set(kept.players.values_list("uid", flat=True))) == 6
    merging.undo(done, owner(kept))
    assert rows() == before


def test_the_old_address_of_a_merged_group_leads_its_owner_to_the_page_to_split_it(
    phone, match
):
    circle = match.circle
    thief = taking(circle, Role.OWN)
    kept = start(thief, "Rosa", "Juan", circle="new").circle
    merging.merge(kept, circle, {}, holder(thief))
    page = phone.get(circle.get_absolute_url(), follow=True)
    assert page.redirect_chain == [(kept.get_absolute_url(), 302)]
    separate = address_of("undo-merge", kept, circle.code)
    assert separate in page.text
    assert phone.post(separate).status_code == 302
    phone.post(page_of_phone(circle, thief), {"do": "remove"})
    pages = [page_of(client, circle).status_code for client in (phone, thief)]
    assert pages == [200, 404]


@real_transactions
def test_two_circles_merged_into_each_other_at_once_are_merged_once(kept, emptied):
    by = owner(kept)
    answers = at_once(
        lambda: merging.merge(kept, emptied, {}, by).pk,
        lambda: merging.merge(emptied, kept, {}, by).pk,
    )
    assert sorted(map(type, answers), key=str) == sorted((int, type), key=str)
    assert Merge.objects.count() == 1
    assert Match.objects.filter(circle=Merge.objects.get().kept).count() == 2


def test_the_second_of_two_taps_that_merge_at_once_leads_to_the_merged_group(
    phone, kept, emptied, monkeypatch
):
    """It has read that the other group is none of ours yet, and finds it merged when it has the lock."""
    merge = merging.merge

    def merge_twice(*arguments):
        merge(*arguments)
        return merge(*arguments)

    page = looked(phone, kept, emptied)
    monkeypatch.setattr(merging, "merge", merge_twice)
    assert tap(phone, page, MERGE).url == kept.get_absolute_url()
    assert Merge.objects.count() == 1


# Undoing


def test_undoing_puts_everything_back_once_and_what_was_undone_can_be_merged_again(
    phone, kept, emptied
):
    before = rows()
    same = (("ana", "Ana"), ("Luisito", "Luis"))
    done = merged(kept, emptied, *same)
    page = page_at(phone, "undo-merge", kept, emptied.code)
    sentences = (
        "Cada teléfono tiene otra vez lo que tenía",
        "pierde también lo que tomó en sus partidas desde que se unieron",
        "Los enlaces y QR de los dos grupos y de sus partidas dejan de valer: hay otros nuevos.",
    )
    assert [sentence for sentence in sentences if sentence not in page_text(page)] == []
    answers = [tap(phone, page, SPLIT) for _tap in range(2)]
    assert [answer.url for answer in answers] == [kept.get_absolute_url()] * 2
    assert rows() == before
    merging.undo(done, owner(kept))
    assert rows() == before
    assert set(taken(links_of(emptied))) == {302}
    merged(kept, emptied, *same)
    assert kept.matches.count() == 2


def test_who_owned_one_of_the_two_is_led_to_that_one_and_others_are_told_of_no_split(
    kept,
):
    theirs = Client()
    emptied = start(theirs, "Lola", "Pepe").circle
    merged(kept, emptied)
    address = address_of("undo-merge", kept, emptied.code)
    page = theirs.get(address)
    answers = [tap(theirs, page, SPLIT) for _tap in range(2)]
    assert [answer.url for answer in answers] == [emptied.get_absolute_url()] * 2
    assert theirs.get(answers[0].url).status_code == 200
    other = phone_of(emptied, Role.SCORE)
    answers = [other.get(address), other.post(address)]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_a_match_started_since_stays_with_people_of_its_own(
    phone, kept, emptied, theirs
):
    done = merged(kept, emptied, ("ana", "Ana"))
    since = start(phone, "Ana", "Marta", circle=kept.code)
    play(phone, since, hand(0, 5))
    assert seated(since) == [("Ana", kept.code), ("Marta", kept.code)]
    page = page_at(phone, "undo-merge", kept, emptied.code)
    assert "Se queda aquí 1 partida empezada después." in page_text(page)
    merging.undo(done, owner(kept))
    since.refresh_from_db()
    assert since.circle == kept
    assert seated(since) == [("Ana", kept.code), ("Marta", kept.code)]
    assert seated(theirs) == [
        ("ana", emptied.code),
        ("Luisito", emptied.code),
        ("Marta", emptied.code),
    ]
    assert totals(since) == [-10, 5]
    assert totals(theirs) == [-10, 30, 70]


def test_what_was_written_since_stays_and_who_joined_is_or_becomes_one_of_theirs(
    phone, kept, emptied, theirs
):
    small = start(phone, "ana", "Marta", circle=emptied.code)
    done = merged(kept, emptied, ("Luisito", "Luis"))
    for match in (theirs, small):
        match.refresh_from_db()
    happen(phone, theirs, "join", name="Eva", position=3)
    happen(phone, small, "join", name="Luis", position=2)
    happen(phone, small, "join", name="Eva", position=3)
    play(phone, theirs, hand(0, 1, 2, 3))
    merging.undo(done, owner(kept))
    theirs.refresh_from_db()
    names = ["ana", "Luisito", "Marta", "Eva"]
    assert theirs.circle == emptied
    assert seated(theirs) == [(name, emptied.code) for name in names]
    assert seated(small) == [
        (name, emptied.code) for name in ("ana", "Marta", "Luisito", "Eva")
    ]
    assert len(Sheet(theirs).hands) == 2
    assert who(kept, "Eva").seats.count() == 1
    assert emptied.players.count() == 4


def test_the_newest_merge_is_undone_first(phone, kept, emptied):
    first = merged(kept, emptied)
    third = Circle.objects.create(name="Los jueves")
    grants.grant(owner(kept), third, Role.OWN)
    second = merging.merge(kept, third, {}, owner(kept))
    page = page_at(phone, "undo-merge", kept, emptied.code)
    assert "separa primero ese" in page_text(page)
    assert send_to(phone, "undo-merge", kept, emptied.code).status_code == 409
    merging.undo(second, owner(kept))
    merging.undo(first, owner(kept))
    assert emptied.after_merges() == emptied


def test_undoing_leaves_no_circle_without_an_owner(kept, emptied):
    done = merged(kept, emptied)
    last = Client()
    take_link(last, kept, Role.OWN)
    Grant.objects.filter(phone=owner(emptied)).delete()
    Grant.objects.filter(circle=emptied).delete()
    by = owner(kept)
    merging.undo(done, by)
    assert list(emptied.grants.values_list("phone", "role")) == [(by.pk, Role.OWN)]


def test_a_phone_gets_back_no_more_than_an_owner_left_it_and_keeps_what_was_raised(
    kept, emptied
):
    lowered = phone_of(emptied, Role.OWN)
    raised = phone_of(emptied, Role.WATCH)
    both = phone_of(kept, Role.SCORE)
    take_link(both, emptied, Role.OWN)
    removed = phone_of(emptied, Role.OWN)
    done = merged(kept, emptied)
    phones.remove(kept.grants.get(phone=holder(removed)))
    phones.change_role(kept.grants.get(phone=holder(both)), Role.WATCH)
    phones.change_role(kept.grants.get(phone=holder(lowered)), Role.WATCH)
    phones.change_role(kept.grants.get(phone=holder(raised)), Role.SCORE)
    rename("Marta", "Martita")
    merging.undo(done, owner(kept))
    assert not holder(removed).grants.exists()
    assert roles_of(both, kept) == [Role.WATCH]
    assert roles_of(lowered, kept, emptied) == [Role.NONE, Role.WATCH]
    assert roles_of(raised, kept, emptied) == [Role.SCORE, Role.WATCH]
    assert who(emptied, "Martita").circle == emptied


def test_links_of_two_merged_groups_stop_with_the_split_and_so_does_what_they_gave(
    kept, emptied, theirs
):
    before = links_of(emptied)
    ours = phone_of(kept, Role.WATCH)
    done = merged(kept, emptied)
    copied = before + links_of(kept, kept.matches.first(), theirs)
    guest = phone_of(theirs, Role.SCORE)
    take_link(ours, theirs, Role.SCORE)
    merging.undo(done, owner(kept))
    assert set(taken(copied)) == {404}
    assert set(taken(links_of(kept, emptied, theirs))) == {302}
    assert roles_of(ours, kept, theirs) == [Role.WATCH, Role.NONE]
    assert roles_of(guest, theirs) == [Role.SCORE]
