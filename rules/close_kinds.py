"""The kinds of close."""

from enum import StrEnum


class Close(StrEnum):
    KNOCK = "knock"  # something left loose
    CLEAN = "clean"  # all melded in groups
    JOKER_RUN_1 = "joker-run-1"  # a run of seven with one joker
    JOKER_RUN_2 = "joker-run-2"  # a run of seven with two
    CHINCHON = "chinchon"  # a pure run of seven
    GIN = "gin"
    BIG_GIN = "big-gin"  # eleven cards melded, for houses that reward it
    OUT = "out"  # went out
    RUMMY = "rummy"
    CHINASO = "chinaso"


JOKERS_IN_RUN = {Close.JOKER_RUN_1: 1, Close.JOKER_RUN_2: 2}
"""The number of jokers in the run of seven, for the kinds of close that have some."""
