"""What processes have used: the processor time, which no other work on the machine changes, and the memory.

Linux only. Seconds, for other processes than this one in steps of a hundredth.
"""

import os
import resource
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")  # in a second
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")  # in bytes
# What `_loop` takes on a machine by which the bounds of tests were chosen.
SECONDS_OF_LOOP = 0.01
# Among the numbers of /proc/PID/stat that follow the name; the last two of processes that it waited for.
USER = 11
SYSTEM = 12
USER_OF_ENDED = 13
SYSTEM_OF_ENDED = 14


def seconds_of(act):
    """Of one call, with the processes that it runs to their end, as on a machine of the usual pace.

    Without the seconds of the kernel. They are mostly page faults, of which there are four times as many if
    the heap of this process happens to lie badly.
    """
    pace = slowness()
    before = _own_seconds()
    act()
    return (_own_seconds() - before) / max(pace, slowness())


def is_within(bound, seconds):
    """Whether seconds of this thread are below this bound, on a machine of the usual pace."""
    return seconds < bound or seconds / slowness() < bound


def slowness():
    """How many times slower than usual this machine is at this moment, at least 1.

    Measured anew by each call: machines on which tests run differ by three, and one of them from minute to
    minute.
    """
    before = time.thread_time()
    _loop()
    return max(1.0, (time.thread_time() - before) / SECONDS_OF_LOOP)


def with_children(process):
    threads = Path(f"/proc/{process}/task").glob("*/children")
    children = " ".join(thread.read_text() for thread in threads)
    return [process, *map(int, children.split())]


def seconds_used(processes, fields=(USER, SYSTEM)):
    """So far, of all together."""
    used = [numbers for process in processes if (numbers := _stat(process))]
    return sum(int(numbers[field]) for numbers in used for field in fields) / TICK


def megabytes_held(processes):
    """The resident memory; pages shared by several processes count for each of them."""
    pages = [
        int(Path(f"/proc/{process}/statm").read_text().split()[1])
        for process in processes
    ]
    return sum(pages) * PAGE_SIZE / 2**20


def _loop():
    return sum(number * number % 7 for number in range(100_000))


def _own_seconds():
    used = (
        resource.getrusage(who)
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return sum(usage.ru_utime for usage in used)


def _stat(process):
    """Nothing if the process has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
