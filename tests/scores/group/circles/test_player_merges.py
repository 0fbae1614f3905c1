"""Merging two names of one player, undoing it, and erasing a name on request."""

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from scores.core.access import grants
from scores.core.matches import ratings
from scores.group.circles import merging, people
from scores.models import Circle, Entry, Grant, Match, Merge, Phone, Player, PlayerMerge, Result, Role, Seat
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import at_once, board, errors, happen, page_text, play, tap, totals, undo

JOIN, PART, ERASE = "Juntar los dos nombres", "Separar los dos nombres", "Borrar el nombre"


@pytest.fixture
def played(phone: Client) -> Match:
    """A match of Ana, Luis and Eva."""
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 3, 7))
    return match


@pytest.fixture
def other(phone: Client, played: Match) -> Match:
    """A match of Anita and Luis in the same circle."""
    match = start(phone, "Anita", "Luis", circle=played.circle.code)
    play(phone, match, hand(0, 30))
    return match


@pytest.fixture
def circle(played: Match, other: Match) -> Circle:
    return played.circle


def who(circle: Circle, name: str) -> Player:
    return circle.players.get(name=name)


def owner(circle: Circle) -> Phone:
    return circle.grants.filter(role=Role.OWN).order_by("pk").first().phone


def joined(circle: Circle, emptied: str = "Anita", kept: str = "Ana") -> PlayerMerge:
    return merging.merge_players(who(circle, kept), who(circle, emptied), owner(circle))


def seated(match: Match) -> list[str]:
    return [seat.player.display_name for seat in match.seats.select_related("player")]


def rows() -> list[list[dict]]:
    """All rows of a circle, except merges, versions of boards and generations of links."""
    tables = (Circle, Player, Match, Seat, Entry, Result, Grant)
    return [[_row(stored) for stored in table.objects.order_by("pk").values()] for table in tables]


def _row(stored: dict) -> dict:
    return {key: value for key, value in stored.items() if key != "version" and "_generation" not in key}


def page_of(phone: Client, name: str, player: Player, *more: object, **asked: str) -> HttpResponse:
    return phone.get(reverse(name, args=[player.circle.code, player.uid, *more]), asked)


def looked(phone: Client, circle: Circle, emptied: str = "Anita", kept: str = "Ana") -> HttpResponse:
    return page_of(phone, "person-merge", who(circle, kept), **{"with": who(circle, emptied).uid.hex})


# Merging


def test_everybody_else_is_offered(phone, circle):
    page = page_of(phone, "person-merge", who(circle, "Ana"))
    offered = [(one.name, matches) for one, matches in page.context["others"]]
    assert offered == [("Anita", 1), ("Eva", 1), ("Luis", 2)]


def test_the_preview_says_what_will_happen_and_changes_nothing(phone, circle):
    before = rows()
    page = page_text(looked(phone, circle))
    assert "¿Anita es Ana?" in page
    assert "Pasa 1 partida a Ana." in page
    assert (rows(), PlayerMerge.objects.count()) == (before, 0)


def test_what_was_looked_at_is_what_is_done(phone, circle, other):
    answer = tap(phone, looked(phone, circle), JOIN)
    ana = who(circle, "Ana")
    assert (answer.status_code, answer.url) == (302, reverse("person-edit", args=[circle.code, ana.uid]))
    assert seated(other) == ["Ana", "Luis"]
    assert [one.emptied.name for one in ana.merges_in_force] == ["Anita"]


def test_no_line_is_rewritten_and_only_seats_change_hands(circle):
    anita, ana = who(circle, "Anita"), who(circle, "Ana")
    before = rows()
    joined(circle)
    after = rows()
    changed = [table for table, (was, now) in enumerate(zip(before, after, strict=True)) if was != now]
    assert changed == [3]  # the seats
    assert (anita.seats.count(), ana.seats.count()) == (0, 2)


def test_a_second_tap_finds_it_done(phone, circle):
    page = looked(phone, circle)
    answers = [tap(phone, page, JOIN) for _tap in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, answers[0].url)] * 2
    assert PlayerMerge.objects.count() == 1


