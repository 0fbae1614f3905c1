"""A match as a whole: details, archive, delete, restore, purge."""

from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.circle.archive import lifecycle
from scores.circle.circles import merging
from scores.core.match_facts import MatchFacts
from scores.core.matches import dates, ratings
from scores.models import Circle, Entry, Grant, Match, Phone, Player, Result, Role, Seat
from scores.table.new_match import setup
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_with, start
from tests.scores.support.table import (
    address_of,
    board,
    buttons,
    errors,
    form,
    later,
    lines,
    match_now,
    page_of,
    page_text,
    play,
    send_to,
    start_by_form,
    take_link,
    tap,
    text_at,
    undo,
    update_row,
)

CHINCHON = hand(0, None, close="chinchon")


def page(phone, name, *args):
    return phone.get(reverse(name, args=args))


def delete(phone, match, word="borrar"):
    return tap(
        phone, page(phone, "delete-match", match.code), "Borrar la partida", word=word
    )


def deleted_days_ago(match, days):
    update_row(match, deleted_at=timezone.now() - timedelta(days=days))


def purged(**options):
    out = StringIO()
    call_command("purge", stdout=out, **options)
    return out.getvalue()


def rated(match):
    """The rated players and the dates, as the league page shows them."""
    found = ratings.latest_ratings(match.circle)
    return sorted((one.player.name, one.played_on) for one in found.values())


# Venue, note and date


def described(phone, match, **fields):
    return tap(phone, page(phone, "details", match.code), "Guardar", **fields)


def test_venue_note_and_date_are_shown_with_the_scoresheet_and_in_the_lists(
    phone, match
):
    before = match.version
    answer = described(
        phone,
        match,
        place="  Bar   Paco ",
        note="La del apagón",
        played_on="2026-01-02",
    )
    assert answer.url == f"{address_of('scoresheet', match)}#kept"
    assert Match.objects.get().version == before + 1
    shown = text_at(phone, answer.url)
    assert "2 ene 2026 · Bar Paco" in shown
    assert "La del apagón" in shown
    assert "Bar Paco" in text_at(phone, "/")
    found = page_text(page(phone, "matches"))
    assert "Bar Paco" in found
    assert "La del apagón" in found
    described(phone, match, place="", note="")
    match = Match.objects.get()
    assert match.place == ""
    assert match.note == ""
    assert match.sought == ""


def test_a_match_that_is_over_is_rated_once_on_the_day_to_which_it_was_moved(
    phone, match
):
    play(phone, match, CHINCHON)
    for day in ("2026-01-02", "2026-02-03", "2026-01-01"):
        described(phone, match, played_on=day)
        found = ratings.latest_ratings(match.circle).values()
        assert [(str(one.played_on), one.matches) for one in found] == [(day, 1)] * 2


def test_what_cannot_be_is_refused_and_what_was_typed_stays(phone, match):
    before = Match.objects.values().get()
    for typed, expected in (
        ({"played_on": ""}, "Falta la fecha."),
        ({"played_on": "31/02/2026"}, "«31/02/2026» no es una fecha."),
        ({"played_on": "0001-01-01"}, "Esa fecha es demasiado antigua."),
        ({"played_on": "9999-12-31"}, "Esa fecha todavía no ha llegado."),
        ({"note": "x" * 201}, "Como mucho 200 letras."),
    ):
        answer = described(phone, match, **{"place": "Bar Paco", **typed})
        assert (answer.status_code, errors(answer), Match.objects.values().get()) == (
            422,
            [expected],
            before,
        )
        assert form(answer, "Guardar").fields["place"] == "Bar Paco"


def test_they_may_be_said_when_the_match_starts_and_a_rematch_has_the_venue_alone(
    phone,
):
    match = start_by_form(
        phone, "Ana", "Luis", place="Bar Paco", note="Primera", played_on="2025-12-24"
    )
    assert match.place == "Bar Paco"
    assert match.note == "Primera"
    assert match.played_on == date(2025, 12, 24)
    assert match.sought == "bar paco\nprimera"
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    assert again.place == "Bar Paco"
    assert again.note == ""
    assert again.played_on == dates.evening(match.circle)


