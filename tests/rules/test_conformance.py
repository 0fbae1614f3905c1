"""The command that runs cases."""

import json
import os
import subprocess
import sys

import pytest

from rules import conformance
from tests.support import ROOT

MATCH = {
    "id": "T-01",
    "kind": "match",
    "ruleset": "chinchon",
    "players": ["Ana", "Luis"],
    "log": [
        {"type": "hand", "closer": "Ana", "close": "clean", "deadwood": {"Luis": 5}},
        {
            "type": "hand",
            "closer": "Luis",
            "close": "knock",
            "deadwood": {"Ana": 20, "Luis": 4},
        },
    ],
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


def written(path, *cases):
    path.write_text(json.dumps(cases, ensure_ascii=False), encoding="utf-8")
    return path


def test_where_all_pass_it_says_only_how_many_and_exits_0_but_with_nothing_to_run_1(
    run, tmp_path
):
    assert run(tmp_path) == (1, ["0 passed, 0 failed"])
    assert run(written(tmp_path / "cases.json", MATCH, MATCH)) == (
        0,
        ["2 passed, 0 failed"],
    )


def test_what_differs_or_cannot_be_run_is_said_and_the_others_are_run_all_the_same(
    run, tmp_path
):
    wrong = MATCH | {
        "id": "T-02",
        "expect": {"totals": {"Ana": 10, "Luis": 9}, "dealer": "Iñaki"},
    }
    cases = (wrong, MATCH | {"kind": "tarot"}, None, MATCH)
    assert run(written(tmp_path / "cases.json", *cases)) == (
        1,
        [
            'T-02: expected {"dealer": "Iñaki"}, got {"dealer": "Ana"}',
            "T-01: could not be run: KeyError('tarot')",
            "?: could not be run: KeyError('expect')",
            "1 passed, 3 failed",
        ],
    )


def test_a_folder_means_every_case_file_in_it_and_another_file_could_not_be_read(
    run, tmp_path
):
    for name, content in enumerate((b"not json", b"{}", b"\xff\xfe\x00")):
        (tmp_path / f"{name}.json").write_bytes(content)
    written(tmp_path / "cases.json", MATCH)
    (tmp_path / "notes.txt").write_text("no case")
    status, lines = run(tmp_path, tmp_path / "missing.json")
    assert status == 1
    assert lines[-1] == "1 passed, 4 failed"
    assert [line.split(": ")[:2] for line in lines[:-1]] == [
        [str(tmp_path / f"{name}.json"), "could not be read"]
        for name in (0, 1, 2, "missing")
    ]
    assert lines[1] == f"{tmp_path}/1.json: could not be read: not a list of cases"


def test_names_with_accents_are_read_and_printed_wherever_it_runs(tmp_path):
    named = {"players": ["Iñaki", "Luis"], "log": [], "expect": {"dealer": "Begoña"}}
    environment = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "rules.conformance",
            written(tmp_path / "cases.json", MATCH | named),
        ],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.startswith(
        'T-01: expected {"dealer": "Begoña"}, got {"dealer": "Iñaki"}\n'
    )
