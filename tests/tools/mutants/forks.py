"""Run in a checkout, by its pytest: `python forks.py SAMPLE.json TREE TEST…` judges the mutants of a sample.

All tests run once, to see which of them come through which mutant. Then each mutant is a fork of the tests
that were collected: it runs those that come through it, the nearest and quickest first, until one fails.
"""

import gc
import json
import os
import resource
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parent))
from changes import Change, Finder

ENDLESS = -1  # a fork that was stopped
NOBODY = -1  # no mutant
SECONDS = 8  # of tests for one mutant


class Forks:
    """A plugin that tries mutants once the tests have run."""

    def __init__(self, tree: Path, sample: Path):
        self.sample = sample
        self.mutants = json.loads(sample.read_text())
        self.tree = tree
        self.under_test = None
        self.item = None
        self.through = defaultdict(set)
        self.seconds = {}
        self.failing = set()
        chosen = defaultdict(dict)
        for number, mutant in enumerate(self.mutants):
            chosen[str(tree / mutant["file"])][Change(*mutant["change"])] = number
        Finder(chosen, self.is_mutated)

    def is_mutated(self, number: int) -> bool:
        if self.under_test is None:
            self.through[number].add(self.item)
        return number == self.under_test

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        start = time.process_time()
        self.item = item.nodeid
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.item = None
        return result

    def pytest_runtest_logreport(self, report):
        if report.failed:  # in the code as it is: such a test notices nothing
            self.failing.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """Try the mutants on what an earlier run wrote beside the sample; without it, only write that."""
        seen = self.sample.with_suffix(".seen.json")
        if not seen.exists():
            return None
        from django.db import connections

        through, self.seconds = json.loads(seen.read_text())
        self.items = {item.nodeid: item for item in session.items}
        first = next(item for item in session.items if "db" in item.fixturenames)
        elsewhere = next(item for item in session.items if item.path != first.path)
        runtestprotocol(first, nextitem=elsewhere, log=False)  # makes the database
        connections.close_all()
        gc.collect()
        gc.freeze()
        for number, mutant in enumerate(self.mutants):
            mutant["verdict"] = self.verdict(
                number, mutant["file"], through.get(str(number), [])
            )
            self.sample.with_suffix(".verdicts.json").write_text(
                json.dumps(self.mutants, indent=1)
            )
        return True

    def pytest_sessionfinish(self):
        seen = self.sample.with_suffix(".seen.json")
        if not seen.exists():
            notice = self.seconds.keys() - self.failing
            through = {
                number: sorted(names & notice) for number, names in self.through.items()
            }
            seen.write_text(json.dumps([through, self.seconds]))

    def verdict(self, number: int, file: str, names: list[str]) -> str:
        mirror = "tests/" + str(Path(file).parent)
        names.sort(key=lambda name: (not name.startswith(mirror), self.seconds[name]))
        tests = []
        seconds = 0.0
        for name in names:
            if name in self.items and seconds < SECONDS:
                tests.append(self.items[name])
                seconds += self.seconds[name]
        if not tests:
            return "no test"
        while (failed := self.failing_of(tests, number)) is not None:
            if (
                failed == ENDLESS
                or self.failing_of(tests[failed : failed + 1], NOBODY) is None
            ):
                return "killed"
            del tests[failed]  # it fails alone, whatever the code
        return "survived"

    def failing_of(self, tests: list[pytest.Item], number: int) -> int | None:
        """Which of the tests is the first to fail in a fork with this mutant."""
        if not tests:
            return None
        self.under_test = number
        read, write = os.pipe()
        if not (pid := os.fork()):
            first = tried(
                tests, int(5 + 3 * sum(self.seconds[test.nodeid] for test in tests))
            )
            os.write(write, json.dumps(first).encode())
            os._exit(0)
        os.close(write)
        with open(read) as answer:
            said = answer.read()
        os.waitpid(pid, 0)
        return json.loads(said) if said else ENDLESS


def tried(tests: list[pytest.Item], limit: int) -> int | None:
    """The first test that fails, in a fork that is killed after so many seconds of processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    number = 0
    try:
        # leaves what the whole run shares
        tests[0].session._setupstate.teardown_exact(tests[0])
        for number, test in enumerate(tests):
            following = tests[(number + 1) % len(tests)]
            if any(
                report.failed
                for report in runtestprotocol(test, nextitem=following, log=False)
            ):
                return number
    except BaseException:  # pytest itself gave up
        return number
    return None


if __name__ == "__main__":
    sample, tree, *tests = sys.argv[1:]
    sys.path.insert(0, tree)
    os.chdir(tree)
    sys.exit(
        pytest.main(
            ["-q", "-n0", "-p", "no:cacheprovider", *tests],
            plugins=[Forks(Path(tree), Path(sample))],
        )
    )
