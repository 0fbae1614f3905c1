"""The board page and its polling: seats and scoresheet.

Typing a hand is in `hand_entry`, the recap in `recap`.
"""
