"""A file between the look at it and the yes to it: kept on this machine for an hour at most."""

from __future__ import annotations

import re
import secrets
import shutil
import time
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

KEPT_FOR = 3600  # seconds
MOST = 10  # files; the oldest make room
_signer = TimestampSigner(salt="scores.portable")


class Gone(Exception):
    """It was kept too long ago, or never."""


def keep(file: BinaryIO) -> str:
    """What the page has to say to get the file again; nobody can guess it."""
    folder = _folder()
    _make_room(folder)
    name = secrets.token_hex(16)
    file.seek(0)
    with (folder / name).open("xb") as copy:
        shutil.copyfileobj(file, copy)
    return _signer.sign(name)


def kept(token: str) -> BinaryIO:
    """The file that was kept under this token. Raises Gone."""
    try:
        name = _signer.unsign(token, max_age=KEPT_FOR)
        return (_folder() / name).open("rb")
    except (BadSignature, FileNotFoundError) as error:
        raise Gone from error


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "brought"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _make_room(folder: Path) -> None:
    """Forget what is too old, and the oldest where there are too many."""
    names = (path for path in folder.iterdir() if re.fullmatch("[0-9a-f]{32}", path.name))
    files = sorted(names, key=lambda path: path.stat().st_mtime, reverse=True)
    for place, path in enumerate(files, 1):
        if place >= MOST or path.stat().st_mtime < time.time() - KEPT_FOR:
            path.unlink(missing_ok=True)
