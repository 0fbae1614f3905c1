"""What is wrong with a round, worked out again slowly and simply, without code of the engine."""

from collections import Counter
from operator import le

from rules.night.seating.values import Broken, Wish

MOST_TRIES = 200_000


def faults(made, present, history, sizes, wishes):
    """Empty if the round keeps every hard rule, and breaks a wish only where it had to."""
    lengths = [len(table.seats) for table in made.tables]
    numbers = [table.number for table in made.tables]
    seated = [name for table in made.tables for name in table.seats]
    resting = len(made.resting)
    above = sum(max(0, length - sizes.best) for length in lengths)
    rested = Counter(name for each in history for name in each.resting)
    again = max((rested[name] for name in made.resting), default=0)
    broken = broken_wishes(made, wishes)
    told = {each for each in made.broken if each.wish is not Wish.REACH}
    is_wrong = {
        f"illegal sizes {lengths}": min(lengths) < sizes.least
        or max(lengths) > sizes.most,
        f"uneven sizes {lengths}": max(lengths) - min(lengths) > 1,
        "a number of a table twice": len(set(numbers)) < len(numbers),
        "a table that is not in the room": not {*numbers}
        <= {*range(1, wishes.tables + 1)},
        "not everybody present sits at one table or rests once": sorted(
            [*seated, *made.resting]
        )
        != sorted(present),
        f"{resting} rest and {above} sit above the best size": (resting, above)
        != fewest_resting(len(present), sizes, wishes.tables),
        "somebody rests again before others did": again
        > min(rested[name] for name in seated),
        f"broken and not told: {broken}": not broken <= {*made.broken},
        f"told and not broken: {told}": not told <= broken,
        f"broken although it was possible: {broken}": broken
        and Trial(made, wishes).put(0),
    }
    return [fault for fault, is_so in is_wrong.items() if is_so]


def fewest_resting(count, sizes, tables):
    """The fewest that must rest, and then the fewest seats above the best size."""
    return min(
        (count - seated, max(0, seated - number * sizes.best))
        for number in range(1, tables + 1)
        for seated in range(number * sizes.least, min(number * sizes.most, count) + 1)
    )


def broken_wishes(made, wishes):
    where = {name: table.number for table in made.tables for name in table.seats}
    pairs = [
        (Broken(wish, tuple(sorted(pair))), where[pair[0]] == where[pair[1]])
        for wish, wanted in (
            (Wish.APART, wishes.apart),
            (Wish.TOGETHER, wishes.together),
        )
        for pair in wanted
        if where.keys() >= {*pair}
    ]
    far = {
        Broken(Wish.REACH, (name,))
        for name, reach in wishes.only.items()
        if where.get(name, min(reach)) not in reach
    }
    return far | {each for each, meet in pairs if meet == (each.wish is Wish.APART)}


class Trial:
    """Whether any seating with these sizes keeps all that was asked for: by trying all of them."""

    def __init__(self, made, wishes):
        seated = {name for table in made.tables for name in table.seats}
        self.only = {
            name: reach for name, reach in wishes.only.items() if name in seated
        }
        self.apart, self.together = (
            {frozenset(pair) for pair in pairs if {*pair} <= seated}
            for pairs in (wishes.apart, wishes.together)
        )
        others = {*frozenset().union(*self.apart, *self.together)} - {*self.only}
        bound = sorted(self.only, key=lambda name: len(self.only[name]))
        self.order = [*bound, *sorted(others)]
        self.sizes = sorted((len(table.seats) for table in made.tables), reverse=True)
        self.room = range(1, wishes.tables + 1)
        self.table_of = {}
        self.tries = 0

    def put(self, index):
        """Whether those from this index on can sit, after those before; no where that is not settled soon."""
        self.tries += 1
        if index == len(self.order) or self.tries > MOST_TRIES:
            return index == len(self.order)
        name = self.order[index]
        for number in self.choices(name):
            self.table_of[name] = number
            if self.fits(name) and self.put(index + 1):
                return True
            del self.table_of[name]
        return False

    def choices(self, name):
        """Free tables are alike for those who reach every table, so one of them is enough."""
        if name in self.only:
            return [number for number in self.room if number in self.only[name]]
        used = dict.fromkeys(self.table_of.values())
        return [*used, *[number for number in self.room if number not in used][:1]]

    def fits(self, name):
        for other, number in self.table_of.items():
            is_here = number == self.table_of[name]
            if frozenset((name, other)) in (self.apart if is_here else self.together):
                return False
        fullest = sorted(Counter(self.table_of.values()).values(), reverse=True)
        return len(fullest) <= len(self.sizes) and all(map(le, fullest, self.sizes))
