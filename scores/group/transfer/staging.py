"""Stage an uploaded file between preview and confirmation: in the database, so that any machine finds it."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BufferedReader, BytesIO
from typing import BinaryIO, cast
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from scores.group.transfer import limits
from scores.models import KeptFile, Phone

STAGED_FOR = timedelta(hours=1)
# Over these limits the oldest files are deleted.
FILES_PER_PHONE = 3  # files
FILES_OF_STRANGERS = 10  # files of all browsers without a phone together
TOTAL_BYTES = 64 * limits.MEGABYTE  # compressed


class StagingExpired(Exception):
    """Raised for a file that was staged too long ago, or never."""


def stage(file: BinaryIO, phone: Phone | None) -> UUID:
    """Store the file and return its token, which cannot be guessed."""
    packed = _compressed(file)
    delete_expired()
    _limit_files_of(phone)
    _limit_total_size(len(packed))
    return KeptFile.objects.create(phone=phone, size=len(packed), packed=packed).uid


def staged_file(token: str, phone: Phone | None) -> BinaryIO:
    """The file that this phone, or a browser without one, staged under the token.

    Raises StagingExpired."""
    whose = Q(phone=phone) | Q(phone=None)
    try:
        row = KeptFile.objects.get(whose, uid=UUID(token), kept_at__gt=_expiry())
    except (ValueError, KeptFile.DoesNotExist) as error:
        raise StagingExpired from error
    return cast("BinaryIO", BufferedReader(gzip.GzipFile(fileobj=BytesIO(row.packed))))


def delete_expired() -> None:
    KeptFile.objects.filter(kept_at__lte=_expiry()).delete()


def _compressed(file: BinaryIO) -> bytes:
    packed = BytesIO()
    file.seek(0)
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1, mtime=0) as packing:
        shutil.copyfileobj(file, packing)
    return packed.getvalue()


def _limit_files_of(phone: Phone | None) -> None:
    most = FILES_OF_STRANGERS if phone is None else FILES_PER_PHONE
    newest = KeptFile.objects.filter(phone=phone).order_by("-kept_at").values_list("uid", flat=True)
    _delete(newest[most - 1 :])


def _limit_total_size(size: int) -> None:
    room, too_many = TOTAL_BYTES - size, []
    for uid, size_of_file in KeptFile.objects.order_by("-kept_at").values_list("uid", "size"):
        room -= size_of_file
        if room < 0:
            too_many.append(uid)
    _delete(too_many)


def _delete(uids: Iterable[UUID]) -> None:
    KeptFile.objects.filter(uid__in=list(uids)).delete()


def _expiry() -> datetime:
    return timezone.now() - STAGED_FOR