def test_two_taps_at_once_are_one_merge(transactional_db, phone):
    match = start(phone, "Ana", "Luis")
    start(phone, "Anita", "Luis", circle=match.circle.code)
    circle, by = match.circle, owner(match.circle)
    ana, anita = who(circle, "Ana"), who(circle, "Anita")
    answers = at_once(
        lambda: merging.merge_players(ana, anita, by).pk,
        lambda: merging.merge_players(Player.objects.get(pk=anita.pk), Player.objects.get(pk=ana.pk), by).pk,
    )
    assert sorted(map(type, answers), key=str) == sorted((int, type), key=str)
    assert PlayerMerge.objects.get().kept.seats.count() == 2


def test_open_boards_of_both_matches_learn_of_it(circle, played, other):
    before = Match.objects.get(pk=other.pk).version
    joined(circle)
    assert Match.objects.get(pk=other.pk).version == before + 1


def test_two_who_sat_at_one_table_cannot_be_one_person_and_the_match_is_named(phone, circle, played):
    before = rows()
    page = looked(phone, circle, "Luis")
    day = date_format(played.played_on)
    expected = f"Luis y Ana no pueden ser una persona: el {day} jugaron los dos la misma partida."
    assert expected in page_text(page)
    assert played.get_absolute_url() in page.content.decode()
    ana, luis = who(circle, "Ana"), who(circle, "Luis")
    address = reverse("person-merge", args=[circle.code, ana.uid])
    assert phone.post(address, {"with": luis.uid.hex}).status_code == 409
    assert (rows(), PlayerMerge.objects.count()) == (before, 0)


def test_nobody_is_merged_with_himself_or_with_somebody_of_another_circle(phone, circle):
    ana = who(circle, "Ana")
    strange = who(start(Client(), "Lola", "Pepe").circle, "Lola")
    address = reverse("person-merge", args=[circle.code, ana.uid])
    answers = [phone.post(address, {"with": one.uid.hex}).status_code for one in (ana, strange)]
    assert (answers, PlayerMerge.objects.count()) == ([404, 404], 0)
    for one in (ana, strange):
        with pytest.raises(merging.MergeConflict):
            merging.merge_players(ana, one, owner(circle))


def test_who_was_merged_is_listed_and_offered_nowhere(phone, circle):
    joined(circle)
    strange = start(Client(), "Lola", "Pepe").circle
    phone.post(grants.link_path(strange, Role.OWN))
    pages = [
        phone.get(reverse("circle", args=[circle.code])),
        phone.get(reverse("home")),
        phone.get(reverse("new-match"), {"circle": circle.code}),
        phone.get(reverse("merge", args=[circle.code]), {"with": strange.code}),
        phone.get(reverse("merge", args=[strange.code]), {"with": circle.code}),
        page_of(phone, "person-merge", who(circle, "Luis")),
        phone.get(grants.link_path(circle, Role.WATCH)),
    ]
    assert [(page.status_code, "Anita" in page_text(page)) for page in pages] == [(200, False)] * 7
    assert people.recent_names(circle) == ["Ana", "Luis", "Eva"]


def test_the_old_page_of_who_was_merged_is_that_of_who_it_is(phone, circle):
    joined(circle)
    assert page_of(phone, "person-edit", who(circle, "Anita")).context["player"] == who(circle, "Ana")


def test_a_name_that_was_merged_finds_the_person_it_was(phone, circle):
    joined(circle)
    match = start(phone, "anita", "Eva", circle=circle.code)
    assert (seated(match), circle.players.count()) == (["Ana", "Eva"], 4)


def test_who_has_the_name_now_comes_before_who_had_it(circle):
    joined(circle)
    namesake = Player.objects.create(circle=circle, name="Anita")
    assert people.player_named(circle, "Anita", []) == namesake
    assert people.player_named(circle, "Anita", [namesake]) == who(circle, "Ana")


def test_both_names_at_one_table_are_two_persons_from_then_on(phone, circle):
    joined(circle)
    match = start(phone, "Ana", "Anita", circle=circle.code)
    assert (seated(match), circle.players.count()) == (["Ana", "Anita"], 5)


