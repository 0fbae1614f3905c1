"""The failure test of a cluster: what it measures, and that it starts what deploy/cluster describes."""

import re

import pytest

from tests.support.wire import Phone
from tests.tools.kill.cluster import programs
from tests.tools.kill.cluster.machines import SETUPS, Machines
from tests.tools.kill.cluster.network import Network
from tests.tools.kill.run import Run
from tests.tools.kill.scorers import Scorer


@pytest.fixture
def machines(tmp_path):
    """Not started: nothing need be installed."""
    return Machines(tmp_path, Network(may_cut=False), "chosen")


def written_in(name):
    return set(
        re.findall(r"^([A-Z_0-9]+)=", (programs.DEPLOY / name).read_text(), re.M)
    )


def test_a_machine_is_given_what_the_example_files_name(machines):
    assert written_in("node.env") == set(machines.environment(0))
    assert written_in("etcd.env") == set(machines._etcd_environment(0))
    # The setup that loses differs from the one that is described.
    text = (programs.DEPLOY / "patroni.yml").read_text()
    replaced = [old for replacements in SETUPS.values() for old in replacements]
    assert (len(replaced), [old for old in replaced if old not in text]) == (2, [])


def saved(*times):
    """A phone whose saves were sent and acknowledged at these times."""
    return Scorer(Phone(0), {}, set(), saved=[(time, time) for time in times])


def test_the_longest_time_without_a_save_counts_the_saves_of_all_phones():
    run = Run([saved(1, 4, 20), saved(2, 9, 21)], what=None)
    assert run._longest_gap(since=4.5, until=22) == 11
    assert run._longest_gap(since=20.5, until=40) == 19
    assert run._first_saves(since=10) == [20, 21]
    assert run._first_saves(since=20) == []
