"""The standings counted again, entrant by entrant, without code of `rules.night`.

Only the draw of the lot is asked, since any lot would do.
"""

from dataclasses import replace
from fractions import Fraction

from rules.night.counting import lot_of
from rules.night.events import At


def rounds_of(sheet, index):
    following = [begun.after for begun in sheet.stages[index + 1 :]]
    return range(
        sheet.stages[index].after + 1, (following or [len(sheet.rounds)])[0] + 1
    )


def tables_of(sheet, results, index):
    """(the table in the night, result) of each table of the stage that is over."""
    for number in rounds_of(sheet, index):
        for table in sheet.rounds[number - 1].tables:
            at = At(number, table.number)
            report = sheet.reported.get(at)
            result = report.result if report else results.get(at)
            if result is not None:
                yield at, result


def ranks_taken(ranks, name):
    """From 0: those that are shared by all who have the rank of this one."""
    before = sum(rank < ranks[name] for rank in ranks.values())
    return range(before, before + [*ranks.values()].count(ranks[name]))


def table_points(result, name):
    taken = ranks_taken(result.places, name)
    last = len(result.places) - 1
    return sum(Fraction(12 * (last - at), last) for at in taken) / len(taken)


def points_of(sheet, results, index, name):
    tables = list(tables_of(sheet, results, index))
    total = sum(
        (table_points(result, name) for _at, result in tables if name in result.places),
        Fraction(0),
    )
    for number in rounds_of(sheet, index):
        if name in sheet.rounds[number - 1].resting:
            won = [
                table_points(result, other)
                for at, result in tables
                if at.round == number
                for other in result.places
            ]
            total += sum(won) / len(won) if won else 0
    return total


def people_of(made):
    return [*made.resting, *(name for table in made.tables for name in table.seats)]


def lives_before(sheet, results, index, name, number):
    """Before that round. Who first plays in a later round than the first has the fewest of those of then."""
    first = next(
        (
            each
            for each in rounds_of(sheet, index)
            if name in people_of(sheet.rounds[each - 1])
        ),
        len(sheet.rounds) + 1,
    )
    lives = sheet.stages[index].stage.number
    if number > first:
        lost = [
            1
            for at, result in tables_of(sheet, results, index)
            if at.round < number and result.places.get(name, 1) > 1
        ]
        return lives_before(sheet, results, index, name, first) - len(lost)
    if number - 1 not in rounds_of(sheet, index):
        return lives
    left = [
        lives_before(sheet, results, index, other, number)
        for other in people_of(sheet.rounds[number - 2])
    ]
    return min((each for each in left if each > 0), default=lives)


def lives_of(sheet, results, index, name):
    following = rounds_of(sheet, index).stop
    return max(lives_before(sheet, results, index, name, following), 0)


def goes_on_from_table(sheet, begun, at, result, name):
    """None where the organiser has not decided."""
    through, level, _out = cut(result.places, begun.stage.number)
    if name not in level:
        return name in through
    decided = [
        each for each in sheet.cuts if (each.at, {*each.level}) == (at, {*level})
    ]
    return name in decided[-1].through if decided else None


def out_in(sheet, results, index, name):
    begun = sheet.stages[index]
    numbers = [*rounds_of(sheet, index)]
    if begun.stage.plays == "knockout":  # whoever sat down later was in
        sat = [number for number in numbers if sat_in(sheet, number, name)]
        numbers = [number for number in numbers if number >= max(sat, default=0)]
    for number in numbers:
        if begun.stage.plays == "knockout" and not sat_in(sheet, number, name):
            return number
        for at, result in tables_of(sheet, results, index):
            if at.round != number or name not in result.places:
                continue
            after = number + 1
            if (
                begun.stage.plays == "lives"
                and lives_before(sheet, results, index, name, after) <= 0
            ):
                return number
            if (
                begun.stage.plays == "knockout"
                and goes_on_from_table(sheet, begun, at, result, name) is False
            ):
                return number
    return None


def sat_in(sheet, number, name):
    return name in people_of(sheet.rounds[number - 1])


def tie_values(sheet, results, index, tie, level):
    """What each of those who are level has; the same for all where the criterion does not hold."""
    of = {
        name: [
            result
            for _at, result in tables_of(sheet, results, index)
            if name in result.places
        ]
        for name in level
    }
    met = {
        name: [other for result in of[name] for other in result.places if other != name]
        for name in level
    }
    nothing = dict.fromkeys(level, 0)
    if tie == "won":
        return {
            name: sum(result.places[name] == 1 for result in of[name]) for name in level
        }
    if tie == "ahead":
        if any(
            other not in met[name] for name in level for other in level if other != name
        ):
            return nothing
        return {
            name: sum(
                (result.places[name] < result.places[other])
                - (result.places[name] > result.places[other])
                for result in of[name]
                for other in level
                if other in result.places
            )
            for name in level
        }
    if not all(met.values()):
        return nothing
    return {
        name: sum(points_of(sheet, results, index, other) for other in met[name])
        / Fraction(len(met[name]))
        for name in level
    }