def test_a_newcomer_who_was_merged_meanwhile_gets_his_seat_back(phone, circle, played):
    happen(phone, played, "join", name="Marta", position=3)
    undo(phone, played)
    Player.objects.create(circle=circle, name="Martita")
    joined(circle, "Marta", "Martita")
    happen(phone, played, "join", name="Marta", position=3)
    assert (seated(played), played.seats.count()) == (["Ana", "Luis", "Eva", "Martita"], 4)


# Undoing a merge


def parting(phone: Client, circle: Circle) -> HttpResponse:
    return page_of(phone, "undo-person-merge", who(circle, "Ana"), who(circle, "Anita").uid)


def test_parting_puts_everything_back(phone, circle):
    before = rows()
    joined(circle)
    page = parting(phone, circle)
    assert "Vuelve 1 partida a Anita." in page_text(page)
    answer = tap(phone, page, PART)
    assert (answer.status_code, rows()) == (302, before)


def test_a_merge_is_parted_once(phone, circle):
    done = joined(circle)
    page = parting(phone, circle)
    answers = [tap(phone, page, PART) for _tap in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, answers[0].url)] * 2
    with pytest.raises(merging.MergeConflict):
        merging.undo_player_merge(done)


def test_what_was_parted_can_be_merged_again(circle, other):
    merging.undo_player_merge(joined(circle))
    joined(circle)
    assert seated(other) == ["Ana", "Luis"]


def test_what_was_played_since_stays_with_who_was_kept(phone, circle, other):
    done = joined(circle)
    since = start(phone, "Anita", "Eva", circle=circle.code)
    merging.undo_player_merge(done)
    assert (seated(since), seated(other)) == (["Ana", "Eva"], ["Anita", "Luis"])


def rated(circle: Circle) -> dict[str, int]:
    """Number of matches behind the rating of each player."""
    newest = ratings.latest_ratings(circle).values()
    return {Player.objects.get(pk=one.player_id).name: one.matches for one in newest}


def test_ratings_follow_who_is_who(phone):
    fields = {"limit": "50", "rebuys": "0"}
    match = start(phone, "Ana", "Luis", **fields)
    play(phone, match, hand(0, 60))
    play(phone, start(phone, "Anita", "Luis", circle=match.circle.code, **fields), hand(0, 60))
    apart = {"Ana": 1, "Anita": 1, "Luis": 2}
    assert rated(match.circle) == apart
    done = joined(match.circle)
    assert rated(match.circle) == {"Ana": 2, "Luis": 2}
    merging.undo_player_merge(done)
    assert rated(match.circle) == apart


def test_somebody_merged_into_one_who_was_merged_is_parted_from_the_outside_in(phone, circle, other):
    Player.objects.create(circle=circle, name="Anna")
    inner = joined(circle)
    outer = joined(circle, "Ana", "Anna")
    assert (seated(other), people.player_named(circle, "Anita", [])) == (
        ["Anna", "Luis"],
        who(circle, "Anna"),
    )
    with pytest.raises(merging.MergeConflict):
        merging.undo_player_merge(inner)
    merging.undo_player_merge(outer)
    assert seated(other) == ["Ana", "Luis"]
    merging.undo_player_merge(inner)
    assert seated(other) == ["Anita", "Luis"]


def test_who_was_renamed_since_keeps_the_name(phone, circle, other):
    done = joined(circle)
    Player.objects.filter(name="Ana").update(name="Ana María")
    merging.undo_player_merge(done)
    assert (seated(other), who(circle, "Ana María").seats.count()) == (["Anita", "Luis"], 1)


# Merged circles


@pytest.fixture
def theirs(circle: Circle) -> Match:
    """Matches of Anuska and Marta, then of Nuska and Marta, in another circle."""
    phone = Client()
    match = start(phone, "Anuska", "Marta")
    start(phone, "Nuska", "Marta", circle=match.circle.code)
    return match


def merged(circle: Circle, theirs: Match, **same: str) -> Merge:
    chosen = {who(theirs.circle, there): who(circle, here) for there, here in same.items()}
    return merging.merge(circle, Circle.objects.get(pk=theirs.circle_id), chosen, owner(circle))


