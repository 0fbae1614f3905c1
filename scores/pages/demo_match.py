"""A hand to try on a real board, for visitors: a match that is only in memory. A phone makes it too."""

from collections.abc import Mapping
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext_lazy

from rules.events import Close, HandScored
from scores.core.matches.scoresheet import Sheet
from scores.table.board.context import PhoneFacts, board_context
from scores.table.hand_entry.form import HandForm

PLAYED_ON = date(2026, 11, 20)
NAMES = ("Ana", "Luis", "Eva")
HANDS = (  # Luis goes bust with 13 points more
    HandScored({1: 38, 2: 21}, 0, Close.CLEAN),
    HandScored({0: 45, 1: 26, 2: 3}, 2, Close.KNOCK),
    HandScored({0: 18, 1: 24}, 2, Close.CLEAN),
)
STEPS = (  # demo.css shows the one that is next
    gettext_lazy("¿Quién cerró? Toca su nombre."),
    gettext_lazy("¿Cómo cerró? −10 si ligó todo; de 1 a 4, lo que le sobró."),
    gettext_lazy("Escribe los puntos de los demás y toca «Guardar»."),
)


def demo_context(
    sheet: Sheet, form: HandForm | None, facts: PhoneFacts
) -> Mapping[str, object]:
    """The context of the page; with `form`, to type a hand in."""
    context = board_context(sheet, form or HandForm(sheet=sheet), facts)
    context |= {"is_typed": form is not None, "post_to": reverse("demo")}
    if form is not None:
        context |= {"aloud": [], "so_far": context["so_far"] or STEPS}
    return context
