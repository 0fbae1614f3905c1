"""Limits of one imported file."""

from dataclasses import dataclass

MEGABYTE = 2**20

PASTED = 2 * MEGABYTE  # bytes; limit of Django for form fields
UPLOADED = 16 * MEGABYTE  # bytes

LINE = 4 * MEGABYTE  # bytes of one line
MATCHES = 100_000
PLAYS = 20_000  # events played to replay one match with its corrections: about two seconds
SCANNED_LINES = 20_000_000  # entries scanned to resolve the corrections of one match: under a second
ENTRIES = 2_000  # of one match
PERSONS = 5_000
RULES = 1_000
POINTS = 10_000  # of one penalty; keeps every total within its column
SEATS = 99
COLOURS = 8

NAME = 40  # letters; also for the name of rules
CIRCLE_NAME = 80
CURRENCY = 3
PLACE = 60
NOTE = 200
KEY = 64


@dataclass(frozen=True)
class Bounds:
    """What one file may cost the server, depending on who imports it."""

    matches: int
    plays: int


# Enough for many years of a table. On SQLite an import blocks all other writers, and a saved hand waits at
# most ten seconds. Larger files are for `manage.py import_circle`.
PAGE = Bounds(matches=500, plays=50_000)
OPERATOR = Bounds(matches=MATCHES, plays=1_000 * MATCHES)
