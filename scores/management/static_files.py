"""Static files as they are served: with hashed names, and compressed."""

import inspect
from hashlib import sha256
from importlib.metadata import version
from operator import itemgetter
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.storage import storages
from django.core.management import call_command

PACKAGES = ("django", "whitenoise")


def collect() -> None:
    """Collect the static files, unless nothing has changed since the last time: it takes seconds."""
    stamp = Path(settings.DATA_DIR) / "static.version"
    current = _version()
    is_collected = (Path(settings.STATIC_ROOT) / "staticfiles.json").exists()
    if is_collected and stamp.exists() and stamp.read_text() == current:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(current)


def _version() -> str:
    """A hash of all static files, and of the packages and our own storage that process them."""
    digest = sha256("".join(map(version, PACKAGES)).encode())
    digest.update(inspect.getsource(type(storages["staticfiles"])).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=itemgetter(0)):
            digest.update(name.encode() + sha256(Path(storage.path(name)).read_bytes()).digest())
    return digest.hexdigest()
