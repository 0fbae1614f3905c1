"""The photo of a player: checked, written anew without its metadata, stored once, really deleted.

Who may see the group sees it, at an address that names its content. Links to watch a match show none, nor do
pictures that are shared."""

from base64 import b64decode
from hashlib import sha256
from io import BytesIO

from django.db import transaction
from PIL import Image, ImageOps

from scores.circle.circles import merging, people
from scores.models import Player, PlayerPhoto

SIDE = 192  # pixels of the square that is stored
LARGEST_SIDE = 1_024  # pixels of what is read
SENT = 80_000  # letters of base64: JPEG of that square takes half
STORED = 12_000  # bytes
QUALITIES = (80, 60, 40, 20, 5)  # of WebP, until it is small enough
CONTENT_TYPE = "image/webp"


class BadPhoto(ValueError):
    """The text is no photo that is taken."""


def photo_from_phone(text: str) -> bytes:
    """The photo in a data URL, drawn anew as it is stored. Raises BadPhoto."""
    return _as_webp(ImageOps.fit(_picture(_decoded(text)), (SIDE, SIDE)))


def photo_from_file(text: str) -> bytes:
    """The photo in a text of base64, which has to be as we write it: to draw the many of a file anew would
    take seconds. Raises BadPhoto."""
    data = _decoded(text)
    if not _is_bare(data) or _picture(data).size != (SIDE, SIDE):
        raise BadPhoto("not as it is written")
    return data


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text.rpartition("base64,")[2], validate=True)
    except ValueError as error:
        raise BadPhoto("no base64") from error


def _picture(data: bytes) -> Image.Image:
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "WEBP")) as picture:
            if max(picture.size) > LARGEST_SIDE:
                raise BadPhoto("too many pixels")
            return picture.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadPhoto("no picture") from error


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
    people.change_player(player, photo_digest=digest)
    if Player.objects.filter(pk=player.pk, photo_digest=digest).exists():
        PlayerPhoto.objects.update_or_create(player=player, defaults={"image": image})


def has_photo(player: Player) -> bool:
    """Whether `delete_photo` has something to delete."""
    _circles, pks = merging.merged_rows(player)
    return PlayerPhoto.objects.filter(player__in=pks).exists()


@transaction.atomic
def delete_photo(player: Player) -> None:
    """Delete it, and what other names of this person still have from before they were merged."""
    _circles, pks = merging.merged_rows(player)
    people.change_player(player, photo_digest="")
    Player.objects.filter(pk__in=pks).update(photo_digest="")
    PlayerPhoto.objects.filter(player__in=pks).delete()
