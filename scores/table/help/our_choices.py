"""What the texts leave open and this project decides: the rulings in `our_choices.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.presets import Text

FILE = Path(__file__).with_name("our_choices.toml")


class OurChoice(NamedTuple):
    """A ruling, the presets that follow it, and what it decides, for their help pages."""

    ruling: str
    presets: list[str]
    text: Text


@cache
def our_choices() -> list[OurChoice]:
    facts = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [OurChoice(ruling, row["presets"], Text(row["es"], row["en"])) for ruling, row in facts.items()]


def choices_of(preset: str) -> list[OurChoice]:
    """What this preset decides."""
    return [choice for choice in our_choices() if preset in choice.presets]
