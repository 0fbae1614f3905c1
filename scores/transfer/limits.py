"""How much one file may hold. Whoever reads it has to stop somewhere."""

from dataclasses import dataclass

MEGABYTE = 2**20

PASTED = 2 * MEGABYTE  # bytes; Django takes no longer forms
UPLOADED = 16 * MEGABYTE  # bytes

LINE = 4 * MEGABYTE  # bytes of one match
MATCHES = 100_000
PLAYS = 20_000  # events, to play one match with all its corrections: about two seconds
SCANNED_LINES = 20_000_000  # lines, to find what the corrections of one match speak of: less than a second
ENTRIES = 2_000  # of one match
PERSONS = 5_000
RULES = 1_000
POINTS = 10_000  # of one penalty: with what the hands may add, no total outgrows its column
SEATS = 99
COLOURS = 8

NAME = 40  # letters; also of rules
CIRCLE_NAME = 80
CURRENCY = 3
PLACE = 60
NOTE = 200
KEY = 64


@dataclass(frozen=True)
class Bounds:
    """Of what a file may ask of the server, by who brings it."""

    matches: int
    plays: int


# Many years of a table. On SQLite nobody else can write while they are written, and a hand waits ten seconds
# and no longer; what has more is for `manage.py import_circle` at an hour when nobody plays.
PAGE = Bounds(matches=500, plays=50_000)
OPERATOR = Bounds(matches=MATCHES, plays=1_000 * MATCHES)
