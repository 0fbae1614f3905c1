"""A Python that has this folder in PYTHONPATH lacks what Python on Windows lacks, and gunicorn.

`os.getuid` and the like are there: platformdirs asks for them wherever `sys.platform` is not Windows. ifaddr
is imported before: which of its modules it takes, it decides by the platform."""

import os
import signal
import sys

import ifaddr  # noqa: F401  # before the platform is another one

MODULES = ("fcntl", "grp", "gunicorn", "pwd", "resource", "termios", "tty", "uvloop")
OF_OS = (
    "chown fchmod fchown fork getpgid killpg mkfifo nice sched_getaffinity setpgid "
    "setsid statvfs sysconf uname"
)
OF_SIGNAL = (
    "SIGHUP SIGKILL SIGUSR1 SIGUSR2 alarm pause pthread_kill pthread_sigmask setitimer"
)

for name in MODULES:
    sys.modules[name] = None
for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
    for name in names.split():
        delattr(module, name)
