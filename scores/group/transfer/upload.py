"""Upload handler that limits the size of a file."""

from __future__ import annotations

from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from scores.group.transfer import limits


class UploadLimit(FileUploadHandler):
    """Discard a file above limits.UPLOADED and set `request.is_too_long`."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > limits.UPLOADED:
            self.request.is_too_long = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler provides the file."""
