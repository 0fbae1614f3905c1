"""The command that runs cases."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules import conformance

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = [ROOT / "tests" / "conformance" / name for name in ("cases", "worked")]

TWO_HANDS = [
    {"type": "hand", "closer": "Ana", "close": "clean", "deadwood": {"Luis": 5}},
    {"type": "hand", "closer": "Luis", "close": "knock", "deadwood": {"Ana": 20, "Luis": 4}},
]
MATCH = {
    "id": "T-01",
    "kind": "match",
    "ruleset": "chinchon",
    "players": ["Ana", "Luis"],
    "log": TWO_HANDS,
    "expect": {"totals": {"Ana": 10, "Luis": 9}, "winner": None},
}


@pytest.fixture
def run(capsys):
    """Exit status and lines of the command."""

    def run(*paths):
        status = conformance.main(list(map(str, paths)))
        said = capsys.readouterr()
        assert said.err == ""
        return status, said.out.splitlines()

    return run


def process(*paths, **environment):
    """Exit status and lines of `python -m rules.conformance`, as a real process."""
    done = subprocess.run(
        [sys.executable, "-m", "rules.conformance", *map(str, paths)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def written(path, *cases):
    path.write_text(json.dumps(cases, ensure_ascii=False), encoding="utf-8")
    return path


def test_none_of_the_35_printed_matches_has_got_lost():
    cases = conformance.read_cases(map(str, PUBLISHED))
    assert len({case["id"] for case in cases if case["kind"] == "match"}) >= 35


def test_where_all_pass_it_says_only_how_many_and_exits_0(run, tmp_path):
    assert run(written(tmp_path / "cases.json", MATCH, MATCH)) == (0, ["2 passed, 0 failed"])


def test_the_published_cases_pass_from_the_command_line_too():
    status, (line,) = process(*PUBLISHED)
    assert (status, line.endswith(" passed, 0 failed")) == (0, True)


def test_one_that_differs_is_shown_with_what_was_expected_and_what_came(run, tmp_path):
    wrong = MATCH | {"id": "T-02", "expect": {"totals": {"Ana": 10, "Luis": 9}, "dealer": "Iñaki"}}
    status, lines = run(written(tmp_path / "cases.json", MATCH, wrong))
    assert status == 1
    assert lines == ['T-02: expected {"dealer": "Iñaki"}, got {"dealer": "Ana"}', "1 passed, 1 failed"]


@pytest.mark.parametrize(
    "turned",
    [
        {"kind": "tarot"},
        {"ruleset": "not-built"},
        {"options": {"lives": 9}},
        {"expect": {"mood": "good"}},
        {"log": [{"type": "song"}]},
        {"players": None},
    ],
)
def test_what_is_not_built_or_cannot_be_run_counts_as_failed(run, tmp_path, turned):
    status, lines = run(written(tmp_path / "cases.json", MATCH, MATCH | {"id": "T-02"} | turned))
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert lines[0].startswith("T-02: could not be run: ")
    assert len(lines) == 2


@pytest.mark.parametrize("key", ["kind", "ruleset", "players", "log", "expect"])
def test_a_case_that_lacks_something_counts_as_failed(run, tmp_path, key):
    case = {name: value for name, value in MATCH.items() if name != key}
    status, lines = run(written(tmp_path / "cases.json", case))
    assert (status, lines[-1]) == (1, "0 passed, 1 failed")


def test_what_is_no_case_counts_as_failed(run, tmp_path):
    status, lines = run(written(tmp_path / "cases.json", None, MATCH))
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert lines[0] == "?: could not be run: KeyError('expect')"


@pytest.mark.parametrize("text", ["", "not json", "[", '"text"', "7", "{}", '{"cases": []}', "null"])
def test_a_file_that_holds_no_list_of_cases_could_not_be_read(run, tmp_path, text):
    broken = tmp_path / "broken.json"
    broken.write_text(text, encoding="utf-8")
    status, lines = run(broken, written(tmp_path / "cases.json", MATCH))
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert lines[0].startswith(f"{broken}: could not be read: ")


def test_a_file_that_holds_something_else_is_said_to_be_no_list(run, tmp_path):
    broken = written(tmp_path / "cases.json")
    broken.write_text("{}")
    assert run(broken) == (1, [f"{broken}: could not be read: not a list of cases", "0 passed, 1 failed"])


def test_a_file_that_is_not_there_or_not_text_could_not_be_read(run, tmp_path):
    noise = tmp_path / "noise.json"
    noise.write_bytes(b"\xff\xfe\x00")
    status, lines = run(tmp_path / "missing.json", noise, written(tmp_path / "cases.json", MATCH))
    assert (status, lines[-1]) == (1, "1 passed, 2 failed")


def test_a_folder_means_every_case_file_in_it(run, tmp_path):
    written(tmp_path / "one.json", MATCH)
    written(tmp_path / "two.json", MATCH, MATCH | {"ruleset": "not-built"})
    (tmp_path / "notes.txt").write_text("no case")
    status, lines = run(tmp_path)
    assert (status, lines[-1]) == (1, "2 passed, 1 failed")


def test_with_nothing_to_run_it_does_not_say_that_all_is_well(run, tmp_path):
    assert run(tmp_path) == (1, ["0 passed, 0 failed"])


def test_names_with_accents_are_read_and_printed_wherever_it_runs(tmp_path):
    named = {"players": ["Iñaki", "Luis"], "log": [], "expect": {"dealer": "Begoña"}}
    cases = written(tmp_path / "cases.json", MATCH | named)
    status, lines = process(
        cases, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="utf-8"
    )
    assert status == 1
    assert lines[0] == 'T-01: expected {"dealer": "Begoña"}, got {"dealer": "Iñaki"}'


def test_it_needs_no_django():
    done = subprocess.run(
        [sys.executable, "-c", "import rules.conformance, sys; print('django' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "False\n"
