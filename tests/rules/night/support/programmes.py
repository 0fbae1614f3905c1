"""The stages of a format."""

from rules.night.presets import Stages, programme_of


def stages_of(*chosen: object) -> Stages:
    """As `programme_of`."""
    return programme_of(*chosen).stages