def current_names() -> list[list[str]]:
    """The current names at each match of the circles."""
    return [seated(match) for match in Match.objects.order_by("pk")]


AS_PLAYED = [["Ana", "Luis", "Eva"], ["Anita", "Luis"], ["Anuska", "Marta"], ["Nuska", "Marta"]]


def test_persons_merged_before_go_along_and_come_back(circle, theirs):
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs)
    assert people.player_named(circle, "Nuska", []) == who(circle, "Anuska")
    merging.undo(done, owner(circle))
    assert people.player_named(theirs.circle, "Nuska", []) == who(theirs.circle, "Anuska")
    merging.undo_player_merge(nuska)
    assert current_names() == AS_PLAYED


def test_who_was_merged_meanwhile_is_nobodys_other_self(circle, theirs):
    joined(circle)
    joined(theirs.circle, "Nuska", "Anuska")
    before = rows()
    for same in ({"Marta": "Anita"}, {"Nuska": "Eva"}):
        with pytest.raises(merging.MergeConflict):
            merged(circle, theirs, **same)
    assert rows() == before


def test_persons_merged_before_can_be_parted_between(circle, theirs):
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs)
    merging.undo_player_merge(PlayerMerge.objects.get(pk=nuska.pk))
    assert current_names() == AS_PLAYED
    merging.undo(done, owner(circle))
    assert current_names() == AS_PLAYED
    assert {player.name for player in theirs.circle.players.all()} == {"Anuska", "Nuska", "Marta"}


def test_who_was_merged_into_somebody_who_is_one_of_ours_stays_with_him(circle, theirs):
    before = rows()
    nuska = joined(theirs.circle, "Nuska", "Anuska")
    done = merged(circle, theirs, Anuska="Eva")
    assert {person.name for person in circle.people} == {"Ana", "Anita", "Luis", "Eva", "Marta"}
    assert current_names()[2:] == [["Eva", "Marta"], ["Eva", "Marta"]]
    merging.undo(done, owner(circle))
    merging.undo_player_merge(nuska)
    assert rows() == before


def test_persons_merged_between_follow_to_who_they_are(phone, circle, theirs):
    done = merged(circle, theirs, Anuska="Ana")
    joined(circle, "Ana", "Anita")
    small = Match.objects.filter(seats__player__name="Nuska").get()
    happen(phone, small, "join", name="Ana", position=2)
    assert (seated(small), seated(theirs)) == (["Nuska", "Marta", "Anita"], ["Anita", "Marta"])
    merging.undo(done, owner(circle))
    assert (seated(small), seated(theirs)) == (["Nuska", "Marta", "Anuska"], ["Anuska", "Marta"])
    assert theirs.circle.players.count() == 3


def test_one_of_each_circle_who_are_one_since_are_parted_before_the_circles(phone, circle, theirs):
    done = merged(circle, theirs)
    both = joined(circle, "Nuska", "Ana")
    address = reverse("undo-merge", args=[circle.code, theirs.circle.code])
    page = phone.get(address)
    assert "Nuska es Ana" in page_text(page)
    assert "Separar los dos grupos" not in page_text(page)
    assert phone.post(address).status_code == 409
    merging.undo_player_merge(both)
    assert phone.post(address).status_code == 302
    assert current_names() == AS_PLAYED
    assert done.kept.players.count() == 4


def test_one_of_ours_merged_into_one_of_theirs_keeps_the_circles_together_too(circle, theirs):
    done = merged(circle, theirs)
    joined(circle, "Eva", "Nuska")
    with pytest.raises(merging.MergeConflict):
        merging.undo(done, owner(circle))


def test_two_of_theirs_who_are_one_since_go_back_as_one(circle, theirs):
    done = merged(circle, theirs)
    both = joined(circle, "Nuska", "Anuska")
    merging.undo(done, owner(circle))
    assert current_names()[2:] == [["Anuska", "Marta"], ["Anuska", "Marta"]]
    merging.undo_player_merge(PlayerMerge.objects.get(pk=both.pk))
    assert current_names() == AS_PLAYED


