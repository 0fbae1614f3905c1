"""A match as a whole: details, archive, delete, restore, purge."""

from __future__ import annotations

from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.core.access import grants
from scores.core.match_facts import MatchFacts
from scores.core.matches import dates, ratings
from scores.core.matches.scoresheet import Sheet
from scores.group.archive import lifecycle
from scores.group.circles import merging
from scores.models import Circle, Entry, Grant, Match, Phone, Player, Result, Role, Seat
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import (
    board,
    buttons,
    errors,
    form,
    later,
    lines,
    page_text,
    play,
    post,
    start_by_form,
    tap,
    undo,
)

CHINCHON = hand(0, None, close="chinchon")


def page(phone: Client, name: str, *args: str) -> HttpResponse:
    return phone.get(reverse(name, args=args))


def delete(phone: Client, match: Match, word: str = "borrar") -> HttpResponse:
    return tap(phone, page(phone, "delete-match", match.code), "Borrar la partida", word=word)


def deleted_days_ago(match: Match, days: float) -> None:
    Match.objects.filter(pk=match.pk).update(deleted_at=timezone.now() - timedelta(days=days))


def purged(**options: bool) -> str:
    out = StringIO()
    call_command("purge", stdout=out, **options)
    return out.getvalue()


# Place, note and date


def described(phone: Client, match: Match, **fields: str) -> HttpResponse:
    return tap(phone, page(phone, "details", match.code), "Guardar", **fields)


def test_place_note_and_date_are_shown_with_the_scoresheet_and_in_the_lists(phone, match):
    answer = described(phone, match, place="  Bar   Paco ", note="La del apagón", played_on="2026-01-02")
    assert answer.url == f"{reverse('scoresheet', args=[match.code])}#kept"
    shown = page_text(phone.get(answer.url))
    assert ("2 ene 2026 · Bar Paco" in shown, "La del apagón" in shown) == (True, True)
    assert "Bar Paco" in page_text(phone.get("/"))
    found = page_text(page(phone, "matches"))
    assert ("Bar Paco" in found, "La del apagón" in found) == (True, True)


def test_they_may_be_taken_away_again(phone, match):
    described(phone, match, place="Bar Paco", note="Larga")
    described(phone, match, place="", note="")
    found = Match.objects.get()
    assert (found.place, found.note, found.sought) == ("", "", "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", "Falta la fecha."),
        ("31/02/2026", "«31/02/2026» no es una fecha."),
        ("ayer", "«ayer» no es una fecha."),
        ("0001-01-01", "Esa fecha es demasiado antigua."),
        ("9999-12-31", "Esa fecha todavía no ha llegado."),
    ],
)
def test_a_date_that_cannot_be_is_refused_and_what_was_typed_stays(phone, match, typed, expected):
    answer = described(phone, match, place="Bar Paco", played_on=typed)
    before = match.played_on
    match.refresh_from_db()
    assert (answer.status_code, errors(answer)) == (422, [expected])
    assert (form(answer, "Guardar").fields["place"], match.place, match.played_on) == ("Bar Paco", "", before)


@pytest.mark.parametrize("field", ["place", "note"])
def test_what_is_too_long_is_refused(phone, match, field):
    answer = described(phone, match, **{field: "x" * 201})
    assert (answer.status_code, errors(answer)) == (
        422,
        [f"Como mucho {60 if field == 'place' else 200} letras."],
    )


def test_open_boards_hear_of_another_place(phone, match):
    before = Match.objects.get().version
    described(phone, match, place="Bar Paco")
    assert Match.objects.get().version == before + 1


def test_they_may_be_said_when_the_match_starts(phone):
    match = start_by_form(phone, "Ana", "Luis", place="Bar Paco", note="Primera", played_on="2025-12-24")
    assert (match.place, match.note, match.played_on) == ("Bar Paco", "Primera", date(2025, 12, 24))
    assert match.sought == "bar paco\nprimera"


def test_a_match_that_starts_is_of_this_evening_unless_it_is_told_otherwise(match):
    assert match.played_on == dates.evening(match.circle)


