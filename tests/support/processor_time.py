"""The processor time of this process and of its browsers, which no other work on the machine changes.

Linux only. Seconds, for browsers in steps of a hundredth.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")  # in a second
PARENT, USER, SYSTEM = 1, 11, 12  # among the numbers of /proc/PID/stat that follow the name


def seconds_of(act: Callable[[], object]) -> float:
    """Of one call, with the processes that it runs to their end.

    Without the seconds of the kernel. They are mostly page faults, of which there are four times as many if
    the heap of this process happens to lie badly.
    """
    before = _own_seconds()
    act()
    return _own_seconds() - before


def renderer_seconds() -> float:
    """So far, of all threads of the processes that run pages and workers, ended threads included."""
    return sum(_seconds(process) for process in _descendants() if _is_renderer(process))


def _own_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime for usage in used)


def _descendants() -> set[int]:
    parents = {int(path.name): _parent(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return ours


def _parent(process: int) -> int:
    fields = _stat(process)
    return int(fields[PARENT]) if fields else 0


def _seconds(process: int) -> float:
    fields = _stat(process)
    return (int(fields[USER]) + int(fields[SYSTEM])) / TICK if fields else 0


def _stat(process: int) -> list[str]:
    """Nothing if the process has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _is_renderer(process: int) -> bool:
    try:
        return b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
