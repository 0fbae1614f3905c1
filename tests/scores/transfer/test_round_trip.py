"""Export, import and export again give the same bytes; a second import adds nothing."""

import json
from base64 import b64encode
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from rules.events import Finished
from rules.presets import RULESETS, load_ruleset
from scores.circle.accounts.log import account_of
from scores.circle.circles import merging, people
from scores.core.access import grants
from scores.core.matches import ratings
from scores.core.matches.scoresheet import Sheet
from scores.models import (
    AccountEntry,
    Circle,
    Entry,
    Match,
    Phone,
    Player,
    Result,
    Role,
    Seat,
)
from scores.table.new_match import setup
from scores.transfer import exporter, limits, lines
from scores.transfer.importer import guess_same_persons
from tests.rules.support.matches import logs
from tests.rules.support.table import hand
from tests.scores.support.photos import give_photo
from tests.scores.support.table import (
    meet,
    real_transactions,
    update_row,
)
from tests.scores.transfer.circles import (
    brought,
    counts,
    empty_the_database,
    everything,
    looked_at,
    played,
    refusal_of,
    stored,
    text,
    whole,
    with_every_knob,
)
from tests.scores.transfer.test_reader import RECORD
from tests.support.circle_file import circle_file

FILES = Path(__file__).parent
A, B = (f"{letter * 8}-aaaa-4aaa-8aaa-{'a' * 12}" for letter in "ab")


def results(circle):
    columns = (
        "match__uid",
        "seat__position",
        "place",
        "won",
        "total",
        "points",
        "hands",
        "closes",
        "money",
    )
    rows = Result.objects.filter(match__circle=circle, match__deleted_at=None)
    return list(rows.order_by("match__uid", "seat__position").values_list(*columns))


def rows_of(circle):
    rows = (circle.matches, circle.players)
    return [list(of_table.order_by("pk").values()) for of_table in rows]


def test_photos_are_in_a_file_that_was_asked_for_them_and_come_back_as_they_were():
    circle = everything()
    player = circle.players.get(name="Tarde")
    digest = give_photo(player)
    photos = exporter.photos_of(circle)
    with_photos = "".join(exporter.circle_text(circle, photos=photos))
    without = text(circle)
    written = b64encode(photos[player.pk]).decode()
    assert with_photos.replace(f',"photo":"{written}"', "") == without
    empty_the_database()
    again = whole(with_photos)
    assert again.players.get(name="Tarde").photo_digest == digest
    assert [*exporter.photos_of(again).values()] == [*photos.values()]


def test_a_circle_brought_into_an_empty_database_is_taken_away_as_the_same_file():
    circle = everything()
    for name, emoji, colour in (("Zorro", "🦊", 3), ("Zoe", "", 0)):
        circle.players.create(name=name, emoji=emoji, chosen_colour=colour)
    # a phone may make up any key
    Entry.objects.filter(seq=1).update(client_key=" \x07\u202e ")
    before = text(circle)
    totals = results(circle)
    empty_the_database()
    again = whole(before)
    assert text(again) == before
    assert results(again) == totals
    assert again.counts_nights is False
    faces = again.players.filter(name__startswith="Zo").order_by("pk")
    assert list(faces.values_list("emoji", "chosen_colour")) == [("🦊", 3), ("", 0)]


def test_a_file_of_an_older_version_is_read_for_ever():
    """`test_pages` reads another one, of a newer version."""
    kept = (FILES / "circle-0.6.jsonl").read_text(encoding="utf-8")
    assert text(whole(kept)) == with_every_knob(kept)


@pytest.mark.parametrize("name", ["record-0.5.json", "record-0.6.json"])
def test_a_record_of_an_older_version_is_read_for_ever(name):
    kept = (FILES / name).read_text(encoding="utf-8")
    circle = Circle.objects.create()
    brought(kept, circle)
    again = json.loads(record(circle.matches.get()))
    document = json.loads(kept)
    assert again == document | {"ruleset": load_ruleset(document["ruleset"]).dump()}


