"""The tables of a round: their results, their time, corrections, and matches to attach."""
