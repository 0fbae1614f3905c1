"""The photo of a player: checked, written anew without its metadata, stored once, really deleted.

Who may see the group sees it, at an address that names its content. Links to watch a match show none, nor do
pictures that are shared."""

from base64 import b64decode
from hashlib import sha256
from io import BytesIO

from django.db import transaction
from PIL import Image

from scores.circle.circles import merging, people
from scores.models import Player, PlayerPhoto

SIDE = 192  # pixels of the square that is cut on the phone, and stored
SENT = 80_000  # letters of base64: JPEG of that square takes half
STORED = 12_000  # bytes
QUALITIES = (80, 60, 40, 20, 5)  # of WebP, until it is small enough
CONTENT_TYPE = "image/webp"
# What a canvas writes. Each scan costs a look at all pixels, however short it is, and a file has room for
# thousands; what stands before the scan is read in Python.
JPEG_SCAN = b"\xff\xda"
JPEG_HEAD = 4_096  # bytes: the profile of a screen has most of them


class BadPhoto(ValueError):
    """The text is no photo that is taken."""


def photo_from_phone(text: str) -> bytes:
    """The photo in a data URL, drawn anew as it is stored. Raises BadPhoto."""
    return _as_webp(_picture(_decoded(text)))


def photo_from_file(text: str) -> bytes:
    """The photo in a text of base64, which has to be as we write it: to draw the many of a file anew would
    take seconds. Raises BadPhoto."""
    data = _decoded(text)
    if not _is_bare(data):
        raise BadPhoto("not as it is written")
    _picture(data)
    return data


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text.rpartition("base64,")[2], validate=True)
    except ValueError as error:
        raise BadPhoto("no base64") from error


def _picture(data: bytes) -> Image.Image:
    """The pixels. What would cost more than they do is refused before it is decoded."""
    is_jpeg = not data.startswith(b"RIFF")
    if is_jpeg and not _is_one_scan(data):
        raise BadPhoto("not as a canvas writes it")
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "WEBP")) as picture:
            if picture.size != (SIDE, SIDE):
                raise BadPhoto("not the cut")
            return picture.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadPhoto("no picture") from error


def _is_one_scan(data: bytes) -> bool:
    """Whether a JPEG has one scan, soon. Within pixels no marker occurs."""
    return data.count(JPEG_SCAN) == 1 and data.index(JPEG_SCAN) <= JPEG_HEAD


def _is_bare(data: bytes) -> bool:
    """Whether it is a WebP of one chunk, which has room for pixels only."""
    size = int.from_bytes(data[16:20], "little")
    return data[12:16] == b"VP8 " and len(data) == 20 + size + size % 2 <= STORED


def _as_webp(picture: Image.Image) -> bytes:
    for quality in QUALITIES:
        file = BytesIO()
        picture.save(file, "WEBP", quality=quality)
        if file.tell() <= STORED:
            return file.getvalue()
    raise BadPhoto("too many details")


def digest_of(image: bytes) -> str:
    return sha256(image).hexdigest()[:16]


@transaction.atomic
def store_photo(player: Player, image: bytes) -> None:
    """Store the photo in place of the one before. Not for a name that was erased."""
    digest = digest_of(image)
    if people.change_player(player, photo_digest=digest):
        PlayerPhoto.objects.update_or_create(player=player, defaults={"image": image})


def has_photo(player: Player) -> bool:
    """Whether `delete_photo` has something to delete."""
    rows = merging.rows_of_person(player)
    return PlayerPhoto.objects.filter(player__in=rows).exists()


@transaction.atomic
def delete_photo(player: Player) -> None:
    """Delete it, and what other names of this person still have from before they were merged."""
    rows = merging.rows_of_person(player)
    people.change_player(player, photo_digest="")
    Player.objects.filter(pk__in=rows).update(photo_digest="")
    PlayerPhoto.objects.filter(player__in=rows).delete()
