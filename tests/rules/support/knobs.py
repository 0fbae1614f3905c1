"""What a test may turn a knob to, by its type. A new knob is turned without a line here."""

from rules.errors import Illegal
from rules.kinds import Choice, Flag, Whole
from rules.knobs import Amount, Cards, Contracts, OneOrTwo, Pair, RankPoints
from rules.presets import CHINCHON
from rules.ruleset import KNOBS


def some_values(knob):
    """A few values in their JSON form, the one of `chinchon` among them where it is one of few."""
    declared = KNOBS[knob]
    kind = declared.type
    if isinstance(kind, Choice):
        return [str(member) for member in kind.members]
    if declared.usual:
        return list(declared.usual)
    if isinstance(kind, Pair) and not isinstance(kind, OneOrTwo):
        return [[max(kind.low, number)] * 2 for number in (-50, 0, 9)]
    if isinstance(kind, Whole):
        return [*_numbers(kind, CHINCHON.dump()[knob]), *kind.otherwise]
    return OF_OTHER_TYPES[type(kind)]


def _numbers(kind, usual):
    """Numbers around the usual one; the smallest, where usually there is none."""
    usual = kind.low if usual is None else usual
    near = {
        kind.low,
        usual // 2,
        2 * usual,
        10 * usual,
        *(usual + more for more in (-1, 0, 1, 3, 5)),
    }
    if isinstance(kind, Amount):
        near = set(range(6))
    return sorted(number for number in near if kind.low <= number <= kind.high)


OF_OTHER_TYPES = {
    Flag: [False, True],
    Cards: [[], ["1o"], ["ah", "2s"]],
    Contracts: [[[sets, runs]] * 7 for sets, runs in ((2, 0), (0, 2), (9, 9))],
    RankPoints: [[], [[5, 20], [13, 20]]],
}


def stored_without(ruleset, *knobs):
    """Its knobs in their JSON form but these, as before there were any."""
    stored = ruleset.dump()
    for knob in knobs:
        del stored[knob]
    return stored


def turned(ruleset, knob):
    """The ruleset with the knob turned to each of its values, as far as these are other rules that can be."""
    for value in some_values(knob):
        try:
            other = ruleset.with_options({knob: value})
        except Illegal:
            continue
        if other != ruleset:
            yield other
