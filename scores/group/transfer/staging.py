"""Limit the size of an uploaded file, and stage it between preview and confirmation: in the database, so that
any machine finds it."""

import gzip
import shutil
from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BufferedReader, BytesIO
from typing import BinaryIO, cast
from uuid import UUID

from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.db.models import Q
from django.utils import timezone

from scores.group.transfer import limits
from scores.models import KeptFile, Phone

STAGED_FOR = timedelta(hours=1)
# Over these limits the oldest files are deleted.
FILES_PER_PHONE = 3  # files
FILES_OF_STRANGERS = 10  # files of all browsers without a phone together
TOTAL_BYTES = 64 * limits.MEGABYTE  # compressed


class UploadLimit(FileUploadHandler):
    """Discard a file above limits.UPLOADED and set `request.is_too_long`."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > limits.UPLOADED:
            self.request.is_too_long = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler provides the file."""


class StagingExpired(Exception):
    """Raised for a file that was staged too long ago, or never."""


def stage(file: BinaryIO, phone: Phone | None) -> UUID:
    """Store the file and return its token, which cannot be guessed."""
    packed = _compressed(file)
    delete_expired()
    most = FILES_OF_STRANGERS if phone is None else FILES_PER_PHONE
    newest_first = KeptFile.objects.order_by("-kept_at")
    _delete(newest_first.filter(phone=phone).values_list("uid", flat=True)[most - 1 :])
    room, too_many = TOTAL_BYTES - len(packed), []
    for uid, size in newest_first.values_list("uid", "size"):
        room -= size
        if room < 0:
            too_many.append(uid)
    _delete(too_many)
    return KeptFile.objects.create(phone=phone, size=len(packed), packed=packed).uid


def staged_file(token: str, phone: Phone | None) -> BinaryIO:
    """The file that this phone, or a browser without one, staged under the token. Raises StagingExpired."""
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


def _delete(uids: Iterable[UUID]) -> None:
    KeptFile.objects.filter(uid__in=list(uids)).delete()


def _expiry() -> datetime:
    return timezone.now() - STAGED_FOR