@settings(
    max_examples=1,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
@given(st.data())
def test_matches_of_all_rulesets_come_back_with_every_line_that_was_written(data):
    matches = [data.draw(logs(keys=(key,))) for key in RULESETS]
    circle = Circle.objects.create()
    for match in matches:
        stored(circle, match)
    before = text(circle)
    totals = results(circle)
    empty_the_database()
    again = whole(before)
    assert text(again) == before
    assert results(again) == totals
    by_age = again.matches.order_by("created_at", "uid")
    boards = [match.board for match in matches]
    assert [Sheet(match).board for match in by_age] == boards


def test_a_deleted_match_stays_behind_and_so_does_whose_rematch_it_was():
    circle = everything()
    lines = [json.loads(line).get("match") for line in text(circle).splitlines()]
    found = {match["uid"]: match.get("previous") for match in lines if match}
    gone = circle.matches.exclude(deleted_at=None).get()
    kept = circle.matches.filter(deleted_at=None).values_list("uid", "previous__uid")
    assert found == {
        str(uid): None if previous in (None, gone.uid) else str(previous)
        for uid, previous in kept
    }


def test_files_say_nothing_of_phones_links_or_rights():
    circle = everything()
    match = circle.matches.exclude(entries=None).first()
    sheet = Sheet(match)
    of_match = (exporter.record_of(sheet), exporter.sheet_csv(sheet))
    phone = match.entries.first().by
    links = [
        grants.link_path(thing, role).split("/")[-2]
        for thing in (circle, match)
        for role in Role
        if role
    ]
    secrets = [phone.uid.hex, str(phone.uid), phone.name, circle.code, match.code]
    for file in (text(circle), *of_match):
        assert [secret for secret in (*secrets, *links) if secret in file] == []
    keys = [*match.entries.values_list("client_key", flat=True)]
    keys += map(str, circle.players.values_list("uid", flat=True))
    for file in of_match:  # whoever watches may have these
        assert [key for key in keys if key in file] == []


def test_brought_in_twice_it_is_there_once_and_no_other_circle_is_read_or_changed():
    circle = everything()
    file = text(circle)
    before = rows_of(circle)
    other = whole(file)
    there = counts()
    assert brought(file, other) == looked_at(file, other)
    assert counts() == there
    assert text(circle) == file
    assert text(other) == file
    found = looked_at(file, circle)
    assert found.matches == 0
    assert found.hands == 0
    assert found.house_rules == 0
    assert found.persons == []
    assert not found.adds_something({})
    assert rows_of(circle) == before
    seats = Seat.objects.filter(match__circle=other)
    assert not seats.exclude(player__circle=other).exists()
    rematches = other.matches.exclude(previous=None)
    assert not rematches.exclude(previous__circle=other).exists()


def test_what_is_here_already_stays_as_it_is():
    circle = everything()
    file = text(circle)
    gone = circle.matches.filter(deleted_at=None).first()
    update_row(gone, deleted_at=gone.created_at)
    Match.objects.exclude(pk=gone.pk).update(note="Otra nota")
    Player.objects.filter(circle=circle).update(name="Otro nombre")
    Circle.objects.update(counts_nights=True)
    before = rows_of(circle)
    found = brought(file, circle)
    assert rows_of(circle) == before
    assert found.existing == 4
    assert found.deleted == 1
    assert found.matches == 0
    assert Circle.objects.get().counts_nights


def test_a_circle_in_several_files_comes_back_whole_and_so_do_its_merges(monkeypatch):
    circle = everything()
    before = text(circle)
    monkeypatch.setattr(exporter, "PART_BYTES", 0)  # a file for each match
    files = [
        "".join(exporter.circle_text(circle, part)) for part in exporter.parts(circle)
    ]
    empty_the_database()
    again = whole(files[0])
    for file in files[1:]:
        brought(file, again)
        brought(file, again)
    assert len(files) == again.matches.count()
    assert text(again) == before


def test_two_persons_whom_a_file_keeps_apart_do_not_sit_down_as_one():
    there = Circle.objects.create()
    here = Circle.objects.create()
    played(there, "Ana", "Anita")
    ana = Player.objects.create(circle=here, name="Ana")
    same = dict.fromkeys((player.uid for player in there.players.all()), ana)
    refused = refusal_of(brought, text(there), here, same)
    assert refused.line == 4
    assert refused.path == "$.match.seats[1]"
    assert here.matches.count() == 0
    assert here.players.count() == 1


def test_taking_a_circle_away_costs_the_same_for_1_match_and_for_9(
    django_assert_num_queries,
):
    circle = Circle.objects.create()
    for matches in (1, 8):
        for _ in range(matches):
            played(circle, "Ana", "Luis", entries=(hand(0, 20),))
        with django_assert_num_queries(12):
            text(circle)


# A record


def record(match):
    return exporter.record_of(Sheet(match))


def test_a_record_brought_in_elsewhere_is_the_same_record_and_adds_nothing_here():
    for match in everything().matches.filter(deleted_at=None):
        other = Circle.objects.create()
        assert brought(record(match), other).matches == 1
        assert record(other.matches.get()) == record(match)
        assert brought(record(match), other) == looked_at(record(match), other)
        assert other.matches.count() == 1
        found = looked_at(record(match), match.circle)
        assert found.existing == 1
        assert found.matches == 0
        assert not found.adds_something({})


def test_a_record_without_a_uid_is_the_same_match_every_time():
    circle = Circle.objects.create()
    for _ in range(2):
        brought(json.dumps(RECORD, indent=3), circle)
    brought(json.dumps(RECORD | {"dealer": "Luis"}), circle)
    assert [match.first_dealer for match in circle.matches.order_by("pk")] == [0, 1]
    assert circle.players.count() == 6


def test_a_record_without_clocks_happened_in_its_evening():
    circle = Circle.objects.create()
    facts = {"played_on": "2019-05-04", "entries": RECORD["entries"] * 2}
    brought(json.dumps(RECORD | facts), circle)
    match = circle.matches.get()
    assert match.played_on.isoformat() == "2019-05-04"
    assert {row.at.date() for row in match.entries.all()} == {match.played_on}
    assert match.hands == 2


def test_two_who_become_one_while_the_circle_is_taken_away_are_two_in_the_file():
    circle = Circle.objects.create()
    for other in ("Ana", "Anita"):
        played(circle, other, "Luis", entries=(hand(0, 25),))
    file = exporter.circle_lines(circle)
    first_lines = list(islice(file, 5))  # the circle, three persons and the first match
    ana, anita = (circle.players.get(name=name) for name in ("Ana", "Anita"))
    merging.merge_players(anita, ana, Phone.objects.create())
    again = whole("".join(map(lines.line_text, [*first_lines, *file])))
    current = again.players.current()
    assert current.count() == 3
    seats = Seat.objects.filter(match__circle=again)
    assert not seats.exclude(player__in=current).exists()


@real_transactions
def test_a_rematch_is_brought_in_while_the_match_before_is_corrected():
    circle = Circle.objects.create()
    match = played(circle, "Ana", "Luis", entries=(hand(0, 90), Finished()))
    rematch = setup.rematch(match)
    file = text(circle)
    rematch.delete()

    def correct():
        people.locked_match(match)
        yield
        ratings.invalidate(circle.pk)

    def bring_meanwhile():
        return brought(file, circle).matches

    assert meet(correct, bring_meanwhile, must_wait=False) == [None, 1]
    assert circle.matches.get(uid=rematch.uid).previous == match


def test_who_has_no_name_left_comes_without_one_and_is_nobody_in_particular():
    circle = everything()
    erased = circle.players.get(name="")
    other = Circle.objects.create()
    nameless = Player.objects.create(circle=other, name="", erased_at=erased.erased_at)
    persons = looked_at(text(circle), other).persons
    assert guess_same_persons(other.players.all(), persons) == {}
    brought(text(circle), other)
    came = other.players.exclude(pk=nameless.pk).get(name="")
    assert came.uid == erased.uid
    assert came.erased_at == erased.erased_at


# What was paid


def test_what_was_paid_comes_also_where_all_matches_are_here():
    circle = everything()
    before = text(circle)
    copy = whole(before)
    first = circle.account_entries.filter(undoes=None).latest("at")
    AccountEntry.objects.create(circle=circle, undoes=first)
    after = text(circle)
    assert looked_at(after, copy).adds_something({})
    brought(after, copy)
    assert owed(copy) == owed(circle)
    # undone there by another line
    other = whole(before)
    own = other.account_entries.get(uid=first.uid)
    AccountEntry.objects.create(circle=other, undoes=own)
    brought(after, other)
    assert owed(other) == owed(circle)


def owed(circle):
    balances = account_of(circle).balances
    return [(currency, sorted(each.values())) for currency, each in balances.items()]


@pytest.mark.parametrize(
    ("facts", "path", "code"),
    [
        ({"payments": [["€", A, B, 1]]}, "payments[0][2]", "seat"),
        ({"undoes": B}, "undoes", "twice"),
    ],
)
def test_a_line_of_what_was_paid_that_cannot_be_is_refused(facts, path, code):
    found = refusal_of(looked_at, file_with(facts))
    assert (found.line, found.path, found.code) == (3, f"$.account.{path}", code)


def test_what_was_paid_may_be_more_than_any_other_number_of_a_file():
    assert looked_at(file_with({"payments": [["€", A, A, limits.CENTS]]})).account == 1


def file_with(facts):
    """A file with one person and one line of what was paid."""
    ana = {"uid": A, "name": "Ana", "colour": 0}
    paid = {"uid": B, "at": "2026-11-21T20:15:00+00:00", **facts}
    return circle_file([ana], account=[paid])
