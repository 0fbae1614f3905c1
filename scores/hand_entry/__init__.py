"""The form for a hand and the grid for a paper sheet, and saving what they say.

The board around them is in `board`.
"""
