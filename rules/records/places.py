"""The places of values in a JSON document, as errors name them: `$.entries[3].entry.player`."""

_SHOWN = 60  # letters of a name in a place


def inside(place: str, key: str) -> str:
    """The place of the value of `key` in the object at `place`."""
    return f"{place}.{key[:_SHOWN]}"
