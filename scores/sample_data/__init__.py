"""Plays years of matches with real cards, for measuring (`manage.py make_history`).

Nothing in the app imports it.
"""
