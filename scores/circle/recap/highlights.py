"""How a match went in facts: how it was won, who closed how often, how long it took, its money."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.events import Close, Declined, HandScored, Retired, Seat
from rules.knobs import Scoring
from rules.match import settlement
from rules.match.board import Side, Status
from rules.match.corrections import Step
from rules.match.elimination import ranks
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import gain_in_words, ordinal, signed
from scores.core.notation.words import NOBODY_CLOSED, OUT, RETIRED
from scores.core.wording.hand_lines import close_name, nobody_closed, who_closed

CLOSED: dict[Close | None, Any] = {
    None: gettext_lazy("quedándose sin cartas"),
    Close.JOKER_RUN_1: gettext_lazy("con una escalera con comodín"),
    Close.JOKER_RUN_2: gettext_lazy("con una escalera con dos comodines"),
    Close.CHINCHON: gettext_lazy("con chinchón"),
    Close.GIN: gettext_lazy("con gin"),
    Close.BIG_GIN: gettext_lazy("con gran gin"),
    Close.OUT: gettext_lazy("quedándose sin cartas"),
    Close.RUMMY: gettext_lazy("saliendo de una vez"),
    Close.CHINASO: gettext_lazy("con chinaso"),
}
"""The closes that are called by their name; of the others the points are said."""
PLAIN = (None, Close.KNOCK, Close.OUT)  # closes that are not worth mentioning
# Seconds
BREAK = 3600  # between two hands; a longer gap counts as a break
FASTEST = 20  # per hand; faster means that a paper sheet was typed in
FEWEST = 2  # gaps needed to measure


def how_won(sheet: Sheet) -> str:
    """«con chinchón», «cerrando con −10», «porque Luis se pasó»; empty until the match is over."""
    if not sheet.board.is_over or not sheet.hands or not sheet.board.winners:
        return ""
    # The last line; of somebody who does not buy back in, the hand before that question
    step = (
        sheet.hands[-1]
        if isinstance(sheet.steps[-1].event, Declined)
        else sheet.steps[-1]
    )
    if isinstance(step.event, HandScored) and step.event.closer in sheet.board.winners:
        return _closing(step, step.event)
    if isinstance(step.event, Retired):
        return _("porque %(name)s se retiró") % {"name": sheet.names[step.event.seat]}
    best = (
        _("con más puntos") if sheet.board.ruleset.high_wins else _("con menos puntos")
    )
    return _past_the_limit(sheet, step) or best


def won_by_chinchon(sheet: Sheet) -> bool:
    """Whether a chinchón of the winner ended the match."""
    board = sheet.board
    hand = sheet.steps[-1].event if sheet.steps else None
    return (
        isinstance(hand, HandScored)
        and hand.close is Close.CHINCHON
        and hand.closer in board.winners
    )


def _closing(step: Step, hand: HandScored) -> str:
    if hand.close in CLOSED:
        return str(CLOSED[hand.close])
    closer: Any = hand.closer
    points = (
        step.points(closer) if hand.close is Close.CLEAN else hand.deadwood.get(closer)
    )
    return _("cerrando con %(points)s") % {"points": signed(points or 0)}


def _past_the_limit(sheet: Sheet, step: Step) -> str:
    """Who went past the limit with this line; empty if nobody did, or if the winner did too."""
    board = sheet.board
    past = [sheet.names[seat] for seat in board.order if seat in step.bust]
    if not past or board.next_ruleset.is_past(board.total(board.winners[0])):
        return ""
    if len(past) > 1:
        return _("porque los demás se pasaron")
    return _("porque %(name)s se pasó") % {"name": past[0]}


@dataclass(frozen=True)
class CloseCount:
    """How often a player closed."""

    name: str
    count: int
    how: str  # «−10 (2) · chinchón (1)»


@dataclass(frozen=True)
class Highlights:
    who_closed: str  # the heading of `closes`
    closes: list[CloseCount]
    pace: list[str]


def highlights_of(sheet: Sheet) -> Highlights | None:
    """What `_highlights.html` shows; None during the match and without a hand."""
    if not sheet.board.is_over or not sheet.hands:
        return None
    return Highlights(who_closed(sheet.board.ruleset), closes(sheet), pace(sheet))


def closes(sheet: Sheet) -> list[CloseCount]:
    """How often each player closed, most first, and how; at the end the hands that nobody closed."""
    counts: dict[Seat | None, Counter[Close | None]] = {
        seat: Counter() for seat in sheet.board.order
    }
    for step in sheet.hands:
        hand: Any = step.event
        counts.setdefault(hand.closer, Counter())[hand.close] += 1
    order = sorted(counts, key=lambda seat: (seat is None, -counts[seat].total()))
    nobody = nobody_closed(sheet.board.ruleset) or str(NOBODY_CLOSED)
    return [
        CloseCount(
            name=nobody if seat is None else sheet.names[seat],
            count=counts[seat].total(),
            how=" · ".join(
                f"{close_name(sheet.board.ruleset, close)} ({n})"
                for close, n in counts[seat].items()
                if close not in PLAIN
            ),
        )
        for seat in order
    ]


def pace(sheet: Sheet) -> list[str]:
    """The median time per hand, and of the match without breaks; nothing if too few hands were entered while
    they were played, for example from a paper sheet."""
    gaps = [gap for gap in _gaps(sheet) if gap > 0]
    played = [gap for gap in gaps if gap <= BREAK]
    if len(played) < FEWEST or median(played) < FASTEST:
        return []
    facts = {"hand": in_words(median(played)), "played": in_words(sum(played))}
    lines = [_("%(hand)s por mano; en total, %(played)s.") % facts]
    if len(played) < len(gaps):
        lines.append(_("Sin contar pausas de más de una hora."))
    return lines


def in_words(seconds: float) -> str:
    """The time, under ten minutes to the second: «50 s», «1 min 43 s», «12 min», «1 h 20 min»."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    if whole >= 600:
        minutes = round(whole / 60)
        rest = 0
    hours, minutes = divmod(minutes, 60)
    if hours:
        text = _("%(hours)s h %(minutes)s min")
    elif minutes:
        text = _("%(minutes)s min %(seconds)s s") if rest else _("%(minutes)s min")
    else:
        text = _("%(seconds)s s")
    return text % {"hours": hours, "minutes": minutes, "seconds": rest}