# Archive


def test_what_its_owner_archives_is_still_there_not_listed_first_and_comes_out_again(
    phone, match
):
    board = match.get_absolute_url()
    shown = phone_with(Role.SCORE, match).get(board)
    assert "Archivar" not in page_text(shown)
    assert "/delete/" not in shown.text
    play(phone, match, hand(0, 23))
    answer = tap(phone, phone.get(board), "Archivar")
    assert answer.url == f"{board}scoresheet/#kept"
    assert Match.objects.get().archived_at is not None
    home = phone.get("/")
    assert home.context["is_empty"] is False
    assert "Ana −10" not in page_text(home)
    assert "todavía no ha jugado" not in text_at(phone, match.circle.get_absolute_url())
    assert "Ana −10" not in page_text(page(phone, "matches"))
    away = phone.get(reverse("matches"), {"state": "archived"})
    assert '<span class="tag">archivada</span>' in away.text
    assert "Ana −10" in page_text(away)
    assert page_of(phone, match).status_code == 200
    assert match.results.count() == 2
    play(phone, match, hand(0, 1))
    tap(phone, phone.get(board), "Sacar del archivo")
    assert Match.objects.get().archived_at is None
    assert "Ana −20" in text_at(phone, "/")


# Delete and restore


def test_without_the_word_of_its_language_nothing_is_deleted(phone, match):
    address = address_of("delete-match", match)
    english = {"accept-language": "en"}
    for word in ("", "borra", "delete"):
        answer = delete(phone, match, word)
        assert (
            answer.status_code,
            len(errors(answer)),
            Match.objects.not_deleted().count(),
        ) == (422, 1, 1)
    assert phone.post(address, {"word": "borrar"}, headers=english).status_code == 422
    assert phone.post(address, {"word": "delete"}, headers=english).status_code == 302
    lifecycle.delete(match, undo=True)
    answer = delete(phone, match, " BORRAR ")
    assert answer.url == reverse("trash")
    assert Match.objects.not_deleted().count() == 0
    assert "Ana, Luis" in text_at(phone, answer.url)


def test_it_comes_back_as_it_was_and_open_boards_are_told_that_it_is_gone(phone, match):
    play(phone, match, CHINCHON)
    address = address_of("pulse", match)
    seen = {"if-none-match": phone.get(address)["ETag"]}
    assert phone.get(address, headers=seen).status_code == 304
    before = (rated(match), list(match.results.values()), board(match))
    assert [name for name, _evening in before[0]] == ["Ana", "Luis"]
    delete(phone, match)
    gone = phone.get(address, headers=seen)
    assert gone.status_code == 404
    assert "X-Reenganche" in gone  # ours, and no proxy's
    assert rated(match) == []
    answer = tap(phone, page(phone, "trash"), "Recuperar")
    assert answer.url == match.get_absolute_url()
    assert phone.get(answer.url).status_code == 200
    assert (rated(match), list(match.results.values()), board(match)) == before
    undo(phone, match)
    assert lines(match) == [(0, "hand"), (1, "undo")]


def test_a_second_tap_on_deleting_or_bringing_back_leads_where_the_first_one_did(
    phone, match
):
    for name, fields in (("delete-match", {"word": "borrar"}), ("restore-match", {})):
        address = address_of(name, match)
        first = phone.post(address, fields)
        before = Match.objects.values().get()
        second = phone.post(address, fields)
        assert [one.url for one in (first, second)] == [first.url] * 2
        assert Match.objects.values().get() == before


def test_who_does_not_own_it_sees_nothing_of_it_in_the_bin_and_is_told_nothing_later(
    phone, match
):
    others = [phone_with(role, match) for role in (Role.NONE, Role.WATCH, Role.SCORE)]
    delete(phone, match)
    for other in others:
        assert "Recuperar" not in buttons(page(other, "trash"))
        assert send_to(other, "delete-match", match, word="borrar").status_code == 404
        assert send_to(other, "restore-match", match).status_code == 404
    tap(phone, page(phone, "trash"), "Recuperar")
    codes = [send_to(other, "restore-match", match).status_code for other in others]
    assert codes == [404] * 3


