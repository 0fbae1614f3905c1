"""The static files as they are served: under names that come from their content, and compressed."""

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

MADE_BY = ("django", "whitenoise")


def collect() -> None:
    """Collect them, which takes seconds, unless it was done and nothing has changed since."""
    stamp = Path(settings.DATA_DIR) / "static.version"
    now = _version()
    is_there = (Path(settings.STATIC_ROOT) / "staticfiles.json").exists()
    if is_there and stamp.exists() and stamp.read_text() == now:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(now)


def _version() -> str:
    """Changes with the name or the content of any file, and with what makes others of them."""
    digest = sha256("".join(map(version, MADE_BY)).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            digest.update(name.encode() + sha256(Path(storage.path(name)).read_bytes()).digest())
    return digest.hexdigest()
