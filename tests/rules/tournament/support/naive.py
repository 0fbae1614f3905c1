"""The standings counted again, entrant by entrant, without code of `rules.tournament`.

Only the draw of the lot is asked, since any lot would do.
"""

from fractions import Fraction

from rules.tournament.counting import drawn
from rules.tournament.events import At


def tables_of(night, results, place):
    """(number of the round, seats, places by entrant, result) of each table that is over."""
    begun = night.stages[place]
    mains = [other for other in night.stages[place + 1 :] if other.stage.enters.who != "others"]
    for number in range(begun.after + 1, ([other.after for other in mains] or [len(night.rounds)])[0] + 1):
        for table in night.rounds[number - 1].tables:
            at = At(number, table.number)
            result = night.reported.get(at, results.get(at))
            if result is not None and set(table.seats) <= set(begun.entrants):
                yield number, result


def table_points(stage, result, name):
    better = [other for other in result.places if result.places[other] < result.places[name]]
    equal = [other for other in result.places if result.places[other] == result.places[name]]
    taken = range(len(better), len(better) + len(equal))
    if stage.points == "equal-steps":
        last = len(result.places) - 1
        return sum(Fraction(12 * (last - at), last) for at in taken) / len(equal)
    if stage.points == "first":
        return sum(Fraction(at == 0) for at in taken) / len(equal)
    if stage.points == "match":
        return Fraction(result.totals[name] if stage.match.ruleset.high_wins else -result.totals[name])
    return Fraction(result.money[name])


def played_before(night, place):
    """The places of the last main stage before, and of those beside it."""
    mains = [at for at in range(place + 1) if night.stages[at].stage.enters.who != "others"]
    return range(mains[-2], mains[-1]) if len(mains) > 1 else range(0)


def points_of(night, results, place, name):
    begun = night.stages[place]
    total = Fraction(0)
    if begun.stage.carries == "everything":
        total += sum(
            points_of(night, results, earlier, name)
            for earlier in played_before(night, place)
            if name in night.stages[earlier].entrants
        )
    tables = list(tables_of(night, results, place))
    total += sum(table_points(begun.stage, result, name) for _n, result in tables if name in result.places)
    for number in range(begun.after + 1, len(night.rounds) + 1):
        is_of_stage = not any(begun.after < other.after < number for other in night.stages)
        if is_of_stage and name in night.rounds[number - 1].resting:
            won = [
                table_points(begun.stage, result, one)
                for other, result in tables
                if other == number
                for one in result.places
            ]
            total += sum(won) / len(won) if won else 0
    return total


def loses(begun, result, name):
    place, size = result.places[name], len(result.places)
    worst = max(result.places.values())
    if worst == 1:
        return False
    return {
        "last": place == worst,
        "lower-half": place > size - size // 2,
        "all-but-first": place != 1,
    }[begun.stage.lives.lost_by] and place > 1


def lives_of(night, results, place, name):
    begun = night.stages[place]
    lost = [
        1
        for _n, result in tables_of(night, results, place)
        if name in result.places and loses(begun, result, name)
    ]
    return begun.stage.lives.given + begun.bought.count(name) - len(lost)


def out_in(night, results, place, name):
    begun = night.stages[place]
    tables = [(n, result) for n, result in tables_of(night, results, place) if name in result.places]
    if begun.stage.lives.given and lives_of(night, results, place, name) <= 0:
        return max(n for n, result in tables if loses(begun, result, name))
    if begun.stage.enters.who == "best-of-table":
        for number, result in reversed(tables):
            order = sorted(result.places, key=lambda one: (result.places[one], -drawn(begun.seed, one), one))
            if order.index(name) >= begun.stage.enters.number:
                return number
    return None


def tie_value(night, results, place, tie, name, among):
    begun = night.stages[place]
    tables = [result for _n, result in tables_of(night, results, place) if name in result.places]
    if tie == "won":
        return sum(result.places[name] == 1 for result in tables)
    if tie == "ahead":
        shared = [(result, other) for result in tables for other in among if other in result.places]
        ahead = sum(result.places[name] < result.places[other] for result, other in shared)
        return ahead - sum(result.places[name] > result.places[other] for result, other in shared)
    if tie == "met":
        met = [other for result in tables for other in result.places if other != name]
        return sum(points_of(night, results, place, other) for other in met) / Fraction(max(1, len(met)))
    if tie == "a-hand":
        total = sum(result.totals.get(name, 0) for result in tables)
        sign = 1 if begun.stage.match.ruleset.high_wins else -1
        return Fraction(sign * total, max(1, sum(result.hands for result in tables)))
    return drawn(begun.seed, name)


def standings(night, results, place):
    """(entrant, place, points, lives, out in round) in order."""
    begun = night.stages[place]
    names = begun.entrants
    group = {name: at for at, some in enumerate(begun.groups) for name in some}
    keys = {
        name: [
            -group[name],
            out_in(night, results, place, name) or 10**9,
            points_of(night, results, place, name),
        ]
        for name in names
    }
    for tie in begun.stage.ties:
        if tie == "lot":
            break
        equal = {name: [other for other in names if keys[other] == keys[name]] for name in names}
        more = {name: tie_value(night, results, place, tie, name, equal[name]) for name in names}
        for name in names:
            keys[name].append(more[name])
    lots = {name: (drawn(begun.seed, name) if "lot" in begun.stage.ties else 0) for name in names}
    order = sorted(sorted(names), key=lambda name: (*keys[name], lots[name]), reverse=True)
    return [
        (
            name,
            1 + sum(keys[other] > keys[name] for other in names),
            keys[name][2],
            lives_of(night, results, place, name) if begun.stage.lives.given else None,
            out_in(night, results, place, name),
        )
        for name in order
    ]


def came(night, entrant):
    return any(
        entrant in each.resting or any(entrant in table.seats for table in each.tables)
        for each in night.rounds
    )


def of_evening(night, results, entrant):
    """The points of all tables and rests, once each."""
    total = Fraction(0)
    for place, begun in enumerate(night.stages):
        if entrant in begun.entrants:
            total += points_of(night, results, place, entrant)
            for earlier in played_before(night, place) if begun.stage.carries == "everything" else ():
                if entrant in night.stages[earlier].entrants:
                    total -= points_of(night, results, earlier, entrant)
    return total


def league(evenings, best):
    """{person: (place, points, evenings)} of nights with their results."""
    points = {}
    for night, results in evenings:
        for entrant, badge in night.badges.items():
            for person in badge.people if came(night, entrant) else ():
                points.setdefault(person, []).append(of_evening(night, results, entrant))
    each = {person: sorted(won, reverse=True) for person, won in points.items()}
    keys = {person: (sum(won[: best or len(won)]), won) for person, won in each.items()}
    return {person: (1 + sum(other > key for other in keys.values()), *key) for person, key in keys.items()}
