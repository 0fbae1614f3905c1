"""Why the data cannot be used, in one sentence for whoever starts the app: with the path and its owner."""

import errno
import os
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection

IS_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
FULL = "{path}: ¿está lleno el disco? Is the disk full? ({why})"
FOREIGN = (
    "Este usuario no puede escribir en {path}, que es de {owner}.\n"
    "This user cannot write {path}, which belongs to {owner}."
)
UNUSABLE = "No se puede usar la base de datos.\nThe database cannot be used: {why}"


def sentence_of(error: OSError | OperationalError) -> str:
    """What is wrong, in Spanish and English."""
    if isinstance(error, OSError):
        path = Path(error.filename or settings.DATA_DIR)
        if error.errno in IS_FULL:
            return FULL.format(path=path, why=error.strerror)
    elif connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
    else:
        return UNUSABLE.format(why=error)
    blocked = _not_writable(path)
    if blocked is None:
        return UNUSABLE.format(why=error)
    return FOREIGN.format(path=blocked, owner=_owner(blocked))


def _not_writable(path: Path) -> Path | None:
    """The file, or the nearest folder of it that is there, if this user cannot write it. SQLite writes files
    beside that of the database."""
    for each in (path, *path.parents):
        if each.exists():
            if not os.access(each, os.W_OK):
                return each
            if each.is_dir():
                return None
    return None


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, NotImplementedError):  # a user without a name; Windows
        return str(path.stat().st_uid)
