"""Configuration of gunicorn: gunicorn --config python:chinchon_site.server; at home, manage.py serve."""

import gc
import os
import resource
import shutil
import signal
import tempfile
from types import FrameType

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from chinchon_site import environment, logs

MEMORY = "/dev/shm"  # noqa: S108 -- the files in it have no names


class WithoutRequests(Logger):
    """Leaves out gunicorn's access log: `chinchon_site.logs` logs requests, without addresses of persons."""

    access_log_enabled = False


wsgi_app = "chinchon_site.asgi:application"
workers = environment.whole_number("REENGANCHE_WORKERS", 2, least=1)
worker_class = "asgi"
asgi_lifespan = "on"
# a request whose client is gone ends, or leaves the queue
asgi_disconnect_grace_period = 0
limit_request_line = 4094  # bytes; the checker has all cards in its query string
limit_request_fields = 64
limit_request_field_size = 4300  # bytes: Python reads numbers of at most so many digits
graceful_timeout = 10  # seconds for running requests when the server stops
control_socket_disable = True
# By default gunicorn lets any client at 127.0.0.1 set the scheme and a prefix of all addresses (SCRIPT_NAME).
# Here only the app reads headers of a proxy, and only with REENGANCHE_BEHIND_PROXY (docs/SETTINGS.md).
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
logger_class = WithoutRequests
# Workers touch a heartbeat file whenever they wake up; on a disk that costs a tenth of a poll.
worker_tmp_dir = MEMORY if os.access(MEMORY, os.W_OK) else None
logconfig_dict = logs.logging_as(environment.choice("REENGANCHE_LOG", logs.KINDS))

# Ctrl-C reaches the server and its workers at once. gunicorn would then stop the workers with two signals,
# and the second can deadlock on a lock that the first holds. So workers block SIGINT, and the server treats
# it like SIGTERM: running requests finish.

MANY_FILES = 65_536  # where the system names no most
COUNTS = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client: directory with the metrics of each worker


def on_starting(server: Arbiter) -> None:
    raise_limit_of_files()
    if environment.text("REENGANCHE_METRICS_TOKEN"):
        os.environ[COUNTS] = tempfile.mkdtemp(prefix="reenganche-counts-")


def raise_limit_of_files() -> None:
    """Each open board holds a connection, and each connection a file."""
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if most == resource.RLIM_INFINITY else most
    if limit != resource.RLIM_INFINITY and limit < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def on_exit(server: Arbiter) -> None:
    if COUNTS in os.environ:
        shutil.rmtree(os.environ[COUNTS], ignore_errors=True)


def when_ready(server: Arbiter) -> None:
    gc.freeze()
    default_handler = signal.getsignal(signal.SIGINT)

    def stop_gracefully(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, default_handler)  # a second Ctrl-C stops at once
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGINT, stop_gracefully)


def post_fork(server: Arbiter, worker: Worker) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def post_worker_init(worker: Worker) -> None:
    """What was imported stays for good: no collection need look through it, nor the end of the process."""
    gc.freeze()
    from chinchon_site.asgi import application  # once the worker has the settings

    application.is_stopping = lambda: not worker.alive
