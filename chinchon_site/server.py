"""How gunicorn serves the app: gunicorn --config python:chinchon_site.server; at home, manage.py serve."""

import gc
import os
import shutil
import signal
import tempfile
from types import FrameType

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from chinchon_site import environment, logs

MEMORY = "/dev/shm"  # noqa: S108 -- the files in it have no names


class WithoutAccessLog(Logger):
    """Puts no line together for each request, as gunicorn does for nobody where logging is configured.

    The line for machines is `chinchon_site.logs`'s.
    """

    access_log_enabled = False


wsgi_app = "chinchon_site.wsgi"
workers = environment.whole_number("REENGANCHE_WORKERS", 2)
threads = 4
limit_request_line = 4094  # bytes; the checker puts everybody's cards into its address
limit_request_fields = 64
limit_request_field_size = 8190
graceful_timeout = 10  # seconds that an answer under way has when the server ends
control_socket_disable = True
logger_class = WithoutAccessLog
# A worker touches a file whenever it wakes up, to say that it is alive: on a disk that is a tenth of a poll.
worker_tmp_dir = MEMORY if os.access(MEMORY, os.W_OK) else None
logconfig_dict = logs.logging_as(environment.choice("REENGANCHE_LOG", logs.KINDS))

# Ctrl-C reaches the server and its workers at once. Gunicorn would then end the workers in haste and by two
# signals, the second of which may wait for ever for a lock that the first one holds. So the workers hear
# nothing of it, and the server ends as it does on SIGTERM: after the answers that are under way.

COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # where prometheus_client has each worker keep its counts


def on_starting(server: Arbiter) -> None:
    if environment.text("REENGANCHE_METRICS_TOKEN"):
        os.environ[COUNTS] = tempfile.mkdtemp(prefix="reenganche-counts-")


def on_exit(server: Arbiter) -> None:
    if COUNTS in os.environ:
        shutil.rmtree(os.environ[COUNTS], ignore_errors=True)


def when_ready(server: Arbiter) -> None:
    gc.freeze()
    in_haste = signal.getsignal(signal.SIGINT)

    def end_gently(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, in_haste)  # for those who press it twice
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGINT, end_gently)


def post_fork(server: Arbiter, worker: Worker) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def post_worker_init(worker: Worker) -> None:
    """What was imported stays for good: no collection need look through it, nor the end of the process."""
    gc.freeze()
