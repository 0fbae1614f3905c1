"""The categories of characters that cannot be seen; everything else is a letter here."""

_FORMAT = (
    (0xAD, 0xAD),
    (0x600, 0x605),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFEFF, 0xFEFF),
)


def category(char: str) -> str:
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return "Cc"
    return "Cf" if any(low <= code <= high for low, high in _FORMAT) else "Lo"


def normalize(form: str, text: str) -> str:
    return text
