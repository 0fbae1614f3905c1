"""Export through the pages: a match as a record and a table, a group as one file or several."""

import csv
import re
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client
from django.utils import translation

from rules.events import Joined, Penalised
from rules.match.corrections import Undone
from scores.circle.circles import merging
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.core.own_files import CIRCLE
from scores.models import Circle, Match, Phone, Player, Role
from scores.transfer import exporter, limits, views
from tests.rules.support.table import hand, nobody_closed
from tests.scores.support.factories import phone_of, start, write
from tests.scores.support.photos import give_photo
from tests.scores.support.table import address_of, page_at, page_text, play, text_at
from tests.scores.transfer.circles import everything, played, sit_down, text


def test_a_match_is_taken_away_as_a_record_and_as_a_table(phone, match):
    answer = page_at(phone, "record", match)
    assert answer["Content-Type"] == "application/json"
    name = f"reenganche-{match.played_on}-{match.code}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    record = answer.json()
    assert [player["name"] for player in record["players"]] == ["Ana", "Luis", "Eva"]
    assert len(record["entries"]) == 1
    assert record["uid"] == str(match.uid)
    table = page_at(phone, "sheet-csv", match)
    assert table["Content-Type"] == "text/csv; charset=utf-8"
    _headings, first = table.content.decode("utf-8-sig").splitlines()
    assert first == "1;Ana;con todo ligado;-10;-10;20;20;30;30;"


def test_files_of_matches_are_on_a_page_of_the_group_and_not_in_the_menus_of_a_table(
    phone, match
):
    group = phone.get(match.circle.get_absolute_url()).text
    files = f"{address_of('circle-matches', match.circle)}?files"
    assert f'href="{files}"' in group
    watch = f"http://testserver{grants.link_path(match, Role.WATCH)}"
    addresses = [
        address_of("sheet-csv", match),
        address_of("record", match),
        f"{watch}overlay/",
        f"{watch}board.json",
    ]
    page = phone.get(files).text
    assert [one for one in addresses if f'href="{one}"' not in page] == []
    menus = [page_at(phone, name, match).text for name in ("match", "share")]
    for shown in (*menus, phone.get(files.removesuffix("?files")).text):
        assert [one for one in addresses if f'href="{one}"' in shown] == []


def test_a_match_for_a_report_has_other_names_and_is_the_same_else(match, capsys):
    call_command("export_match", match.code)
    named = capsys.readouterr().out
    call_command("export_match", match.code, "--anonymous")
    anonymous = capsys.readouterr().out
    people = {"Ana": "Player 1", "Luis": "Player 2", "Eva": "Player 3"}
    for name, other in people.items():
        named = named.replace(f'"{name}"', f'"{other}"')
    assert anonymous == named
    with pytest.raises(CommandError, match="No match has the code 'nothere'"):
        call_command("export_match", "nothere")


@pytest.fixture
def large(phone, match, monkeypatch):
    """The group with five matches, of which a file holds two, as with thousands of hands."""
    for _time in range(4):
        play(phone, start(phone, "Ana", "Luis", "Eva"), hand(0, 20, 30))
    (part,) = exporter.parts(match.circle)
    two = 3 * exporter.PERSON_BYTES + 2 * part.matches[0].size + 99
    monkeypatch.setattr(exporter, "PART_BYTES", two)
    return exporter.parts(match.circle)


def test_a_large_circle_is_taken_away_in_files(phone, match, large):
    page = page_at(phone, "export", match.circle)
    assert "Archivo 3 de 3" in page_text(page)
    links = re.findall(r'href="(\?part=[^"]+)"', page.text)
    files = [phone.get(address_of("export", match.circle) + link) for link in links]
    assert [file.content.count(b'{"match":') for file in files] == [2, 2, 1]
    Match.objects.filter(pk=large[1].pks[0]).update(deleted_at=F("created_at"))
    page = phone.get(f"{address_of('export', match.circle)}?part={large[1].name}")
    assert "Archivo 1 de 2" in page_text(page)  # its first match is gone


def test_a_file_is_never_larger_than_what_a_page_brings_in(
    phone, match, large, monkeypatch
):
    pages = address_of("export", match.circle)
    everything = f"?part={large[0].matches[0].code}-{large[-1].matches[-1].code}"
    assert phone.get(pages + everything)["Content-Type"] == CIRCLE
    monkeypatch.setattr(limits, "UPLOADED", large[0].size)
    assert "Archivo 1 de 3" in text_at(phone, pages + everything)
    assert phone.get(f"{pages}?part={large[0].name}").content.count(b'{"match":') == 2


def test_a_worker_makes_one_file_at_a_time_and_one_request_waits(phone, match):
    address = address_of("export", match.circle)
    with views.exports.turn():
        entered = views.exports._slots.acquire(blocking=False)
        busy = phone.get(address)
    views.exports._slots.release()
    assert entered is True
    assert busy.status_code == 429
    assert busy["Retry-After"] == "5"
    assert phone.get(address).status_code == 200


# The scoresheet as CSV


def rows(match, delimiter=";"):
    text = exporter.sheet_csv(Sheet(match))
    assert text[0] == "\ufeff"
    return list(csv.reader(StringIO(text[1:]), delimiter=delimiter))


