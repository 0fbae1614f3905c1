"""Files on their way in, before anybody looks at them."""

from __future__ import annotations

from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from scores.transfer import limits


class UploadLimit(FileUploadHandler):
    """Lets no file through that is longer than anybody may bring; the request knows it (`is_too_long`)."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > limits.UPLOADED:
            self.request.is_too_long = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Another handler has the file."""