def test_a_date_to_come_starts_nothing(phone):
    answer = phone.post(
        reverse("new-match"), {"uid": "x", "name_0": "Ana", "name_1": "Luis", "played_on": "2999-01-01"}
    )
    assert (answer.status_code, Match.objects.count()) == (422, 0)
    assert "Esa fecha todavía no ha llegado." in errors(answer)


def test_a_rematch_is_played_in_the_same_place_and_has_no_note(phone):
    match = start(phone, "Ana", "Luis", place="Bar Paco", note="Primera", played_on="2025-12-24")
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    assert (again.place, again.note, again.played_on) == ("Bar Paco", "", dates.evening(match.circle))


# Archive


def archived(phone: Client, match: Match) -> Match:
    answer = tap(phone, phone.get(reverse("scoresheet", args=[match.code])), "archive")
    assert (answer.status_code, answer.url) == (302, f"{reverse('scoresheet', args=[match.code])}#kept")
    match.refresh_from_db()
    return match


def test_what_is_put_away_is_not_listed_first_and_still_there(phone, match):
    play(phone, match, hand(0, 23))
    assert archived(phone, match).archived_at is not None
    assert "Ana −10" not in page_text(phone.get("/"))
    assert "Ana −10" not in page_text(page(phone, "matches"))
    assert "Ana −10" in page_text(phone.get(reverse("matches"), {"state": "archived"}))
    assert (phone.get(match.get_absolute_url()).status_code, match.results.count()) == (200, 2)


def test_a_phone_with_nothing_but_what_was_put_away_is_not_told_to_begin(phone, match):
    archived(phone, match)
    assert "Todavía no hay ninguna partida" not in page_text(phone.get("/"))
    assert "todavía no ha jugado" not in page_text(phone.get(match.circle.get_absolute_url()))


def test_what_was_put_away_comes_out_again_and_can_be_written_on(phone, match):
    archived(phone, match)
    play(phone, match, hand(0, 23))
    tap(phone, phone.get(reverse("scoresheet", args=[match.code])), "archive")
    match.refresh_from_db()
    assert (match.archived_at, "Ana −10" in page_text(phone.get("/"))) == (None, True)


def test_who_does_not_own_it_is_offered_neither(match):
    shown = phone_with(Role.SCORE, match).get(reverse("scoresheet", args=[match.code]))
    assert ("Archivar" in page_text(shown), "delete" in shown.content.decode()) == (False, False)


# Delete and restore


@pytest.mark.parametrize("word", ["", "si", "borra", "delete", "x" * 500])
def test_without_the_word_nothing_is_deleted(phone, match, word):
    answer = delete(phone, match, word)
    assert (answer.status_code, len(errors(answer)), Match.objects.not_deleted().count()) == (422, 1, 1)


@pytest.mark.parametrize("word", ["borrar", " Borrar ", "BORRAR"])
def test_with_the_word_it_is_in_the_bin(phone, match, word):
    answer = delete(phone, match, word)
    assert (answer.status_code, answer.url, Match.objects.not_deleted().count()) == (302, reverse("trash"), 0)
    assert "Ana, Luis" in page_text(phone.get(answer.url))


def test_in_english_the_word_is_english(phone, match):
    english = {"accept-language": "en"}
    address = reverse("delete-match", args=[match.code])
    assert phone.post(address, {"word": "borrar"}, headers=english).status_code == 422


def test_it_comes_back_as_it_was(phone, match):
    play(phone, match, hand(0, 23))
    before = list(match.results.values())
    delete(phone, match)
    answer = tap(phone, page(phone, "trash"), "Recuperar")
    assert (answer.url, phone.get(answer.url).status_code) == (match.get_absolute_url(), 200)
    assert (lines(match), list(match.results.values())) == ([(0, "hand")], before)
    assert Sheet(Match.objects.not_deleted().get()).board == board(match)


def test_a_second_tap_on_deleting_or_bringing_back_leads_where_the_first_one_did(phone, match):
    for name, fields in (("delete-match", {"word": "borrar"}), ("restore-match", {})):
        address = reverse(name, args=[match.code])
        first = phone.post(address, fields)
        before = Match.objects.values().get()
        second = phone.post(address, fields)
        assert [(one.status_code, one.url) for one in (first, second)] == [(302, first.url)] * 2
        assert Match.objects.values().get() == before