def _gaps(sheet: Sheet) -> list[float]:
    """Seconds from hand to hand, the first from the start of the match. A hand inserted by a correction was
    not played when it was written, so it has no gap."""
    refs = [step.line.ref for step in sheet.hands]
    hands = [
        sheet.rows[ref].happened_at if isinstance(ref, int) else None for ref in refs
    ]
    times = [sheet.match.created_at, *hands]
    return [
        (after - before).total_seconds()
        for before, after in pairwise(times)
        if before and after
    ]


@dataclass(frozen=True)
class Cash:
    """The money of a match, by the names of the players. In hundredths."""

    pot: int
    net: list[tuple[str, int]]  # what each player won or lost so far
    # Payer, payee and sum; with a pot as if nobody had paid it yet
    payments: list[tuple[str, str, int]]

    @property
    def is_owed(self) -> bool:
        """Whether anybody has won or lost money yet."""
        return any(units for _name, units in self.net)


def cash_of(sheet: Sheet) -> Cash | None:
    """None if the rules know no money and nobody has paid any."""
    board = sheet.board
    names = sheet.names
    pot = settlement.pot(board)
    net = settlement.net(board)
    if not pot and not any(net.values()) and not board.next_ruleset.plays_for_money:
        return None
    due = (
        settlement.payments(board)
        if board.is_over or board.ruleset.scoring is Scoring.COLLECT
        else ()
    )
    cents = board.next_ruleset.cents_per_unit
    return Cash(
        pot=pot * cents,
        net=[(names[seat], units * cents) for seat, units in net.items()],
        payments=[
            (names[payment.payer], names[payment.payee], payment.units * cents)
            for payment in due
        ],
    )


# Where everybody ended


class PodiumSide(NamedTuple):
    """A player, or two partners."""

    seat: Seat  # of the first partner
    rank: int
    ordinal: str  # «1.º»
    name: str
    emoji: str
    photo: str
    total: str
    remarks: list[str]  # «2 reenganches», «1 chinchón», «fuera en la mano 6»
    gain: str  # «−3 €»; empty while nobody has won or lost money
    won: bool
    is_out: bool

    @property
    def note(self) -> str:
        return " · ".join(filter(None, [*self.remarks, self.gain]))


def podium(sheet: Sheet) -> list[PodiumSide]:
    """Every side, best first; also during the match."""
    rank_of = ranks(sheet.board)
    order = sorted(sheet.board.sides, key=lambda side: rank_of[side[0]])
    return [_podium_side(sheet, rank_of[side[0]], side) for side in order]


def _podium_side(sheet: Sheet, rank: int, side: Side) -> PodiumSide:
    board = sheet.board
    seat = side[0]
    money = settlement.net(board)
    cents = sum(money[partner] for partner in side) * board.next_ruleset.cents_per_unit
    return PodiumSide(
        seat,
        rank,
        ordinal(rank),
        sheet.name_of_side(side),
        sheet.emoji_of(side),
        sheet.photo_of(side),
        signed(settlement.final_total(board, seat)),
        _remarks(sheet, side),
        gain_in_words(cents, sheet.match.currency) if any(money.values()) else "",
        seat in board.winners,
        board.standings[seat].status is not Status.IN,
    )


def _remarks(sheet: Sheet, side: Side) -> list[str]:
    standing = sheet.board.standings[side[0]]
    hands: list[Any] = [step.event for step in sheet.hands]
    chinchones = sum(
        hand.close is Close.CHINCHON and hand.closer in side for hand in hands
    )
    rebuys = ngettext("%(count)s reenganche", "%(count)s reenganches", standing.rebuys)
    closes = ngettext("%(count)s chinchón", "%(count)s chinchones", chinchones)
    lines_of_side = [
        rebuys % {"count": standing.rebuys} if standing.rebuys else "",
        closes % {"count": chinchones} if chinchones else "",
        _out(sheet, side[0]) if standing.status is Status.OUT else "",
        str(RETIRED) if standing.status is Status.RETIRED else "",
    ]
    return list(filter(None, lines_of_side))


def _out(sheet: Sheet, seat: Seat) -> str:
    hands = [step.after.hands for step in sheet.steps if seat in step.bust]
    return (
        _("fuera en la mano %(number)s") % {"number": hands[-1]} if hands else str(OUT)
    )
