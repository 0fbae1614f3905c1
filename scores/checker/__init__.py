"""The hand checker: cards in the address, the verdict out; nothing is stored.

The verdict itself comes from `rules.closing`.
"""
