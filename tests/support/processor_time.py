"""The processor time of the browsers that this process started, which no other work on the machine changes.

Linux only. Seconds, in steps of a hundredth.
"""

from __future__ import annotations

import os
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")  # in a second
PARENT, USER, SYSTEM = 1, 11, 12  # among the numbers of /proc/PID/stat that follow the name


def renderer_seconds() -> float:
    """So far, of all threads of the processes that run pages and workers, ended threads included."""
    return sum(_seconds(process) for process in _descendants() if _is_renderer(process))


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