def test_after_thirty_days_or_without_the_right_nobody_brings_it_back(
    phone, match, monkeypatch
):
    delete(phone, match)
    deleted_days_ago(match, 29.9)
    assert "Recuperar" in buttons(page(phone, "trash"))
    deleted_days_ago(match, 30)
    assert "Recuperar" not in buttons(page(phone, "trash"))
    assert send_to(phone, "restore-match", match).status_code == 404
    deleted_days_ago(match, 0)
    later(monkeypatch, 1)
    Grant.objects.filter(circle=match.circle).update(role=Role.SCORE)
    assert "Recuperar" not in buttons(page(phone, "trash"))


def test_a_deleted_rematch_has_no_way_to_it_and_the_next_goes_on_without_it(
    phone, match
):
    play(phone, match, CHINCHON)
    again = setup.rematch(match)
    version = match_now(match).version
    assert "A la revancha" in text_at(phone, match.get_absolute_url())
    delete(phone, again)
    assert "A la revancha" not in text_at(phone, match.get_absolute_url())
    assert match_now(match).version == version + 1
    other = setup.rematch(match)
    assert other != again
    delete(phone, match)
    play(phone, other, hand(0, 5))
    assert page_of(phone, other).status_code == 200


def test_its_rules_and_names_are_not_offered_again_nor_does_the_form_start_it_anew(
    phone, match
):
    form = (
        match.circle,
        uuid4(),
        MatchFacts(match.rules.with_options({"limit": 70})),
        ["Anna", "Luis"],
    )
    wrong = setup.start_match(*form)
    delete(phone, wrong)
    offered = page(phone, "new-match")
    assert offered.context["remembered"] == ["Ana", "Luis"]
    assert "Como la última vez" not in page_text(offered)
    assert setup.start_match(*form) == wrong
    assert Match.objects.count() == 2


def test_a_deleted_match_follows_its_circle_into_a_merge_and_back(phone, match):
    other = Client()
    theirs = start(other, "Eva", "Pepe")
    take_link(phone, theirs.circle, Role.OWN)
    delete(other, theirs)
    done = merging.merge(match.circle, theirs.circle, {}, Phone.objects.latest("pk"))
    assert merging.matches_to_return(done).count() == 0
    assert merging.matches_to_stay(done).count() == 0
    assert "Eva, Pepe" in page_text(page(phone, "trash"))
    merging.undo(done, Phone.objects.latest("pk"))
    lifecycle.delete(theirs, undo=True)
    assert [one.circle_id for one in Match.objects.order_by("pk")] == [
        match.circle_id,
        theirs.circle_id,
    ]


# Purge


def test_a_purge_ends_what_was_deleted_long_ago_and_leaves_people_group_and_rematch(
    phone, match
):
    assert purged() == "Matches removed: 0\n"
    play(phone, match, CHINCHON)
    kept = setup.rematch(match)
    young = start(phone, "Marta", "Lola")
    deleted_days_ago(match, 31)
    deleted_days_ago(young, 29)
    line = f"{match.code}  {match.played_on}  1 hands  Ana, Luis\n"
    assert purged(dry_run=True) == f"{line}Matches that would be removed: 1\n"
    assert Match.objects.count() == 3
    assert purged() == f"{line}Matches removed: 1\n"
    assert sorted(Match.objects.values_list("pk", flat=True)) == [kept.pk, young.pk]
    assert [
        model.objects.filter(match=match.pk).count()
        for model in (Entry, Seat, Result, Grant)
    ] == [0] * 4
    kept.refresh_from_db()
    assert kept.previous is None
    assert Circle.objects.count() == 1
    assert Player.objects.count() == 4


def test_what_was_restored_meanwhile_is_not_purged(match):
    deleted_days_ago(match, 31)
    stale = Match.objects.get()
    lifecycle.delete(match, undo=True)
    assert lifecycle.purge(stale) is False
    assert Match.objects.not_deleted().count() == 1
