"""A hand that was said aloud, as the fields of its form and as questions. It saves nothing."""

import json
from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rules.events import Close, Seat
from rules.spoken.reading import Heard, SpokenQuestion, hear, is_spoken
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
    questions = [_question_view(form, question) for question in heard.questions]
    context = {"heard": texts[0], "questions": questions}
    html = render_to_string(HEARD, context)
    return {"fields": _fields(form, heard), "html": str(html)}


def _question_view(form: HandForm, question: SpokenQuestion) -> dict[str, Any]:
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
        fields = [("closer", str(seat))]
        text = names[seat]
        if number is not None:
            fields = [(_field(form, seat), str(number))]
            text = f"{text} {signed(number)}"
        chips.append((text, json.dumps(fields)))
    return {"sentence": sentence, "chips": chips}


def _field(form: HandForm, seat: Seat) -> str:
    return f"{form.asks.numbers[0].kind}_{seat}"


def _fields(form: HandForm, heard: Heard) -> Fields:
    """A whole hand replaces all that is typed."""
    hand = heard.hand
    numbers = {
        _field(form, seat): "" for seat in form.board.standings if heard.is_whole
    }
    types_loose = types_loose_points(form.board.next_ruleset)
    for seat, left in hand.deadwood.items():
        if seat != hand.closer or types_loose:
            numbers[_field(form, seat)] = str(left)
    if hand.value is not None and hand.closer is not None:
        numbers[_field(form, hand.closer)] = str(hand.value)
    closing: Fields = []
    if hand.closer is not None:
        close = str(hand.close or "")
        if hand.close is Close.KNOCK and not types_loose:
            close = f"{close}-{hand.deadwood[hand.closer]}"
        closing = [("closer", str(hand.closer)), ("close", close)]
        others = [seat for seat in hand.deadwood if seat != hand.closer]
        closing += [("opponent", str(seat)) for seat in others if form.asks_opponent]
    elif heard.is_whole:
        closing = [("closer", NOBODY), ("close", "")]
    return [*closing, *numbers.items()]
