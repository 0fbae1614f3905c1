"""The commands that export and import circles."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scores.models import Circle, Match, Role
from tests.rules.support.table import hand
from tests.scores.group.transfer.circles import everything, played, text


def run(*args: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command(*args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "circle.jsonl"
    path.write_text(run("export_circle", everything().code)[0], encoding="utf-8")
    return path


def test_a_circle_is_printed_as_its_file(file):
    assert file.read_text(encoding="utf-8") == text(Circle.objects.get())


def test_it_comes_into_a_new_circle_whose_link_is_printed(file):
    output, _progress = run("import_circle", str(file), "--new")
    new = Circle.objects.latest("pk")
    assert "Added: 4 matches, 5 hands, 9 persons the circle does not know by uid." in output
    phone = Client()
    assert phone.post(output.splitlines()[1].strip()).status_code == 302
    assert new.grants.get().role == Role.OWN
    assert text(new) == file.read_text(encoding="utf-8")


def test_it_comes_into_a_circle_that_is_there_and_only_once(file):
    circle = Circle.objects.create()
    run("import_circle", str(file), "--circle", circle.code)
    output, _progress = run("import_circle", str(file), "--circle", circle.code)
    assert output.splitlines() == [
        "Added: 0 matches, 0 hands, 0 persons the circle does not know by uid.",
        "Already there: 4 matches.",
    ]
    assert circle.matches.count() == 4


def test_a_dry_run_writes_nothing(file):
    circle = Circle.objects.create()
    output, _progress = run("import_circle", str(file), "--circle", circle.code, "--dry-run")
    assert output.startswith("Would be added: 4 matches")
    assert (circle.matches.count(), circle.players.count()) == (0, 0)


def test_one_name_is_one_person_if_the_operator_says_so(file):
    circle = Circle.objects.create()
    ana = played(circle, "ana", "Luis", entries=(hand(0, 9),)).seats.get(position=0).player
    run("import_circle", str(file), "--circle", circle.code, "--same-names")
    assert ana.seats.count() > 1
    assert circle.players.filter(name="Ana").count() == 1  # the second of that name


def test_what_is_wrong_is_named_and_nothing_changes(file):
    file.write_text(
        file.read_text(encoding="utf-8").replace('"dealer":0', '"dealer":77', 1), encoding="utf-8"
    )
    before = Match.objects.count()
    with pytest.raises(CommandError, match=r"line \d+, \$\.match\.dealer: number. Nothing was changed\."):
        run("import_circle", str(file), "--new")
    assert (Match.objects.count(), Circle.objects.count()) == (before, 1)


@pytest.mark.parametrize("args", [("export_circle", "no"), ("import_circle", "x", "--circle", "no")])
def test_a_code_that_is_none_is_named(args):
    with pytest.raises(CommandError, match="No circle has the code 'no'"):
        run(*args)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run("import_circle", str(tmp_path / "x"), "--new")
