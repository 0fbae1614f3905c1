"""The face of a player: an emoji and a colour, both of which may be missing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerFace:
    emoji: str = ""
    colour: int | None = None  # index of a colour of the chart
