"""Short logs of a night, and results of all its tables."""

from rules.night import events
from rules.night.events import At, TableResult
from rules.night.play import replay
from rules.night.presets import programme_of
from rules.night.seating.values import SeatedTable


def tables_of(*seats):
    """Tables 1, 2 and so on, of those who sit there."""
    return tuple(SeatedTable(number, each) for number, each in enumerate(seats, 1))


def log(stage, people, *rounds):
    """So many entered and play the stage; of each round the seats of its tables."""
    entered = [events.Entered(number, (number,)) for number in range(1, people + 1)]
    begun = events.StageBegun(stage, tuple(range(1, people + 1)))
    seated = [
        events.Seated(number, tables_of(*tables))
        for number, tables in enumerate(rounds, 1)
    ]
    return [*entered, begun, *seated]


def in_order(sheet, order=tuple):
    """Everybody's rank at every table is as they sit there, and the tables are on paper."""
    return {
        At(number, table.number): TableResult(
            {name: at for at, name in enumerate(order(table.seats), 1)}
        )
        for number, each in enumerate(sheet.rounds, 1)
        for table in each.tables
    }


def night_of(stage, people, *rounds, more=()):
    """The night after that log and these events."""
    done = replay([*log(stage, people, *rounds), *more])
    assert done.refusal is None
    return done.sheet


def in_number(sheet):
    """The lower number is always ahead."""
    return in_order(sheet, sorted)


def stages_of(*chosen):
    """Those of the format that is `chosen`, as `programme_of` takes it."""
    return programme_of(*chosen).stages
