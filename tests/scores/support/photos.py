"""Photos as phones send them."""

from base64 import b64encode
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

from scores.circle.circles import photos
from scores.models import Player


def picture(colour: str = "teal", size: tuple[int, int] = (192, 192)) -> Image.Image:
    return Image.new("RGB", size, colour)


def noise(side: int = 192) -> Image.Image:
    """What takes the most bytes."""
    return Image.frombytes("RGB", (side, side), Random(side).randbytes(side * side * 3))


def data_url(shown: Image.Image, kind: str = "WEBP", **more: Any) -> str:
    file = BytesIO()
    shown.save(file, kind, **more)
    return f"data:image/{kind.lower()};base64,{in_text(file.getvalue())}"


def in_text(data: bytes) -> str:
    return b64encode(data).decode()


def give_photo(player: Player, colour: str = "teal") -> str:
    """Store a photo of one colour; its digest."""
    image = photos.photo_from_phone(data_url(picture(colour)))
    photos.store_photo(player, image)
    player.refresh_from_db()
    return player.photo_digest
