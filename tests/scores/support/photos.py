"""Photos as phones send them, and pictures as they are answered."""

from base64 import b64encode
from io import BytesIO
from random import Random

from PIL import Image

from scores.circle.circles import photos


def picture(colour="teal", size=(192, 192)):
    return Image.new("RGB", size, colour)


def noise(side=192):
    """What takes the most bytes."""
    return Image.frombytes("RGB", (side, side), Random(side).randbytes(side * side * 3))


def data_url(shown, kind="WEBP", **more):
    file = BytesIO()
    shown.save(file, kind, **more)
    return f"data:image/{kind.lower()};base64,{in_text(file.getvalue())}"


def png_size(response):
    """Width and height of the picture that was answered."""
    with Image.open(BytesIO(response.content), formats=["PNG"]) as image:
        return image.size


def in_text(data):
    return b64encode(data).decode()


def give_photo(player, colour="teal"):
    """Store a photo of one colour; its digest."""
    image = photos.photo_from_phone(data_url(picture(colour)))
    photos.store_photo(player, image)
    player.refresh_from_db()
    return player.photo_digest
