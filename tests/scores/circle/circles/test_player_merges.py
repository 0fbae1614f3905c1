"""Merging two names of one player, undoing it, and erasing a name on request."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from scores.circle.circles import merging, people
from scores.core.access import grants
from scores.core.notation.shown_names import unmarked_text
from scores.models import (
    Circle,
    Entry,
    Match,
    Merge,
    Phone,
    Player,
    PlayerMerge,
    Result,
    Role,
)
from tests.rules.support.table import hand
from tests.scores.circle.circles.test_merging import owner, rows
from tests.scores.support.circle_matches import who
from tests.scores.support.factories import start
from tests.scores.support.table import (
    address_of,
    at_once,
    errors,
    happen,
    match_now,
    page_at,
    page_text,
    played,
    real_transactions,
    rename,
    rows_of,
    send_to,
    take_link,
    tap,
    text_at,
    totals,
    undo,
    update_row,
)

ERASE = "Borrar el nombre"


@pytest.fixture
def match(phone):
    """A match of Ana, Luis and Eva."""
    return played(phone, "Ana", "Luis", "Eva", hand(0, 3, 7))


@pytest.fixture
def other(phone, match):
    """A match of Anita and Luis in the same circle."""
    return played(phone, "Anita", "Luis", hand(0, 30), circle=match.circle.code)


@pytest.fixture
def circle(match, other):
    return match.circle


def joined(circle, emptied="Anita", kept="Ana"):
    return merging.merge_players(who(circle, kept), who(circle, emptied), owner(circle))


def seated(match):
    return [
        unmarked_text(seat.player.display_name)
        for seat in match.seats.select_related("player")
    ]


def page_of(phone, name, player, *more, **asked):
    return phone.get(address_of(name, player.circle, player.uid, *more), asked)


def looked(phone, circle, emptied="Anita"):
    fields = {"with": who(circle, emptied).uid.hex}
    return page_of(phone, "person-merge", who(circle, "Ana"), **fields)


# Merging


def test_the_preview_says_what_will_happen_and_what_was_looked_at_is_done_once(
    phone, circle, other
):
    ana = who(circle, "Ana")
    anita = who(circle, "Anita")
    before = rows()
    version = match_now(other).version
    offered = page_of(phone, "person-merge", ana).context["others"]
    assert [(one.name, one.times) for one in offered] == [
        ("Anita", 1),
        ("Eva", 1),
        ("Luis", 2),
    ]
    page = looked(phone, circle)
    assert "¿Anita es Ana?" in page_text(page)
    assert "Pasa 1 partida a Ana." in page_text(page)
    assert rows() == before
    assert PlayerMerge.objects.count() == 0
    address = address_of("person-edit", circle, ana.uid)
    answers = [tap(phone, page, "Unir los dos nombres") for _tap in range(2)]
    assert [answer.url for answer in answers] == [address] * 2
    assert PlayerMerge.objects.count() == 1
    assert seated(other) == ["Ana", "Luis"]
    assert [one.emptied.name for one in ana.merges_in_force] == ["Anita"]
    after = rows()
    assert [table for table in after if before[table] != after[table]] == ["Seat"]
    assert anita.seats.count() == 0
    assert ana.seats.count() == 2
    assert match_now(other).version == version + 1


@real_transactions
def test_two_taps_at_once_are_one_merge(circle):
    by = owner(circle)
    ana = who(circle, "Ana")
    anita = who(circle, "Anita")
    answers = at_once(
        lambda: merging.merge_players(ana, anita, by).pk,
        lambda: merging.merge_players(anita, ana, by).pk,
    )
    assert sorted(map(type, answers), key=str) == sorted((int, type), key=str)
    assert PlayerMerge.objects.get().kept.seats.count() == 2


def test_two_who_sat_at_one_table_cannot_be_one_person_and_the_match_is_named(
    phone, circle, match
):
    ana = who(circle, "Ana")
    luis = who(circle, "Luis")
    strange = who(start(Client(), "Lola", "Pepe").circle, "Lola")
    before = rows()
    page = looked(phone, circle, "Luis")
    day = date_format(match.played_on)
    expected = f"Luis y Ana no pueden ser una persona: el {day} jugaron los dos la misma partida."
    assert expected in page_text(page)
    assert match.get_absolute_url() in page.text
    address = address_of("person-merge", circle, ana.uid)
    refusals = (
        (luis, 409, merging.SatTogether),
        *((one, 404, merging.MergeConflict) for one in (ana, strange)),
    )
    for one, status, refusal in refusals:
        assert phone.post(address, {"with": one.uid.hex}).status_code == status
        with pytest.raises(refusal):
            merging.merge_players(ana, one, owner(circle))
    assert rows() == before
    assert PlayerMerge.objects.count() == 0


def test_a_merged_player_is_listed_and_offered_nowhere_and_the_name_finds_the_person(
    phone, circle
):
    joined(circle)
    strange = start(Client(), "Lola", "Pepe").circle
    take_link(phone, strange, Role.OWN)
    pages = [
        page_at(phone, "circle", circle),
        phone.get(reverse("home")),
        phone.get(reverse("new-match"), {"circle": circle.code}),
        phone.get(address_of("merge", circle), {"with": strange.code}),
        phone.get(address_of("merge", strange), {"with": circle.code}),
        page_of(phone, "person-merge", who(circle, "Luis")),
        phone.get(grants.link_path(circle, Role.WATCH)),
    ]
    assert [(page.status_code, "Anita" in page_text(page)) for page in pages] == [
        (200, False)
    ] * 7
    assert people.recent_names(circle) == ["Ana", "Luis", "Eva"]
    assert page_of(phone, "person-edit", who(circle, "Anita")).context["player"] == who(
        circle, "Ana"
    )
    match = start(phone, "anita", "Eva", circle=circle.code)
    assert seated(match) == ["Ana", "Eva"]
    assert circle.players.count() == 4


def test_who_has_the_name_now_comes_before_who_had_it(phone, circle):
    joined(circle)
    match = start(phone, "Ana", "Anita", circle=circle.code)
    assert seated(match) == ["Ana", "Anita"]
    assert circle.players.count() == 5
    namesake = circle.players.latest("pk")
    assert people.player_named(circle, "Anita", []) == namesake
    assert people.player_named(circle, "Anita", [namesake]) == who(circle, "Ana")


def test_a_newcomer_who_was_merged_meanwhile_gets_their_seat_back(phone, circle, match):
    happen(phone, match, "join", name="Marta", position=3)
    undo(phone, match)
    Player.objects.create(circle=circle, name="Martita")
    joined(circle, "Marta", "Martita")
    happen(phone, match, "join", name="Marta", position=3)
    assert seated(match) == ["Ana", "Luis", "Eva", "Martita"]
    assert match.seats.count() == 4


# Undoing a merge


def test_splitting_puts_everything_back_but_what_was_played_since_and_merges_again(
    phone, circle, other
):
    before = rows()
    done = joined(circle)
    page = page_of(
        phone, "undo-person-merge", who(circle, "Ana"), who(circle, "Anita").uid
    )
    assert "Vuelve 1 partida a Anita." in page_text(page)
    answers = [tap(phone, page, "Separar los dos nombres") for _tap in range(2)]
    assert [answer.url for answer in answers] == [answers[0].url] * 2
    assert rows() == before
    again = joined(circle)
    merging.undo_player_merge(done)
    since = start(phone, "Anita", "Eva", circle=circle.code)
    rename("Ana", "Ana María")
    assert seated(other) == ["Ana María", "Luis"]
    merging.undo_player_merge(again)
    assert seated(since) == ["Ana María", "Eva"]
    assert seated(other) == ["Anita", "Luis"]


def test_somebody_merged_into_one_who_was_merged_is_parted_from_the_outside_in(
    phone, circle, other
):
    Player.objects.create(circle=circle, name="Anna")
    inner = joined(circle)
    outer = joined(circle, "Ana", "Anna")
    assert seated(other) == ["Anna", "Luis"]
    assert people.player_named(circle, "Anita", []) == who(circle, "Anna")
    with pytest.raises(merging.MergeConflict):
        merging.undo_player_merge(inner)
    merging.undo_player_merge(outer)
    assert seated(other) == ["Ana", "Luis"]
    merging.undo_player_merge(inner)
    assert seated(other) == ["Anita", "Luis"]


# Merged circles


@pytest.fixture
def theirs(circle):
    """Matches of Anuska and Marta, then of Nuska and Marta, in another circle."""
    phone = Client()
    match = start(phone, "Anuska", "Marta")
    start(phone, "Nuska", "Marta", circle=match.circle.code)
    return match


def merged(circle, theirs, **same):
    chosen = {
        who(theirs.circle, there): who(circle, here) for there, here in same.items()
    }
    return merging.merge(
        circle, Circle.objects.get(pk=theirs.circle_id), chosen, owner(circle)
    )


def current_names():
    """The current names at each match of the circles."""
    return [seated(match) for match in Match.objects.order_by("pk")]


AS_PLAYED = [
    ["Ana", "Luis", "Eva"],
    ["Anita", "Luis"],
    ["Anuska", "Marta"],
    ["Nuska", "Marta"],
]


def test_who_was_merged_meanwhile_is_nobodys_other_self(circle, theirs):
    joined(circle)
    joined(theirs.circle, "Nuska", "Anuska")
    before = rows()
    for same in ({"Marta": "Anita"}, {"Nuska": "Eva"}):
        with pytest.raises(merging.MergeConflict):
            merged(circle, theirs, **same)
    assert rows() == before


def test_persons_merged_before_go_along_and_can_be_parted_between(circle, theirs):
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs)
    assert people.player_named(circle, "Nuska", []) == who(circle, "Anuska")
    merging.undo_player_merge(PlayerMerge.objects.get(pk=nuska.pk))
    assert current_names() == AS_PLAYED
    merging.undo(done, owner(circle))
    assert current_names() == AS_PLAYED
    assert {player.name for player in theirs.circle.players.all()} == {
        "Anuska",
        "Nuska",
        "Marta",
    }


def test_who_was_merged_into_somebody_who_is_one_of_ours_stays_with_them(
    circle, theirs
):
    before = rows()
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs, Anuska="Eva")
    assert {person.name for person in circle.people} == {
        "Ana",
        "Anita",
        "Luis",
        "Eva",
        "Marta",
    }
    assert current_names()[2:] == [["Eva", "Marta"], ["Eva", "Marta"]]
    merging.undo(done, owner(circle))
    merging.undo_player_merge(nuska)
    assert rows() == before


def test_persons_merged_between_follow_to_who_they_are(phone, circle, theirs):
    done = merged(circle, theirs, Anuska="Ana")
    joined(circle, "Ana", "Anita")
    small = Match.objects.filter(seats__player__name="Nuska").get()
    happen(phone, small, "join", name="Ana", position=2)
    assert seated(small) == ["Nuska", "Marta", "Anita"]
    assert seated(theirs) == ["Anita", "Marta"]
    merging.undo(done, owner(circle))
    assert seated(small) == ["Nuska", "Marta", "Anuska"]
    assert seated(theirs) == ["Anuska", "Marta"]
    assert theirs.circle.players.count() == 3


def test_one_of_each_circle_who_are_one_since_are_parted_before_the_circles(
    phone, circle, theirs
):
    done = merged(circle, theirs)
    both = joined(circle, "Nuska", "Ana")
    address = address_of("undo-merge", circle, theirs.circle.code)
    page = text_at(phone, address)
    assert "Nuska es Ana" in page
    assert "Separar los dos grupos" not in page
    assert phone.post(address).status_code == 409
    merging.undo_player_merge(both)
    assert phone.post(address).status_code == 302
    assert current_names() == AS_PLAYED
    assert done.kept.players.count() == 4


def test_two_of_theirs_who_are_one_since_go_back_as_one(circle, theirs):
    done = merged(circle, theirs)
    both = joined(circle, "Nuska", "Anuska")
    merging.undo(done, owner(circle))
    assert current_names()[2:] == [["Anuska", "Marta"], ["Anuska", "Marta"]]
    merging.undo_player_merge(PlayerMerge.objects.get(pk=both.pk))
    assert current_names() == AS_PLAYED


@pytest.mark.parametrize("before", [True, False])
def test_a_merge_is_parted_after_the_circles_with_the_seats_that_are_left(
    circle, theirs, before
):
    both = joined(circle) if before else None
    done = merged(circle, theirs, Anuska="Ana")
    both = both or joined(circle, "Ana", "Anita")
    merging.undo(done, owner(circle))
    merging.undo_player_merge(both)
    assert current_names() == AS_PLAYED


# Erasing


def everything():
    """All stored data as text."""
    return str(rows_of(*apps.get_app_config("scores").get_models()))


def test_a_name_is_erased_when_it_is_typed_again_and_what_was_played_stays(
    phone, circle, match
):
    before = rows()
    results = list(Result.objects.values())
    lines = list(Entry.objects.values())
    page = page_of(phone, "person-erase", who(circle, "Ana"))
    assert "No se puede deshacer." in page_text(page)
    for typed in ("", "Anita", "An"):
        answer = tap(phone, page, ERASE, name=typed)
        assert (answer.status_code, len(errors(answer)), rows()) == (422, 1, before)
    answers = [tap(phone, page, ERASE, name=" ana ") for _tap in range(2)]
    assert [answer.url for answer in answers] == [circle.get_absolute_url()] * 2
    assert Player.objects.exclude(erased_at=None).count() == 1
    assert seated(match) == ["Alguien", "Luis", "Eva"]
    with translation.override("en"):
        assert seated(match) == ["Somebody", "Luis", "Eva"]
    assert list(Result.objects.values()) == results
    assert list(Entry.objects.values()) == lines
    assert totals(match) == [-10, 3, 7]
    assert circle.players.get(name="").seats.count() == 1
    assert match_now(match).version > match.version


def test_nothing_stored_says_the_name_any_more(phone, circle, match, theirs):
    rename("Ana", "Zac, el hermano")
    rename("Nuska", "Zaca")
    rename("Anita", "Zac")
    update_row(owner(circle), name="zacarías")
    circle.grants.update(name="Zac")
    match.entries.update(by=Phone.objects.create(name="zac"))
    merged(Circle.objects.get(pk=theirs.circle_id), match)
    rename("Zac, el hermano", "Zacarías")
    home = Circle.objects.get(pk=theirs.circle_id)
    joined(home, "Zac", "Zacarías")
    joined(home, "Zaca", "Zacarías")
    assert "Zac" in everything()
    merging.erase_name(who(home, "Zacarías"))
    assert "zac" not in everything().casefold()
    assert Merge.objects.get().called == "Eva, Luis"


def test_who_is_the_same_in_a_circle_that_was_merged_is_erased_there_too(
    circle, theirs
):
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs, Anuska="Ana")
    merging.erase_name(who(circle, "Ana"))
    merging.undo(done, owner(circle))
    merging.undo_player_merge(nuska)
    assert current_names() == [
        ["Alguien", "Luis", "Eva"],
        ["Anita", "Luis"],
        ["Alguien", "Marta"],
        ["Alguien", "Marta"],
    ]


def test_others_keep_their_names_and_a_name_typed_again_is_somebody_new(phone, circle):
    update_row(owner(circle), name="El de Ana")
    strange = start(Client(), "Ana", "Pepe")
    merging.erase_name(who(circle, "Ana"))
    assert [person.name for person in circle.people] == ["", "Anita", "Eva", "Luis"]
    assert seated(strange) == ["Ana", "Pepe"]
    assert owner(circle).name == "El de Ana"
    erased = circle.players.get(name="")
    assert "Su nombre se borró" in page_text(page_of(phone, "person-edit", erased))
    send_to(phone, "person-edit", circle, erased.uid, name="Ana")
    erased.refresh_from_db()
    assert erased.name == ""
    match = start(phone, "Ana", "Luis", circle=circle.code)
    assert seated(match) == ["Ana", "Luis"]
    assert circle.players.count() == 5


def test_an_erased_name_is_offered_nowhere_and_is_nobodys_other_self(
    phone, circle, theirs
):
    take_link(phone, theirs.circle, Role.OWN)
    merging.erase_name(who(circle, "Ana"))
    erased = circle.players.get(name="")
    assert "" not in people.recent_names(circle)
    offered = page_of(phone, "person-merge", who(circle, "Luis")).context["others"]
    assert erased not in offered
    assert page_of(phone, "person-merge", erased).context["others"] == []
    for kept, emptied in ((circle, theirs.circle), (theirs.circle, circle)):
        page = phone.get(address_of("merge", kept), {"with": emptied.code})
        assert page.status_code == 200
        assert "Alguien" not in page_text(page)