def test_two_of_ours_who_are_one_stay_one(circle, theirs):
    done = merged(circle, theirs, Anuska="Eva")
    both = joined(circle)
    merging.undo(done, owner(circle))
    assert current_names() == [["Ana", "Luis", "Eva"], ["Ana", "Luis"], *AS_PLAYED[2:]]
    merging.undo_player_merge(both)
    assert current_names() == AS_PLAYED


def test_a_merge_made_before_the_circles_is_parted_after_both_were_parted_again(circle, theirs):
    both = joined(circle)
    done = merged(circle, theirs, Anuska="Ana")
    merging.undo(done, owner(circle))
    merging.undo_player_merge(both)
    assert current_names() == AS_PLAYED


def test_parting_gives_nobody_the_seats_that_went_back_with_the_other_circle(circle, theirs):
    done = merged(circle, theirs, Anuska="Ana")
    both = joined(circle, "Ana", "Anita")
    merging.undo(done, owner(circle))
    merging.undo_player_merge(both)
    assert current_names() == AS_PLAYED


# Erasing


def erasing(phone: Client, circle: Circle, name: str = "Ana") -> HttpResponse:
    return page_of(phone, "person-erase", who(circle, name))


def everything() -> str:
    """All stored data as text."""
    tables = apps.get_app_config("scores").get_models()
    return str([list(table.objects.values()) for table in tables])


def test_a_name_is_erased_when_it_is_typed_again(phone, circle, played):
    page = erasing(phone, circle)
    assert "No se puede deshacer." in page_text(page)
    answer = tap(phone, page, ERASE, name=" ana ")
    assert (answer.status_code, answer.url) == (302, circle.get_absolute_url())
    assert seated(played) == ["Alguien", "Luis", "Eva"]


@pytest.mark.parametrize("typed", ["", "Anita", "An"])
def test_another_name_typed_erases_nothing(phone, circle, typed):
    before = rows()
    answer = tap(phone, erasing(phone, circle), ERASE, name=typed)
    assert (answer.status_code, len(errors(answer)), rows()) == (422, 1, before)


def test_a_second_tap_finds_it_erased(phone, circle):
    page = erasing(phone, circle)
    answers = [tap(phone, page, ERASE, name="Ana") for _tap in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, circle.get_absolute_url())] * 2
    assert Player.objects.exclude(erased_at=None).count() == 1


def test_what_was_played_stays(phone, circle, played):
    ana = who(circle, "Ana")
    results, lines = list(Result.objects.values()), list(Entry.objects.values())
    merging.erase_name(ana)
    assert (list(Result.objects.values()), list(Entry.objects.values())) == (results, lines)
    assert (totals(played), ana.seats.count()) == ([-10, 3, 7], 1)
    assert Match.objects.get(pk=played.pk).version > played.version


def test_nothing_stored_says_the_name_any_more(phone, circle, played, theirs):
    Player.objects.filter(name="Ana").update(name="Zac, el hermano")
    Player.objects.filter(name="Nuska").update(name="Zaca")
    Player.objects.filter(name="Anita").update(name="Zac")
    Phone.objects.filter(pk=owner(circle).pk).update(name="zacarías")
    circle.grants.update(name="Zac")
    merged(Circle.objects.get(pk=theirs.circle_id), played)
    Player.objects.filter(name="Zac, el hermano").update(name="Zacarías")
    home = Circle.objects.get(pk=theirs.circle_id)
    joined(home, "Zac", "Zacarías")
    joined(home, "Zaca", "Zacarías")
    assert "Zac" in everything()
    merging.erase_name(who(home, "Zacarías"))
    assert "zac" not in everything().casefold()
    assert Merge.objects.get().called == "Eva, Luis"


def test_who_is_the_same_in_a_circle_that_was_merged_is_erased_there_too(circle, theirs):
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


def test_others_keep_their_names(phone, circle):
    Phone.objects.filter(pk=owner(circle).pk).update(name="El de Ana")
    strange = start(Client(), "Ana", "Pepe")
    merging.erase_name(who(circle, "Ana"))
    assert [person.name for person in circle.people] == ["", "Anita", "Eva", "Luis"]
    assert (seated(strange), owner(circle).name) == (["Ana", "Pepe"], "El de Ana")


