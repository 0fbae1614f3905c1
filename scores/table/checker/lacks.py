"""What a page shows of what a hand lacks: before the draw the cards that close, after it what to throw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.closing.draws import Draw, Outlook, Throw, outlook, throws
from rules.errors import Illegal
from rules.ruleset import Ruleset
from scores.core.notation.cards import Face, face, with_article
from scores.table.checker import headlines
from scores.table.checker.check import Cards, Check, hand_sizes
from scores.table.checker.presenter import points_in_words

FACES_AT_MOST = 12  # of the cards that a throw keeps open
LEAST_AT_MOST = 3  # throws that are shown where none keeps a card open


@dataclass(frozen=True)
class Coming:
    """A card that can still come."""

    face: Face
    left: int


@dataclass(frozen=True)
class Row:
    """Cards that close for the same points; or a throw, and the cards that it keeps open."""

    title: str
    coming: list[Coming]
    thrown: Face | None = None
    more: int = 0  # cards that are not shown


@dataclass(frozen=True)
class Lacks:
    """What the page says of the next draw, or of the throw."""

    heading: str
    short: str  # for the verdict; empty where no card is enough
    summary: str
    rows: list[Row]
    has_too_many_ways: bool = False


def lacks_of(check: Check, seen: Cards) -> Lacks | None:
    """What the cards lack; None with more or fewer cards than before or after a draw."""
    sizes = hand_sizes(check.ruleset, check.players)
    if check.goes_down or len(check.cards) not in sizes:
        return None
    is_drawn = len(check.cards) in sizes[1::2]
    heading = _("¿Qué tiro?") if is_drawn else _("¿Qué me falta?")
    asked = check.ruleset, check.cards, seen, check.situation
    try:
        if is_drawn:
            return _of_throws(heading, check.ruleset, throws(*asked))
        return _of_draws(heading, check.ruleset, outlook(*asked))
    except Illegal:
        return Lacks(heading, "", "", [], has_too_many_ways=True)


def _of_draws(heading: str, ruleset: Ruleset, outlook: Outlook) -> Lacks:
    if not outlook.draws:
        return Lacks(heading, "", _("Ninguna carta basta todavía."), [])
    summary = _enough(outlook)
    return Lacks(heading, summary, summary, _by_worth(ruleset, outlook.draws))


def _enough(outlook: Outlook) -> str:
    """How many of the cards that can come let the player close."""
    sentence = ngettext(
        "Sirve %(live)s de las %(unseen)s por salir.",
        "Sirven %(live)s de las %(unseen)s por salir.",
        outlook.live,
    )
    return sentence % {"live": outlook.live, "unseen": outlook.unseen}


def _by_worth(ruleset: Ruleset, draws: Iterable[Draw]) -> list[Row]:
    """The cards that close for the same points in one row, the best close first."""
    rows: dict[str, list[Coming]] = {}
    for draw in sorted(draws, key=_worst_last):
        title = headlines.worth(ruleset, draw.close, draw.points, draw.value)
        rows.setdefault(title, []).append(Coming(face(draw.card), draw.left))
    return [Row(title, coming) for title, coming in rows.items()]


def _worst_last(draw: Draw) -> tuple[bool, int, int]:
    points = draw.points if isinstance(draw.points, int) else 0
    return isinstance(draw.points, int), points, -(draw.value or 0)


def _of_throws(heading: str, ruleset: Ruleset, throws: Sequence[Throw]) -> Lacks:
    open_ones = [throw for throw in throws if throw.closes is not None or throw.outlook.draws]
    if not open_ones:
        summary = _("Se tire lo que se tire, ninguna carta basta todavía.")
        return Lacks(heading, "", summary, [_least_row(throw) for throw in throws[:LEAST_AT_MOST]])
    best = open_ones[0]
    short = _("Mejor tirar %(card)s.") % {"card": with_article(best.discard)} if best.closes is None else ""
    return Lacks(heading, short, "", [_throw_row(ruleset, throw) for throw in open_ones])


def _least_row(throw: Throw) -> Row:
    left = _("En la mano: %(points)s") % {"points": points_in_words(throw.deadwood)}
    return Row(left, [], face(throw.discard))


def _throw_row(ruleset: Ruleset, throw: Throw) -> Row:
    thrown = face(throw.discard)
    if throw.closes is not None:
        points, close = throw.closes
        return Row(headlines.legal(ruleset, close, points), [], thrown)
    draws = sorted(throw.outlook.draws, key=_worst_last)
    shown = [Coming(face(draw.card), draw.left) for draw in draws[:FACES_AT_MOST]]
    return Row(_enough(throw.outlook), shown, thrown, len(draws) - len(shown))
