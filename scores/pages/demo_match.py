"""A hand to try on a real board, for visitors: a match that is only in memory. A phone makes it too."""

from collections.abc import Mapping
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext_lazy

from rules.events import Close, HandScored
from scores.table.board.context import PhoneFacts, board_context
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.writing import Outcome

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
    form: HandForm, outcome: Outcome, csrf_token: str, key: str
) -> Mapping[str, object]:
    """The context of the page: with the form as long as no hand was typed, then with what the hand changed.
    `key` is that of the next form.
    """
    sheet = outcome.sheet
    is_typed = not outcome.is_written
    facts = PhoneFacts(
        may_score=True,
        may_own=False,
        links=None,
        rematch=None,
        poll_ms=0,
        etag="",
        csrf_token=csrf_token,
        key=key,
    )
    context = board_context(sheet, form if is_typed else HandForm(sheet=sheet), facts)
    context |= {"is_typed": is_typed, "post_to": reverse("demo")}
    if is_typed:
        context |= {"aloud": [], "so_far": context["so_far"] or STEPS}
    return context
