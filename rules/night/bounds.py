"""How much a night can have: forms, files, their JSON schemas and the log itself read these bounds."""

from rules.numbers import Bound

ENTRANTS = Bound(1, 160)  # also their numbers
TABLES = Bound(1, 40)  # also the numbers on their cards
STAGES = Bound(1, 2)  # the second one is a final
ROUNDS_OF_STAGE = Bound(1, 12)  # of one that lasts so many: an evening
ROUNDS = Bound(1, 60)  # of a log, which may be that of a league of several nights
EVENTS = Bound(0, 3_000)  # of a log
# what is played again because an earlier entry is taken back: for that one, and in a whole log
LATER = Bound(0, 100)
PLAYED_AGAIN = Bound(0, 5_000)
SEATS = Bound(0, 12)  # of a table; a table without any was broken up
PEOPLE = Bound(1, 2)  # of an entrant
HANDS = Bound(0, 1_000)  # of a table in a round
SEEDS = Bound(0, 1_000_000)
STEPS = Bound(0, 10_000_000)  # of a search for seats
PRIZES = Bound(0, 20)
# a fee or a prize, in hundredths; of shares a hundred in all
PRICES = Bound(0, 100_000_000)
# hundredths that an entrant paid or was given at once
PAYMENTS = Bound(-1_000_000_000, 1_000_000_000)
# the points or the money of a table that were reported
RESULTS = Bound(-100_000, 100_000)
LETTERS = Bound(0, 80)  # of the reason of a report
LIVES = Bound(1, 9)  # of an entrant
HANDS_OR_MINUTES = Bound(1, 600)  # after which a match ends
