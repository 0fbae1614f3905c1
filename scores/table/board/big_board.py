"""What a big board shows large for some seconds: first what was just written, then the sums."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.events import BoughtBackIn, Declined, HandScored, Seat
from rules.match.board import Status
from rules.match.corrections import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.core.wording.log_lines import after_busts, total_reached


class ShownChange(NamedTuple):
    """A player who went past the limit: the total reached, and the one after buying back in, or nothing."""

    name: str
    reached: str
    total: str


class Event(NamedTuple):
    headline: str  # «Cierra Curro −10»; empty where players went past the limit
    then: list[str]  # the sums and what else follows, in sentences
    what: str = ""  # «Reenganche»
    icon: str = ""
    changes: tuple[ShownChange, ...] = ()
    is_chinchon: bool = False


def event_of(sheet: Sheet, aloud: Sequence[str], chinchon: str) -> Event | None:
    """What the newest entry did, of which `aloud` are the sentences; None on an empty board."""
    if not aloud:
        return None
    step = (
        sheet.last_step
        if sheet.last_step and sheet.last_step.line.ref == sheet.seq - 1
        else None
    )
    happened, _dot, sums = aloud[0].partition(" · ")
    headline = happened.partition(" = ")[0]  # the totals come back after it
    then = [sentence for sentence in (sums, *aloud[1:]) if sentence]
    if chinchon:
        return Event(
            chinchon,
            [sentence for sentence in then if sentence != chinchon],
            is_chinchon=True,
        )
    return (_past_the_limit(sheet, step, aloud) if step else None) or Event(
        headline, then
    )


def _past_the_limit(sheet: Sheet, step: Step, aloud: Sequence[str]) -> Event | None:
    """Who is asked, else who is back, else who is out; None if nobody went past the limit."""
    kinds = {
        Status.ASKED: (_("¿Se reengancha?"), "rebuy"),
        Status.IN: (_("Reenganche"), "rebuy"),
        Status.OUT: (_("Queda fuera"), "cross"),
    }
    past = _seats(step)
    for status, (what, icon) in kinds.items():
        seats = [seat for seat in past if step.after.standings[seat].status is status]
        if seats:
            told_before = _told(sheet, step, seats)
            then = [sentence for sentence in aloud if sentence not in told_before]
            return Event(
                "",
                then,
                what,
                icon,
                tuple(_change(sheet, step, seat) for seat in seats),
            )
    return None


def _seats(step: Step) -> list[Seat]:
    if isinstance(step.event, (BoughtBackIn, Declined)):
        return [step.event.seat]
    return [seat for seat in step.before.order if seat in step.bust]


def _told(sheet: Sheet, step: Step, seats: Sequence[Seat]) -> list[str]:
    """The sentences that say of these seats what the changes show."""
    if not isinstance(step.event, HandScored):
        return []
    past = [seat for seat in step.before.order if seat in step.bust]
    of_each = dict(zip(past, after_busts(step, sheet.names), strict=True))
    return [of_each[seat] for seat in seats]


def _change(sheet: Sheet, step: Step, seat: Seat) -> ShownChange:
    is_answer = isinstance(step.event, (BoughtBackIn, Declined))
    before = step.before.total(seat) if is_answer else total_reached(step, seat)
    is_back = step.after.standings[seat].status is Status.IN
    return ShownChange(
        sheet.names[seat],
        signed(before),
        signed(step.after.total(seat)) if is_back else "",
    )
