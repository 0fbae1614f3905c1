"""The hand checker: it reads cards from the address and shows the verdict. It stores nothing.

The verdict itself comes from `rules.closing`.
"""