def test_several_without_a_name_at_one_table_are_told_apart(phone, circle, played):
    for name in ("Ana", "Eva"):
        merging.erase_name(who(circle, name))
    page = page_text(phone.get(played.get_absolute_url()))
    assert ("Alguien" in page, "Alguien (2)" in page, "Alguien (3)" in page) == (True, True, False)


def test_in_english_it_was_somebody(circle, played):
    merging.erase_name(who(circle, "Ana"))
    with translation.override("en"):
        assert seated(played) == ["Somebody", "Luis", "Eva"]


def test_a_name_typed_again_is_somebody_new(phone, circle):
    merging.erase_name(who(circle, "Ana"))
    match = start(phone, "Ana", "Luis", circle=circle.code)
    assert (seated(match), circle.players.count()) == (["Ana", "Luis"], 5)


def test_an_erased_name_is_offered_nowhere_and_is_nobodys_other_self(phone, circle, theirs):
    phone.post(grants.link_path(theirs.circle, Role.OWN))
    merging.erase_name(who(circle, "Ana"))
    erased = circle.players.get(name="")
    assert "" not in people.recent_names(circle)
    offered = page_of(phone, "person-merge", who(circle, "Luis")).context["others"]
    assert erased not in [one for one, _matches in offered]
    assert page_of(phone, "person-merge", erased).context["others"] == []
    for kept, emptied in ((circle, theirs.circle), (theirs.circle, circle)):
        page = phone.get(reverse("merge", args=[kept.code]), {"with": emptied.code})
        assert (page.status_code, "Alguien" in page_text(page)) == (200, False)


def test_an_erased_person_gets_no_other_name(phone, circle):
    merging.erase_name(who(circle, "Ana"))
    erased = circle.players.get(name="")
    page = page_of(phone, "person-edit", erased)
    assert "Su nombre se borró" in page_text(page)
    phone.post(reverse("person-edit", args=[circle.code, erased.uid]), {"name": "Ana"})
    erased.refresh_from_db()
    assert erased.name == ""


def test_an_erased_person_goes_along_to_another_circle_and_back(circle, theirs):
    merging.erase_name(who(theirs.circle, "Nuska"))
    done = merged(circle, theirs)
    merging.undo(done, owner(circle))
    assert current_names() == [*AS_PLAYED[:3], ["Alguien", "Marta"]]


def test_who_was_erased_while_one_of_each_circle_can_still_be_parted(circle, theirs):
    done = merged(circle, theirs)
    both = joined(circle, "Nuska", "Ana")
    merging.erase_name(who(circle, "Ana"))
    merging.undo_player_merge(both)
    merging.undo(done, owner(circle))
    assert current_names() == [["Alguien", "Luis", "Eva"], AS_PLAYED[1], AS_PLAYED[2], ["Alguien", "Marta"]]


def test_the_match_goes_on_with_somebody(phone, circle, played):
    merging.erase_name(who(circle, "Luis"))
    play(phone, played, hand(0, 98, 1))
    assert (totals(played), board(played).standings[1].rebuys) == ([-20, 8, 8], 1)


def test_pages_of_statistics_say_somebody_and_nobody_twice(phone):
    fields = {"limit": "50", "rebuys": "0"}
    circle = start(phone, "Ana", "Luis", **fields).circle
    play(phone, circle.matches.get(), hand(0, 60))
    play(phone, start(phone, "Anita", "Luis", circle=circle.code, **fields), hand(0, 60))
    joined(circle)
    ana, luis = who(circle, "Ana"), who(circle, "Luis")
    merging.erase_name(ana)
    pages = [
        phone.get(reverse("league", args=[circle.code])),
        phone.get(reverse("records", args=[circle.code])),
        page_of(phone, "person", ana),
        page_of(phone, "person", luis),
        page_of(phone, "against", luis, ana.uid),
    ]
    texts = [page_text(page) for page in pages]
    assert [("Alguien" in page, "Ana" in page, "Anita" in page) for page in texts] == [
        (True, False, False)
    ] * 5
    assert texts[0].count("Alguien") == 1
