"""A hand that was said aloud, as the fields of its form and as questions. It saves nothing."""

import json
from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rules.events import Close, Seat
from rules.spoken.reading import NOTHING, Heard, SpokenQuestion, hear, is_spoken
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed
from scores.fields import NOBODY
from scores.table.hand_entry.form import HandForm
from scores.table.hand_entry.questions import types_loose_points

KEY = "scores/hand_entry/_spoken_key.html"
HEARD = "scores/hand_entry/_heard.html"

Fields = list[tuple[str, str]]


def spoken_answer(sheet: Sheet, typed: Any, texts: Sequence[str]) -> dict[str, Any]:
    """The `fields` that the texts fill in, and as `html` what was heard with the questions; without texts the
    key, nothing where hands of the game are not said. `typed` is what the form has.
    """
    if not is_spoken(sheet.board):
        return {"fields": [], "html": ""}
    if not texts:
        return {"fields": [], "html": str(render_to_string(KEY, {}))}
    form = HandForm(typed, sheet=sheet)
    hand = form.entry() if form.is_valid() else None
    heard = hear(sheet.board, sheet.names, texts, hand)
    questions = [
        _question_view(form, heard.closer, asked)
        for asked in heard.questions
        if asked.heard or heard is NOTHING  # what is missing gets the focus
    ]
    context = {"heard": texts[0], "questions": questions}
    html = render_to_string(HEARD, context)
    return {"fields": _fields(form, heard), "html": str(html)}


def _question_view(
    form: HandForm, closer: Seat | None, question: SpokenQuestion
) -> dict[str, Any]:
    """The sentence of a question, and its chips: a text and the fields that it fills in."""
    names = form.sheet.names
    facts = {"heard": question.heard}
    sentence = _("«%(heard)s» no encaja. Dilo otra vez, o tócalo.") % facts
    if not question.heard:
        sentence = _("No lo he entendido todo. Dilo otra vez, o tócalo.")
    elif question.choices:
        sentence = (
            _("¿Quién es «%(heard)s»?") if question.is_name else _("¿Es «%(heard)s»?")
        ) % facts
    chips = []
    for seat, number in question.choices:
        fields = {"closer": str(seat)}
        text = names[seat]
        if number is not None:
            fields = _number(form, closer, seat, number)
            text = f"{text} {signed(number)}"
        chips.append((text, json.dumps([*fields.items()])))
    return {"sentence": sentence, "chips": chips}


def _number(
    form: HandForm, closer: Seat | None, seat: Seat, number: int
) -> dict[str, str]:
    """What somebody has left; that of who closed is a part of the way of closing, or is typed beside it."""
    ruleset = form.board.next_ruleset
    typed = {_field(form, seat): str(number)}
    if seat != closer or ruleset.pays_winners_hand:
        return typed
    if types_loose_points(ruleset):
        return {"close": str(Close.KNOCK), **typed}
    return {"close": f"{Close.KNOCK}-{number}"}


def _field(form: HandForm, seat: Seat) -> str:
    return f"{form.asks.numbers[0].kind}_{seat}"


def _fields(form: HandForm, heard: Heard) -> Fields:
    """A whole hand replaces all that is typed."""
    closer = heard.closer
    is_whole = not heard.questions
    fields: dict[str, str] = {}
    if closer is not None or is_whole:
        fields = {"closer": NOBODY, "close": str(heard.close or "")}
    if closer is not None:
        fields["closer"] = str(closer)
    if is_whole:
        fields |= {_field(form, seat): "" for seat in form.board.standings}
    for seat, number in heard.numbers.items():
        fields |= _number(form, closer, seat, number)
        if seat != closer and form.asks_opponent:
            fields["opponent"] = str(seat)
    return [*fields.items()]
