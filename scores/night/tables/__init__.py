"""The tables of a round: their results, corrections, and who moves to another one."""
