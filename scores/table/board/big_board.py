"""What a big board shows large for some seconds: first what was just written, then the sums."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.events import BoughtBackIn, Declined, HandScored, Seat
from rules.match.board import Status
from rules.match.corrections import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.core.wording.hand_lines import read_aloud_parts
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
    step = sheet.newest_step
    headline, *then = aloud
    if step and isinstance(step.event, HandScored):
        headline, *sums = read_aloud_parts(step.before, step.event, sheet.names)
        then = [" · ".join(sums), *then] if sums else then
    if chinchon:
        return Event(
            chinchon,
            [sentence for sentence in then if sentence != chinchon],
            is_chinchon=True,
        )
    past = _past_the_limit(sheet, step, aloud) if step else None
    return past or Event(headline, then)


def _past_the_limit(sheet: Sheet, step: Step, aloud: Sequence[str]) -> Event | None:
    """Who is asked, else who is back, else who is out; None if nobody went past the limit."""
    kinds = {
        Status.ASKED: (_("¿Se reengancha?"), "rebuy"),
        Status.IN: (_("Reenganche"), "rebuy"),
        Status.OUT: (_("Queda fuera"), "cross"),
    }
    sentences = after_busts(step, sheet.names)
    event = step.event
    past = [*sentences]
    if isinstance(event, (BoughtBackIn, Declined)):
        past = [event.seat]
    for status, (what, icon) in kinds.items():
        seats = [seat for seat in past if step.after.standings[seat].status is status]
        if seats:
            shown = [sentences.get(seat) for seat in seats]  # what the changes show
            then = [sentence for sentence in aloud if sentence not in shown]
            return Event(
                "",
                then,
                what,
                icon,
                tuple(_change(sheet, step, seat) for seat in seats),
            )
    return None


def _change(sheet: Sheet, step: Step, seat: Seat) -> ShownChange:
    is_back = step.after.standings[seat].status is Status.IN
    return ShownChange(
        sheet.names[seat],
        signed(total_reached(step, seat)),
        signed(step.after.total(seat)) if is_back else "",
    )