def standings(sheet, results, index):
    """(entrant, rank, points, lives, out in round) in order."""
    begun = sheet.stages[index]
    names = begun.entrants
    keys = {
        name: [
            out_in(sheet, results, index, name) or 10**9,
            points_of(sheet, results, index, name),
        ]
        for name in names
    }
    for tie in ("won", "ahead", "met"):
        levels = {
            name: tuple(other for other in names if keys[other] == keys[name])
            for name in names
        }
        for level in set(levels.values()):
            more = (
                tie_values(sheet, results, index, tie, level)
                if len(level) > 1
                else {level[0]: 0}
            )
            for name in level:
                keys[name] = [*keys[name], more[name]]
    order = sorted(
        sorted(names),
        key=lambda name: (*keys[name], lot_of(begun.seed, name)),
        reverse=True,
    )
    return [
        (
            name,
            1 + sum(keys[other] > keys[name] for other in names),
            keys[name][1],
            lives_of(sheet, results, index, name)
            if begun.stage.plays == "lives"
            else None,
            out_in(sheet, results, index, name),
        )
        for name in order
    ]


def night_standings(sheet, results):
    """(entrant, rank) of everybody: the final, then the others by the standings before it."""
    last = len(sheet.stages) - 1
    lines = standings(sheet, results, last)
    placed = [(name, rank) for name, rank, *_rest in lines]
    if sheet.stages[last].stage.plays != "final":
        return placed
    finalists = {name for name, _rank in placed}
    others = [
        line[:2]
        for line in standings(sheet, results, last - 1)
        if line[0] not in finalists
    ]
    return placed + [
        (name, len(placed) + 1 + sum(ahead < rank for _other, ahead in others))
        for name, rank in others
    ]


def came(sheet, entrant):
    return any(entrant in people_of(each) for each in sheet.rounds)


def of_evening(sheet, results, entrant):
    """The points of all tables and rests, once each."""
    return sum(
        points_of(sheet, results, index, entrant)
        for index, begun in enumerate(sheet.stages)
        if entrant in begun.entrants
    )


def league(evenings, best):
    """{person: (rank, points, evenings)} of nights with their results."""
    points = {}
    for sheet, results in evenings:
        for entrant, badge in sheet.badges.items():
            for person in badge.people if came(sheet, entrant) else ():
                points.setdefault(person, []).append(
                    of_evening(sheet, results, entrant)
                )
    each = {person: sorted(won, reverse=True) for person, won in points.items()}
    keys = {person: (sum(won[: best or len(won)]), won) for person, won in each.items()}
    return {
        person: (1 + sum(other > key for other in keys.values()), *key)
        for person, key in keys.items()
    }


def cut(ranks, seats):
    """(who goes on, who is level for the seats that are left, who is out) of entrants with their ranks."""
    through = []
    level = []
    out = []
    for name in sorted(ranks, key=lambda each: (ranks[each], each)):
        taken = ranks_taken(ranks, name)
        if taken.stop <= seats:
            through.append(name)
        elif taken.start >= seats:
            out.append(name)
        else:
            level.append(name)
    return through, level, out


def ranks_of_those_here(sheet, results):
    here = {name for name, badge in sheet.badges.items() if badge.is_here}
    if sheet.stages[-1].stage.plays == "knockout":
        here = {name for name in here if sat_in(sheet, len(sheet.rounds), name)}
    lines = standings(sheet, results, len(sheet.stages) - 1)
    return {name: place for name, place, *_rest in lines if name in here}


def without_last_stage(sheet):
    return replace(sheet, stages=sheet.stages[:-1])


def due_in_next_round(sheet, results):
    """(who has to play the round that comes, who may) of a night before it."""
    begun = sheet.stages[-1]
    if begun.stage.plays == "final" and begun.after == len(sheet.rounds):
        ranks = ranks_of_those_here(without_last_stage(sheet), results)
        through, level, _out = cut(ranks, begun.stage.number)
        return set(through), {*through, *level}
    index = len(sheet.stages) - 1
    playing = {
        name
        for name in begun.entrants
        if sheet.badges[name].is_here and out_in(sheet, results, index, name) is None
    }
    return playing, playing


def prizes(lines, amounts):
    """{entrant: prize} of (entrant, rank) in order: a rank that is shared shares the prizes it takes up."""
    won = {}
    for rank in {rank for _name, rank in lines}:
        sharing = [name for name, other in lines if other == rank]
        pot = sum(amounts[rank - 1 : rank - 1 + len(sharing)])
        for name in sharing:
            won[name] = pot // len(sharing)
        won[sharing[0]] += pot - len(sharing) * (pot // len(sharing))
    return {name: prize for name, prize in won.items() if prize}


def by_share(money, shares):
    """The prize of each rank by hundredths of the money, the first with what cannot be divided."""
    others = [money * share // 100 for share in shares[1:]]
    return [money * sum(shares) // 100 - sum(others), *others] if shares else []
