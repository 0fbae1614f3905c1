"""Run in the copy by the environment's Python: `python forks.py TEST…` tries every mutant not tried yet.

mutmut starts pytest for each mutant; here the tests are collected once, and each mutant is a fork that runs
those which come through its function, the quickest first, until one fails. The verdicts are written where
mutmut keeps its own.
"""

import gc
import json
import os
import resource
import sys
import time
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.trampoline import set_mutant_under_test

KILLED, SURVIVED, NO_TESTS, TIMED_OUT = 1, 0, 33, 36


class Forks:
    """A plugin that runs mutants in place of the tests that were collected."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        stats = json.loads(Path("mutmut-stats.json").read_text())
        self.items = {item.nodeid: item for item in session.items}
        self.seconds = stats["duration_by_test"]
        self.through = stats["tests_by_mangled_function_name"]
        gc.collect()
        gc.freeze()  # so that a fork copies as little as it can
        for path in sorted(Path("rules").rglob("*.meta")):
            kept = json.loads(path.read_text())
            verdicts = kept["exit_code_by_key"]
            for mutant in [name for name, verdict in verdicts.items() if verdict is None]:
                verdicts[mutant] = self.verdict(mutant)
            path.write_text(json.dumps(kept, indent=4))
        return True

    def verdict(self, mutant):
        through = set(self.through.get(mutant.partition("__mutmut_")[0], ())) & set(self.items)
        tests = [self.items[name] for name in sorted(through, key=self.seconds.__getitem__)]
        if not tests:
            return NO_TESTS
        limit = 2 + 2 * sum(map(self.seconds.__getitem__, through))
        pid = os.fork()
        if not pid:
            os._exit(tried(mutant, tests, int(limit)))
        return awaited(pid, time.monotonic() + 10 * limit)


def tried(mutant, tests, limit):
    """What a fork comes to: whether any of `tests` fails with the mutant in place."""
    set_mutant_under_test(mutant)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(test, nextitem=following, log=False)):
                return KILLED
    except BaseException:  # pytest itself gave up
        return KILLED
    return SURVIVED


def awaited(pid, deadline):
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return code if code in (KILLED, SURVIVED) else TIMED_OUT
        time.sleep(0.005)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    return TIMED_OUT


if __name__ == "__main__":
    pytest.main(["--rootdir=.", "-q", *sys.argv[1:]], plugins=[Forks()])
