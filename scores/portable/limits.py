"""How much one file may hold. Whoever reads it has to stop somewhere."""

MEGABYTE = 2**20

PASTED = 2 * MEGABYTE  # bytes; Django takes no longer forms
UPLOADED = 24 * MEGABYTE  # bytes; what takes longer to read is for `manage.py import_circle`
MATCHES_UPLOADED = 3_000  # about ten seconds; others wait for their hands to be written meanwhile

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