def test_every_hand_is_a_row_with_what_it_added_and_the_total_after_it():
    """Who comes later has nothing before."""
    names = ("Ana", "Luis", "Inés", "Eva")
    circle = Circle.objects.create()
    match = played(circle, *names[:3])
    sit_down(match, "Eva", 3)
    nobody = nobody_closed(3, 4, 45)
    hands = (hand(0, 20, 60), hand(0, 9, 9), Undone(), nobody)
    write(match, *hands, Penalised(1, 5), Joined(3))
    columns = [f"{name}{end}" for name in names for end in ("", ": total")]
    bust = "Inés se pasa (105): reenganche en 24"
    closed = ["Ana", "con todo ligado"]
    assert rows(match)[:4] == [
        ["Mano", "Quién cerró", "Cómo", *columns, "Qué pasó"],
        ["1", *closed, "-10", "-10", "20", "20", "60", "60", "", "", ""],
        ["2", "", "", "3", "-7", "4", "24", "45", "24", "", "", bust],
        [*[""] * 4, "-7", "", "29", "", "24", "", "", "Luis: +5 de castigo"],
    ]
    assert rows(match)[4][8:11] == ["24", "", "29"]


def test_a_name_that_a_spreadsheet_would_run_is_text_also_where_it_is_cut():
    scored = hand(20, 0, closer=1)
    match = played(Circle.objects.create(), "Ana", "Luis", entries=[scored])
    with translation.override("en"):
        assert rows(match, ",")[1][3:7] == ["20", "20", "-10", "-10"]
    cells = {name: f"'{name}" for name in ("=1+1", "@SUM(A1)", " =1", "＝1", '"=1')}
    cells |= {
        "Ana;=1+1": "Ana;'=1+1",
        "Ana, -1": "Ana, '-1",
        'Ana";"@SUM(A1)': 'Ana";"\'@SUM(A1)',
        "\t=1": "'\t'=1",
        "Ana-María, 30-40": "Ana-María, 30-40",
    }
    for name, cell in cells.items():
        Player.objects.filter(seats__position=1).update(name=name)
        headings, first = rows(Match.objects.get())
        assert headings[5:7] == [cell, f"{cell}: total"]
        assert first[1] == cell
        assert first[3:7] == ["20", "20", "-10", "-10"]


# The commands that export and import circles


def run(*args):
    """What the command prints, without its progress."""
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "circle.jsonl"
    path.write_text(run("export_circle", everything().code), encoding="utf-8")
    return path


def test_the_operator_takes_the_photos_along_if_asked(file):
    player = Circle.objects.get().players.exclude(name="").first()
    give_photo(player)
    code = player.circle.code
    without = run("export_circle", code)
    with_photos = run("export_circle", code, "--photos")
    assert '"photo":' in with_photos
    assert '"photo":' not in without
    phone = phone_of(player.circle, Role.OWN)
    assert page_at(phone, "export", player.circle).text == without
    asked = f"{address_of('export', player.circle)}?photos=on"
    assert phone.get(asked).text == with_photos


def test_it_comes_into_a_new_circle_whose_link_is_printed(file):
    output = run("import_circle", str(file), "--new")
    new = Circle.objects.latest("pk")
    added = "Added: 4 matches, 5 hands, 9 persons the circle does not know by uid."
    assert added in output
    phone = Client()
    assert phone.post(output.splitlines()[1].strip()).status_code == 302
    assert new.grants.get().role == Role.OWN
    assert text(new) == file.read_text(encoding="utf-8")


def test_it_comes_into_a_circle_that_is_there_only_once_and_never_in_a_dry_run(file):
    circle = Circle.objects.create()
    into = ("import_circle", str(file), "--circle", circle.code)
    assert run(*into, "--dry-run").startswith("Would be added: 4 matches")
    assert circle.matches.count() == 0
    assert circle.players.count() == 0
    run(*into)
    output = run(*into)
    assert output.splitlines() == [
        "Added: 0 matches, 0 hands, 0 persons the circle does not know by uid.",
        "Already there: 4 matches.",
    ]
    assert circle.matches.count() == 4


def test_one_name_is_one_person_if_the_operator_says_so(file):
    circle = Circle.objects.create()
    played(circle, "ana", "Luis", entries=(hand(0, 9),))
    ana = circle.players.get(name="ana")
    run("import_circle", str(file), "--circle", circle.code, "--same-names")
    assert ana.seats.count() > 1
    assert circle.players.filter(name="Ana").count() == 1  # the second of that name


def test_what_is_wrong_is_named_and_nothing_changes(file):
    wrong = file.read_text(encoding="utf-8").replace('"dealer":0', '"dealer":77', 1)
    file.write_text(wrong, encoding="utf-8")
    before = Match.objects.count()
    nothing = r"line \d+, \$\.match\.dealer: number. Nothing was changed\."
    for arguments, said in (
        ((str(file), "--new"), nothing),
        ((str(file), "--circle", "no"), "No circle has the code 'no'"),
        (("/nowhere/x", "--new"), "No such file"),
    ):
        with pytest.raises(CommandError, match=said):
            run("import_circle", *arguments)
    assert Match.objects.count() == before
    assert Circle.objects.count() == 1


def test_players_merged_since_stop_an_import_after_the_parts_that_are_written(
    tmp_path, monkeypatch
):
    circle = Circle.objects.create()
    matches = [played(circle, *names) for names in (("Ana", "Luis"), ("Eva", "Pepe"))]
    file = tmp_path / "circle.jsonl"
    file.write_text(run("export_circle", circle.code), encoding="utf-8")
    for one in matches:
        one.delete()
    merging.merge_players(
        *circle.players.filter(name__in=("Eva", "Pepe")), Phone.objects.create()
    )
    monkeypatch.setattr(limits, "OPERATOR", replace(limits.OPERATOR, part=1))
    with pytest.raises(
        CommandError, match=r"Only the matches reported as read were added"
    ):
        run("import_circle", str(file), "--circle", circle.code)
    assert [one.uid for one in circle.matches.all()] == [matches[0].uid]
