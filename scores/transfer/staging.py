"""A file between the look at it and the yes to it: an hour in the database for any machine to find."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BufferedReader, BytesIO
from typing import BinaryIO, cast
from uuid import UUID

from django.utils import timezone

from scores.models import KeptFile, Phone
from scores.transfer import limits

STAGED_FOR = timedelta(hours=1)
# Where there are more, the oldest make room.
FILES_PER_PHONE = 3  # files
FILES_OF_STRANGERS = 10  # files of all who have no phone yet
TOTAL_BYTES = 64 * limits.MEGABYTE  # packed


class StagingExpired(Exception):
    """It was kept too long ago, or never."""


def stage(file: BinaryIO, phone: Phone | None) -> UUID:
    """What the page has to say to get the file again; nobody can guess it."""
    packed = _packed(file)
    delete_expired()
    _make_room_of(phone)
    _make_room_for(len(packed))
    return KeptFile.objects.create(phone=phone, size=len(packed), packed=packed).uid


def staged_file(token: str) -> BinaryIO:
    """The file that was kept under this token. Raises Gone."""
    try:
        found = KeptFile.objects.get(uid=UUID(token), kept_at__gt=_oldest())
    except (ValueError, KeptFile.DoesNotExist) as error:
        raise StagingExpired from error
    return cast("BinaryIO", BufferedReader(gzip.GzipFile(fileobj=BytesIO(found.packed))))


def delete_expired() -> None:
    KeptFile.objects.filter(kept_at__lte=_oldest()).delete()


def _packed(file: BinaryIO) -> bytes:
    packed = BytesIO()
    file.seek(0)
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1, mtime=0) as packing:
        shutil.copyfileobj(file, packing)
    return packed.getvalue()


def _make_room_of(phone: Phone | None) -> None:
    most = FILES_OF_STRANGERS if phone is None else FILES_PER_PHONE
    newest = KeptFile.objects.filter(phone=phone).order_by("-kept_at").values_list("uid", flat=True)
    _forget(newest[most - 1 :])


def _make_room_for(size: int) -> None:
    room, too_many = TOTAL_BYTES - size, []
    for uid, held in KeptFile.objects.order_by("-kept_at").values_list("uid", "size"):
        room -= held
        if room < 0:
            too_many.append(uid)
    _forget(too_many)


def _forget(uids: Iterable[UUID]) -> None:
    KeptFile.objects.filter(uid__in=list(uids)).delete()


def _oldest() -> datetime:
    return timezone.now() - STAGED_FOR
