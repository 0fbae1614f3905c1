"""How much one file may hold. Whoever reads it has to stop somewhere."""

MEGABYTE = 2**20

PASTED = 2 * MEGABYTE  # bytes; Django takes no longer forms
UPLOADED = 16 * MEGABYTE  # bytes
# Many years of a table. On SQLite nobody else can write while they are written, and a hand waits ten seconds
# and no longer; what has more is for `manage.py import_circle` at an hour when nobody plays.
MATCHES_UPLOADED = 1_000

LINE = 4 * MEGABYTE  # bytes of one match
MATCHES = 100_000
ENTRIES = 2_000  # of one match
PERSONS = 5_000
RULES = 1_000
SEATS = 99
COLOURS = 8

NAME = 40  # letters; also of rules
CIRCLE_NAME = 80
CURRENCY = 3
PLACE = 60
NOTE = 200
KEY = 64
