"""A sample of mutants of rules/ and scores/: `python -m tests.tools.mutants DIR [--before CHECKOUT]`.

A mutant is the code with one small mistake in it (`changes.py`). One that no test of `make unit` notices has
survived: either it makes no difference, or a test is missing. What survived is printed. With a checkout of an
older state, only mistakes that can be made in both are tried, by the tests of each: none that the old tests
noticed should survive the new ones.

DIR (outside the repository) gets the sample and the verdicts. 300 mutants take some 25 minutes a state.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.tools.mutants.changes import Change, changes

ROOT = Path(__file__).parents[3]
FOLDERS = ("rules", "scores")
TESTS = ("tests/rules", "tests/phone", "tests/scores")
# The same examples each time, and fewer of them than else.
ENVIRONMENT = {"CI": "1", "TIMES": "0.1", "DATABASE_URL": ""}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants")
    parser.add_argument(
        "place", type=Path, help="where the sample and the verdicts are written"
    )
    parser.add_argument("--before", type=Path, help="a checkout of an older state")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    trees = {"now": ROOT} | (
        {"before": chosen.before.resolve()} if chosen.before else {}
    )
    chosen.place.mkdir(parents=True, exist_ok=True)
    judged = {}
    for state, sample in sampled(trees, chosen.count, chosen.seed).items():
        file = chosen.place.resolve() / f"{state}.json"
        file.write_text(json.dumps(sample))
        judged[state] = verdicts(file, trees[state])
        report(state, judged[state])
    if "before" in judged:
        worse = [
            now
            for now, before in zip(judged["now"], judged["before"], strict=True)
            if before["verdict"] == "killed" != now["verdict"]
        ]
        print(f"killed before, not now: {len(worse)}")
        for mutant in worse:
            print(line(mutant))


def sampled(trees: dict[str, Path], count: int, seed: int) -> dict[str, list[dict]]:
    """The same mutants for each state, each with its file there: two fifths of them in rules/."""
    dealt = Random(seed)
    sample = {state: [] for state in trees}
    for folder, part in zip(
        FOLDERS, (count * 2 // 5, count - count * 2 // 5), strict=True
    ):
        files = {state: files_of_changes(tree, folder) for state, tree in trees.items()}
        common = sorted(set.intersection(*(set(found) for found in files.values())))
        for change in dealt.sample(common, min(part, len(common))):
            for state in trees:
                sample[state].append({"file": files[state][change], "change": change})
    return sample


def files_of_changes(tree: Path, folder: str) -> dict[Change, str]:
    """The file of each change that can be told from all others: no function of another file has it too."""
    found = list(changes(tree, folder))
    times = Counter(change for _file, change in found)
    return {change: file for file, change in found if times[change] == 1}


def verdicts(sample: Path, tree: Path) -> list[dict]:
    """The sample with what became of each mutant: killed, survived, or no test comes through it."""
    for written in (
        ".seen.json",
        ".verdicts.json",
    ):  # the first run sees who comes through, the second judges
        sample.with_suffix(written).unlink(missing_ok=True)
    for _run in range(2):
        command = (
            sys.executable,
            Path(__file__).parent / "forks.py",
            sample,
            tree,
            *TESTS,
        )
        subprocess.run(
            command,
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return json.loads(sample.with_suffix(".verdicts.json").read_text())


def report(state: str, mutants: list[dict]) -> None:
    print(f"{state}: {dict(Counter(mutant['verdict'] for mutant in mutants))}")
    for mutant in mutants:
        if mutant["verdict"] != "killed":
            print(line(mutant))


def line(mutant: dict) -> str:
    function, code, other, time = mutant["change"]
    return (
        f"{mutant['verdict']}: {mutant['file']} {function} ({time}): {code} → {other}"
    )


if __name__ == "__main__":
    main()
