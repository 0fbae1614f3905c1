"""Limits of one imported file."""

from dataclasses import dataclass

from rules.match import log_json
from rules.night.bounds import ROUNDS, TABLES
from scores.circle.accounts import account

MEGABYTE = 2**20

PASTED = 2 * MEGABYTE  # bytes; limit of Django for form fields
UPLOADED = 4 * MEGABYTE  # bytes; about nine thousand hands

MATCHES = 100_000
SEATS = 99
COLOURS = 8
NIGHTS = 1_000
NIGHT_TABLES = ROUNDS.high * TABLES.high

ACCOUNT_ENTRIES = account.FILES * account.MOST_FACTS
PAYMENTS = account.MOST_AT_ONCE
CENTS = account.MOST_CENTS

NAME = 40  # letters; also for the name of rules
CIRCLE_NAME = 80
EMOJI = 8
PHOTOS = MEGABYTE  # bytes of the photos that a file takes along
KEY = 64

# What a line of a file costs, in units of about ten microseconds: to read, judge and write it.
PERSON_WORK = 5
PHOTO_WORK = 60
RULES_WORK = 40
MATCH_WORK = 150
ENTRY_WORK = 15
PLAY_WORK = 6  # each event that a replay plays, corrections replayed; and for each seat SEAT_WORK more
SEAT_WORK = 1
RULES_CHANGE_WORK = 25
ACCOUNT_WORK = 8
PAYMENT_WORK = 1
NIGHT_WORK = 200
NIGHT_EVENT_WORK = 20


@dataclass(frozen=True)
class Bounds:
    """What one file may cost the server, depending on who imports it."""

    part: int  # work of the matches that are written together, in one transaction
    match: int  # work of one match
    line: int  # bytes of one line
    entries: int  # of one match
    seats: int  # of one match
    persons: int
    house_rules: int
    scanned: int  # lines scanned to resolve the corrections of one match
    # whether a match may only be as large as one that is played here
    is_like_a_table: bool


# No request may use more than a quarter of a second of processor time, so a page imports a file in parts.
PAGE = Bounds(
    part=15_000,
    match=22_000,
    line=MEGABYTE // 2,
    entries=2 * (log_json.MOST_LINES + log_json.SPARE_LINES),
    seats=log_json.MOST_SEATS,
    persons=300,  # each can be merged into another, which takes a millisecond
    house_rules=50,
    scanned=1_000_000,
    is_like_a_table=True,
)
# On SQLite a transaction blocks all other writers: a part takes less than a second.
OPERATOR = Bounds(
    part=50_000,
    match=200_000,
    line=4 * MEGABYTE,
    entries=10_000,
    seats=SEATS,
    persons=5_000,
    house_rules=1_000,
    scanned=20_000_000,
    is_like_a_table=False,
)
