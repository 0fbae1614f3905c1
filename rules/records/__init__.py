"""Checks of values in JSON documents, and entries with other names of players.

How one entry is written is in `match.log_json`.
"""