@pytest.mark.parametrize("role", [Role.NONE, Role.WATCH, Role.SCORE])
def test_a_second_tap_tells_nothing_to_who_could_not_have_made_the_first(phone, match, role):
    other = phone_with(role, match)
    delete(phone, match)
    word = {"word": "borrar"}
    assert other.post(reverse("delete-match", args=[match.code]), word).status_code == 404
    tap(phone, page(phone, "trash"), "Recuperar")
    assert other.post(reverse("restore-match", args=[match.code])).status_code == 404


def test_after_thirty_days_nobody_brings_it_back(phone, match):
    delete(phone, match)
    deleted_days_ago(match, 29.9)
    assert "Recuperar" in buttons(page(phone, "trash"))
    deleted_days_ago(match, 30)
    assert "Recuperar" not in buttons(page(phone, "trash"))
    assert phone.post(reverse("restore-match", args=[match.code])).status_code == 404


@pytest.mark.parametrize("role", [Role.NONE, Role.WATCH, Role.SCORE])
def test_who_does_not_own_it_sees_nothing_of_it_in_the_bin(phone, match, role):
    other = phone_with(role, match)
    delete(phone, match)
    assert "Recuperar" not in buttons(page(other, "trash"))
    assert other.post(reverse("restore-match", args=[match.code])).status_code == 404


def test_who_owns_the_match_alone_brings_it_back_too(phone, match):
    other = Client()
    other.post(grants.link_path(match, Role.OWN))
    delete(other, match)
    tap(other, page(other, "trash"), "Recuperar")
    assert Match.objects.not_deleted().count() == 1


def test_a_form_from_another_site_deletes_nothing(phone, match):
    guarded = Client(enforce_csrf_checks=True)
    guarded.cookies = phone.cookies
    for name in ("delete-match", "archive", "restore-match", "details"):
        assert guarded.post(reverse(name, args=[match.code]), {"word": "borrar"}).status_code == 403
    assert Match.objects.unarchived().count() == 1


def test_open_boards_are_told_that_it_is_gone(phone, match):
    address = reverse("pulse", args=[match.code])
    seen = phone.get(address)["ETag"]
    assert phone.get(address, headers={"if-none-match": seen}).status_code == 304
    delete(phone, match)
    gone = phone.get(address, headers={"if-none-match": seen})
    assert (gone.status_code, "X-Reenganche" in gone) == (404, True)  # ours, and no proxy's


def test_a_deleted_rematch_leaves_no_way_to_it_and_another_may_start(phone, match):
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    version = Match.objects.get(pk=match.pk).version
    assert "A la revancha" in page_text(phone.get(match.get_absolute_url()))
    delete(phone, again)
    assert "A la revancha" not in page_text(phone.get(match.get_absolute_url()))
    assert Match.objects.get(pk=match.pk).version == version + 1
    assert setup.rematch(match) != again


def test_a_match_whose_predecessor_was_deleted_goes_on(phone, match):
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    delete(phone, match)
    play(phone, again, hand(0, 5))
    assert phone.get(again.get_absolute_url()).status_code == 200


def test_its_rules_and_names_are_not_offered_again(phone, match):
    wrong = start(phone, "Anna", "Luis", limit="70")
    delete(phone, wrong)
    offered = page(phone, "new-match")
    assert offered.context["remembered"] == ["Ana", "Luis"]
    assert "Como la última vez" not in page_text(offered)


def test_a_form_sent_again_does_not_start_a_deleted_match_anew(phone, match):
    form = (match.circle, uuid4(), MatchFacts(match.rules), ["Ana", "Luis"])
    wrong = setup.start_match(*form)
    delete(phone, wrong)
    assert setup.start_match(*form) == wrong
    assert Match.objects.count() == 2


def test_a_deleted_match_follows_its_circle_into_a_merge_and_back(phone, match):
    other = Client()
    theirs = start(other, "Eva", "Pepe")
    phone.post(grants.link_path(theirs.circle, Role.OWN))
    delete(other, theirs)
    done = merging.merge(match.circle, theirs.circle, {}, Phone.objects.latest("pk"))
    assert (merging.matches_to_return(done).count(), merging.matches_to_stay(done).count()) == (0, 0)
    assert "Eva, Pepe" in page_text(page(phone, "trash"))
    merging.undo(done, Phone.objects.latest("pk"))
    lifecycle.delete(theirs, undo=True)
    assert [one.circle_id for one in Match.objects.order_by("pk")] == [match.circle_id, theirs.circle_id]


