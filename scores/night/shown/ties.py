"""What put one before another of those who are level, in sentences that say the values that were compared."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scores.night.people import joined_people

Value = int | Fraction | None


class Compared(NamedTuple):
    """Somebody who was level with others; `values` are what they were compared by then, in order."""

    key: int
    name: str
    values: Sequence[Value]

    def value(self, turn: int) -> Value:
        """None behind the last one."""
        return self.values[turn] if turn < len(self.values) else None


Sentence = Callable[[int, Sequence[Compared]], str]
"""The sentence about the values of that turn, of those who were level until then."""


def sentences_by_last(
    groups: Iterable[Sequence[Compared]], sentence: Sentence
) -> dict[int, list[str]]:
    """Of each group that is level what decided within it, by the key of its last."""
    return {
        level[-1].key: [*_deciding_sentences(level, sentence, 0)]
        for level in groups
        if len(level) > 1
    }


def _deciding_sentences(
    level: Sequence[Compared], sentence: Sentence, turn: int
) -> Iterator[str]:
    if len(level) == 1:
        return
    if turn >= max(len(each.values) for each in level):
        names = joined_people([each.name for each in level])
        yield _("%(names)s comparten el puesto.") % {"names": names}
        return
    by_value = groupby(level, key=lambda each: each.value(turn))
    groups = [[*group] for _value, group in by_value]
    if len(groups) > 1:
        yield sentence(turn, level)
    for group in groups:
        yield from _deciding_sentences(group, sentence, turn + 1)
