"""Sample matches for measuring, played with real cards (`manage.py make_history`).

Nothing else in the app imports it.
"""
