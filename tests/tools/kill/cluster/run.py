"""Save hands at two app servers while things happen to their cluster, then compare all three machines."""

import os
import shutil
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from tests.support.servers import UNLIMITED, serving
from tests.tools.kill.cluster.happenings import HAPPENINGS
from tests.tools.kill.cluster.machines import SECRET, Machines
from tests.tools.kill.cluster.network import MACHINES, a_network
from tests.tools.kill.cluster.ways import Ways
from tests.tools.kill.patience import Stuck
from tests.tools.kill.run import Run, is_good as is_good_run, say
from tests.tools.kill.scorers import seated, wrong_answers

KEYS = {
    "REENGANCHE_SECRET_KEY": "abcdefghij0123456789" * 3,
    "REENGANCHE_LINK_KEY": "zyxwvutsrq9876543210" * 3,
}
QUIET = 6.0  # seconds before anything happens
PAUSE = 0.1  # seconds between two hands of a phone
SAME_EVERYWHERE = """
SELECT count(*), md5(string_agg(
    concat_ws(':', match_id, seq, client_key, payload::text), ',' ORDER BY match_id, seq
)) FROM scores_entry
"""


def is_good(wanted, setup, ways):
    """Run the test and print it; False if a hand was lost, doubled or answered wrongly."""
    with ExitStack() as up:
        folder = Path(
            up.enter_context(tempfile.TemporaryDirectory(prefix="reenganche-cluster."))
        )
        folder.chmod(0o755)
        if not os.geteuid():
            shutil.chown(folder, "postgres", "postgres")
        network = up.enter_context(a_network())
        wanted = _possible(wanted, network)
        machines = Machines(folder, network, setup)
        up.callback(machines.stop)
        started = time.monotonic()
        machines.start()
        say(f"{setup} cluster: whole after {time.monotonic() - started:.0f} s")
        _create_database(machines)
        faults = _cluster_run(machines, Ways(folder, network, up), wanted, ways, up)
    return is_good_run(faults)


def _possible(wanted, network):
    if network.may_cut or not any(happening.needs_namespaces for happening in wanted):
        return wanted
    say("*** SKIPPED: nothing is cut off. Network namespaces cannot be made here. ***")
    return [happening for happening in wanted if not happening.needs_namespaces]


def _create_database(machines):
    with machines.connect(machines.leader(), "postgres") as database:
        database.execute(f"CREATE ROLE reenganche LOGIN PASSWORD '{SECRET}'")
        database.execute("CREATE DATABASE reenganche OWNER reenganche")


def _cluster_run(
    machines,
    to,
    wanted,
    ways,
    up,
):
    apps = []
    with ExitStack() as running:
        for number, way in enumerate(ways):
            data = machines.folder / f"app{number}"
            variables = {**KEYS, **UNLIMITED, **to.environment(way)}
            apps.append(running.enter_context(serving(data, **variables)))
            say(f"app server {number + 1}: {way}")
        run = Run(_scorers(apps), machines, machines.wait_until_whole)
        run.run(wanted, QUIET)
        # Not by haproxy: it ends the sessions of a leader that answers late, as on a machine with much to do.
        run.compare(
            machines.folder / "reader", **KEYS, **UNLIMITED, **to.environment("hosts")
        )
        faults = [*run.faults, *_different(machines)]
    stderr = "".join(app.stderr for app in apps)
    return [*faults, *wrong_answers(run.scorers, ["answered 500"], stderr)]


def _scorers(apps):
    """Two phones at each app server; each two that share a match are at different ones."""
    scorers = seated(apps[0].port)
    for number, scorer in enumerate(scorers):
        scorer.phone = scorer.phone.at(apps[number % len(apps)].port)
        scorer.pause = PAUSE
    return scorers


def _different(machines):
    """Whether the machines hold the same in the end."""
    try:
        machines.wait_until_level()
    except Stuck as stuck:
        yield f"stuck: {stuck}"
        return
    contents = Counter(_content(machines, machine) for machine in MACHINES)
    say(f"the machines agree: {len(contents) == 1}")
    if len(contents) > 1:
        yield f"the machines disagree: {contents}"


def _content(machines, machine):
    with machines.connect(machine) as database:
        return database.execute(SAME_EVERYWHERE).fetchone()


def chosen(names, is_short):
    """The happenings of these names, each as often as it is to happen; in the short form once."""
    wanted = [HAPPENINGS[name] for name in names or HAPPENINGS]
    return [one for one in wanted for _time in range(1 if is_short else one.times)]
