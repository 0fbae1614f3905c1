"""What is done to a cluster while phones save, and what puts it right again."""

import os
import signal
import time
from functools import partial

from tests.tools.kill.cluster.network import MACHINES
from tests.tools.kill.patience import wait_until
from tests.tools.kill.run import Happening

AWAY = 25.0  # seconds that a machine stays frozen, cut off or dead after another leads
SHORTLY = 12.0
STALL = 5.0
OTHERS_LEAD = 90.0
MAJORITY = (0, 1)  # of etcd


def crash(machines):
    os.kill(machines.postmaster(machines.leader()), signal.SIGKILL)


def kill_node(machines):
    leader = machines.leader()
    machines.signal(leader, signal.SIGKILL)
    machines.processes[f"patroni{leader}"].wait()
    _wait_for_another(machines, leader)
    machines.start_patroni(leader)


def isolate_and_kill(machines):
    """What was acknowledged while no replica heard of it is gone with the leader."""
    leader = machines.leader()
    network = machines.network
    replicas = [machine for machine in MACHINES if machine != leader]
    for replica in replicas:
        network.cut(replica)
    try:
        time.sleep(STALL)
        network.cut(leader)  # else its kernel would still send what it had not sent
        machines.signal(leader, signal.SIGKILL)
        machines.processes[f"patroni{leader}"].wait()
    finally:
        for replica in replicas:
            network.mend(replica)
    _keep_away(machines, leader, partial(network.mend, leader))
    machines.start_patroni(leader)


def switch_over(machines):
    leader = machines.leader()
    said = machines.switch_over()
    assert machines.leader() != leader, said


def stop_replica(machines):
    replica = machines.synchronous()
    machines.processes[f"patroni{replica}"].terminate()
    machines.processes[f"patroni{replica}"].wait()
    time.sleep(SHORTLY)
    machines.start_patroni(replica)


def freeze(machines):
    leader = machines.leader()
    machines.signal(leader, signal.SIGSTOP)
    _keep_away(machines, leader, partial(machines.signal, leader, signal.SIGCONT))


def lose_quorum(machines):
    for machine in MAJORITY:
        machines.processes[f"etcd{machine}"].send_signal(signal.SIGSTOP)
    try:
        time.sleep(AWAY)
    finally:
        for machine in MAJORITY:
            machines.processes[f"etcd{machine}"].send_signal(signal.SIGCONT)


def cut_off(machines):
    leader = machines.leader()
    machines.network.cut(leader)
    _keep_away(machines, leader, partial(machines.network.mend, leader))


def _keep_away(machines, leader, mend):
    """The leader comes back some time after another leads."""
    try:
        _wait_for_another(machines, leader)
        time.sleep(AWAY)
    finally:
        mend()


def _wait_for_another(machines, leader):
    others = [machine for machine in MACHINES if machine != leader]
    wait_until(lambda: any(map(machines.leads, others)), "another leads", OTHERS_LEAD)


HAPPENINGS = {
    "crash": Happening("the leader's postmaster is killed", crash, 5, 12),
    "node": Happening("the leader's machine is killed", kill_node, 1, 30),
    "isolated": Happening(
        "both replicas are cut off for 5 s, then the leader's machine is killed",
        isolate_and_kill,
        1,
        needs_namespaces=True,
    ),
    "switchover": Happening("another machine is told to lead", switch_over, 3, 12),
    "replica": Happening("the synchronous replica is stopped", stop_replica, 1, 12),
    "freeze": Happening("the leader is frozen and thawed", freeze, 3, 30),
    "quorum": Happening("two of three etcd are frozen for 25 s", lose_quorum, 1),
    "cut": Happening(
        "the leader is cut off and comes back", cut_off, 1, 30, needs_namespaces=True
    ),
}
