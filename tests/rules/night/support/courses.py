"""The stages of a format."""

from rules.night.presets import Stages, course_of


def stages_of(*chosen: object) -> Stages:
    """As `course_of`."""
    return course_of(*chosen).stages
