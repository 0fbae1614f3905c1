"""The chance of each player to win a match from its board: the rest is played out many times.

Pure: the hands come from the caller or are shipped, the dice are seeded by the board.
"""