# Purge


def test_a_purge_ends_what_was_deleted_long_ago_and_says_so(phone, match):
    play(phone, match, hand(0, 23))
    kept, young = start(phone, "Eva", "Pepe"), start(phone, "Marta", "Lola")
    deleted_days_ago(match, 31)
    deleted_days_ago(young, 29)
    expected = f"{match.code}  {match.played_on}  1 hands  Ana, Luis\nMatches removed: 1\n"
    assert purged() == expected
    assert sorted(Match.objects.values_list("pk", flat=True)) == [kept.pk, young.pk]
    assert [model.objects.filter(match=match.pk).count() for model in (Entry, Seat, Result, Grant)] == [0] * 4


def test_a_dry_run_tells_the_same_and_removes_nothing(match):
    deleted_days_ago(match, 31)
    expected = f"{match.code}  {match.played_on}  0 hands  Ana, Luis\nMatches that would be removed: 1\n"
    assert (purged(dry_run=True), Match.objects.count()) == (expected, 1)


def test_a_purge_leaves_the_people_the_group_and_the_rematch(phone, match):
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    deleted_days_ago(match, 31)
    purged()
    again.refresh_from_db()
    assert (again.previous, Circle.objects.count(), Player.objects.count()) == (None, 1, 2)


def test_what_was_restored_meanwhile_is_not_purged(match):
    deleted_days_ago(match, 31)
    stale = Match.objects.get()
    lifecycle.delete(match, undo=True)
    assert (lifecycle.purge(stale), Match.objects.not_deleted().count()) == (False, 1)


def test_with_nothing_to_end_a_purge_says_so(match):
    assert purged() == "Matches removed: 0\n"


def test_splitting_after_a_purge_moves_what_is_left(phone, match):
    theirs = start(Client(), "Eva", "Pepe")
    done = merging.merge(match.circle, theirs.circle, {}, Phone.objects.latest("pk"))
    deleted_days_ago(theirs, 31)
    purged()
    merging.undo(done, Phone.objects.latest("pk"))
    assert [player.name for player in theirs.circle.players.all()] == ["Eva", "Pepe"]


def test_an_undo_that_comes_too_late_finds_nothing(phone, match):
    play(phone, match, hand(0, 23))
    delete(phone, match)
    assert (post(phone, "undo", match).status_code, lines(match)) == (404, [(0, "hand")])
    tap(phone, page(phone, "trash"), "Recuperar")
    undo(phone, match)
    assert lines(match) == [(0, "hand"), (1, "undo")]


def test_a_right_taken_away_is_taken_from_what_lies_in_the_bin(phone, match, monkeypatch):
    delete(phone, match)
    later(monkeypatch, 1)
    Grant.objects.filter(circle=match.circle).update(role=Role.SCORE)
    assert "Recuperar" not in buttons(page(phone, "trash"))


# Statistics


def rated(match: Match) -> list[tuple[str, date]]:
    """The rated players and the dates, as the league page shows them."""
    found = ratings.latest_ratings(match.circle)
    return sorted((one.player.name, one.played_on) for one in found.values())


def test_a_deleted_match_counts_no_longer_and_a_restored_one_again(phone, match):
    play(phone, match, CHINCHON)
    before = rated(match)
    assert [name for name, _evening in before] == ["Ana", "Luis"]
    delete(phone, match)
    assert rated(match) == []
    tap(phone, page(phone, "trash"), "Recuperar")
    assert rated(match) == before


def test_a_match_put_away_counts_as_before(phone, match):
    play(phone, match, CHINCHON)
    before = rated(match)
    archived(phone, match)
    assert rated(match) == before


def test_a_match_moved_to_another_evening_is_rated_there(phone, match):
    play(phone, match, CHINCHON)
    rated(match)
    described(phone, match, played_on="2026-01-02")
    assert rated(match) == [("Ana", date(2026, 1, 2)), ("Luis", date(2026, 1, 2))]
