"""Photos as no canvas writes them: of as many bytes as may be sent, each expensive in another way.

Whoever looks for the most expensive photo tries all: a shape costs what its pieces cost, and it has as many
as there is room for. By size alone the most expensive one is noise.
"""

import json
from base64 import b64encode
from io import BytesIO
from itertools import product
from random import Random
from struct import pack

from PIL import Image

from scores.circle.circles.photos import SENT, SIDE

BYTES = SENT * 3 // 4 - 40  # in base64 behind the head of a data URL
LARGE = 1_024  # pixels of a side
BASELINE = 0xC0  # how the pixels are coded, as the frame's marker says
CODINGS = {
    "baseline": BASELINE,
    "extended": 0xC1,
    "progressive": 0xC2,
    "lossless": 0xC3,
    "arithmetic": 0xC9,
    "progressive arithmetic": 0xCA,
}
# Components, first and last coefficient, bits before and now
SCANS = {
    "one component": (b"\1", 0, 63, 0),
    "two components": (b"\1\2", 0, 63, 0),
    "all components": (b"\1\2\3", 0, 63, 0),
    "means": (b"\1\2\3", 0, 0, 0),
    "details": (b"\1", 1, 63, 0),
    "bits of means": (b"\1\2\3", 0, 0, 0x10),
    "bits of details": (b"\1", 1, 63, 0x10),
}
END = b"\xff\xd9"
COLOURS = (2, 16, 256)


def shapes():
    """Name and file of each."""
    for side in (SIDE, LARGE):
        yield from _scans(side)
    yield from _segments()
    yield from _chunks()
    yield from _noise()


def print_shapes():
    """Print all as JSON for another process: what a page would send, by name."""
    texts = {name: b64encode(file).decode() for name, file in shapes()}
    print(json.dumps({name: f"data:;base64,{text}" for name, text in texts.items()}))


def _scans(side):
    """Each scan goes over all pixels, though it says nothing of them."""
    head, _scan = _flat(side)
    first = _scan_of(b"\1\2\3", 0, 0, 13)
    for (coding, marker), (name, scan) in product(CODINGS.items(), SCANS.items()):
        begun = head.replace(b"\xff\xc0", bytes([0xFF, marker]))
        begun += first if "progressive" in coding else b""
        yield (
            f"{coding} scans of {name}, {side} pixels",
            _filled(begun, _scan_of(*scan), END),
        )


def _segments():
    """What stands before the pixels is read in Python."""
    head, scan = _flat(SIDE)
    pieces = {
        "comments": _segment(0xFE),
        "fill bytes": b"\xff",
        "escaped bytes": b"\xff\0",
        "restarts": b"\xff\xd0",
        "tables": _segment(0xDB, b"\0" + bytes(range(1, 65))),
        "frames": _segment(
            BASELINE, pack(">BHHB", 8, SIDE, SIDE, 3) + b"\1\x11\0\2\x11\1\3\x11\1"
        ),
        "profiles": _segment(0xE2, b"ICC_PROFILE\0\1\1"),
        "resources": _segment(0xED, b"Photoshop 3.0\0" + b"8BIM" + bytes(8)),
    }
    for name, piece in pieces.items():
        yield f"{name} before the pixels", _filled(head[:2], piece, head[2:] + scan)
        yield f"{name} behind the pixels", _filled(head + scan[:-2], piece, END)
    for marker, kind in {0xE1: "Exif", 0xE2: "MPF"}.items():
        for type_of_values, values in product((1, 5), (1, 5_000)):
            entries = _directory(type_of_values, values)
            content = kind.encode().ljust(4 + 2 * (kind == "Exif"), b"\0") + entries
            # without the density, for which the directory is read
            yield (
                f"{kind} of {values} values of type {type_of_values}",
                head[:2] + _segment(marker, content) + head[20:] + scan,
            )


def _directory(type_of_values, values):
    """Metadata of as many entries as there is room for, each of these values."""
    behind = bytes(2 * values)
    count = (BYTES - 6_000 - len(behind)) // 12
    entries = b"".join(
        pack("<HHLL", 0x9000 + number, type_of_values, values, 8)
        for number in range(count)
    )
    return b"II*\0" + pack("<LH", 8, count) + entries + behind


def _chunks():
    """WebP: pieces of no use, and an animation of tiny frames."""
    pixels = _written(Image.new("RGB", (SIDE, SIDE)), "WEBP")[12:]
    tiny = _written(Image.new("RGB", (1, 1)), "WEBP", lossless=True)[12:]
    size = pack("<L", SIDE - 1)[:3] * 2
    still, moved = (
        _chunk(b"VP8X", bytes([flags, 0, 0, 0]) + size) for flags in (0x2C, 2)
    )
    for name in ("abcd", "EXIF", "XMP ", "ICCP"):
        piece = _chunk(name.encode())
        yield f"{name} before the pixels", _riff(_filled(still, piece, pixels))
        yield f"{name} behind the pixels", _riff(_filled(still + pixels, piece, b""))
    frame = _chunk(b"ANMF", bytes(16) + tiny)
    yield "frames", _riff(_filled(moved + _chunk(b"ANIM", bytes(6)), frame, b""))
    huge = _chunk(b"VP8X", bytes([2, 0, 0, 0]) + b"\xff\x3f\0\xff\x27\0")
    yield "a huge canvas", _riff(huge + _chunk(b"ANIM", bytes(6)) + frame)


def _noise():
    """What has the right size, and the most details."""
    for mode in ("L", "RGB", "CMYK", "RGBA"):
        kind = "WEBP" if mode == "RGBA" else "JPEG"
        qualities = (
            _written(_random(mode), kind, quality=quality)
            for quality in (100, 90, 70, 40, 10)
        )
        yield f"noise {mode}", next(file for file in qualities if len(file) <= BYTES)
    for colours in COLOURS:
        few = _random("RGB").quantize(colours).convert("RGB")
        yield f"palette of {colours}", _written(few, "WEBP", lossless=True)


def _random(mode):
    letters = Random(mode).randbytes(
        SIDE * SIDE * len(Image.new(mode, (1, 1)).tobytes())
    )
    return Image.frombytes(mode, (SIDE, SIDE), letters)


def _flat(side):
    """A JPEG of one colour: what stands before its scan, and the scan."""
    file = _written(Image.new("RGB", (side, side)), "JPEG", subsampling=0)
    at = file.index(b"\xff\xda")
    return file[:at], file[at:]


def _written(image, kind, **how):
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def _filled(begun, piece, end):
    """Between both the piece, as often as there is room."""
    room = BYTES - 40 - len(begun) - len(end)
    return begun + piece * (room // len(piece)) + end


def _scan_of(components, first, last, bits):
    each = b"".join(bytes([component, 0]) for component in components)
    return _segment(0xDA, bytes([len(components)]) + each + bytes([first, last, bits]))


def _segment(marker, content=b""):
    return bytes([0xFF, marker]) + pack(">H", len(content) + 2) + content


def _chunk(name, content=b""):
    return name + pack("<L", len(content)) + content + bytes(len(content) % 2)


def _riff(chunks):
    return b"RIFF" + pack("<L", len(chunks) + 4) + b"WEBP" + chunks
