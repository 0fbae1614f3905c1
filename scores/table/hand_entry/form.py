"""The form of a hand: who closed, how, and the numbers that the game asks for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules.cards.hand_cards import is_text_of_cards
from rules.errors import Illegal
from rules.events import Close, HandScored, Seat
from rules.match.board import Board, games_due, meets_one, opponent_due, opponents
from rules.match.log_json import POINTS
from rules.numbers import signed_number, whole_number
from scores.core.wording.refusals import PHRASES
from scores.fields import NOBODY
from scores.table.hand_entry.questions import (
    Asks,
    Hints,
    asks,
    hint_of_numbers,
    hints,
    types_loose_points,
    why_fewer_chips,
)
from scores.table.hand_entry.writing import WritingForm

LONGEST_CHOICE = 20  # letters; what is longer is none of those on the page


def parsed_points(text: str) -> int:
    """The sum of "12+7+5", of which only the first may be below 0. Raises ValueError for other texts."""
    first, *others = [term.strip(" ") for term in text.split("+")]
    if others and not others[-1]:
        others.pop()  # "12+": another number follows
    return _points(signed_number(first)) + sum(
        _points(whole_number(other)) for other in others
    )


def _points(number: int | None) -> int:
    if number is None or not POINTS.holds(number):
        raise ValueError(number)
    return number


# the field of every number of every seat
NUMBER = forms.CharField(required=False, max_length=40)


class HandForm(WritingForm):
    """Fields `closer` (a seat or "nobody"), `close` (a chip's value) and, as far as the rules ask for them,
    `deadwood_<seat>`, `table_<seat>`, `value_<seat>`, `buys_<seat>`, `melded_<seat>`.

    `opponent` is the seat that the closer met, where a hand is between two of those at the table. If it is
    blank, the numbers say it. `cards_<seat>` has the cards that the checker judged.
    """

    closer = forms.CharField(required=False)
    opponent = forms.CharField(required=False)
    close = forms.CharField(required=False)

    def __init__(self, *args: Any, board: Board | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board or self.board
        self.asks: Asks = asks(self.board.next_ruleset, len(self.board.order))
        # Whom the closer met: Gin in pairs, or with one who rests.
        self.asks_opponent = meets_one(self.board)
        self.kinds = [
            *(number.kind for number in self.asks.numbers),
            *(["buys"] if self.asks.buys else []),
        ]
        # Fields for every seat, not only for those who play now: a repeated POST is read alike.
        for seat in self.board.standings:
            for kind in self.kinds:
                self.fields[f"{kind}_{seat}"] = NUMBER
            if self.asks.melded:
                self.fields[f"melded_{seat}"] = forms.BooleanField(required=False)

    @classmethod
    def with_values(cls, data: Any, **kwargs: Any) -> HandForm:
        """A form bound to `data` that shows no errors yet."""
        form = cls(data, **kwargs)
        kind, _dash, loose = data.get("close", "").partition("-")
        if kind == Close.KNOCK and types_loose_points(form.board.next_ruleset):
            closers = {f"deadwood_{data.get('closer')}": loose} if loose else {}
            form.data = {**dict(data.items()), **closers, "close": kind}
        form.full_clean()
        form.errors.clear()
        return form

    @property
    def chosen(self) -> dict[str, str]:
        """The values of the chosen closer and way of closing; empty texts if nothing is chosen."""
        return {
            name: self.data.get(name, "")[:LONGEST_CHOICE]
            for name in ("closer", "close")
        }

    @property
    def cards(self) -> dict[Seat, str]:
        """The cards that the checker filled in; what else stands there is left out."""
        texts = {
            seat: self.data.get(f"cards_{seat}", "") for seat in self.board.standings
        }
        return {seat: text for seat, text in texts.items() if is_text_of_cards(text)}

    @property
    def hints(self) -> Hints:
        return hints(self.board)

    @property
    def why_fewer_chips(self) -> list[tuple[Seat, str]]:
        return why_fewer_chips(self.board, self.sheet.names)

    @property
    def hint(self) -> str:
        """What is explained of the question that is open: how it was closed, or the numbers; else empty."""
        if not self.is_known:
            return self.hints.how
        fields = [
            f"{kind}_{seat}" for kind in self.kinds for seat in self.board.standings
        ]
        is_typed = any(map(self.data.get, fields))
        return "" if is_typed else hint_of_numbers(self.board, self.close)

    @property
    def opponent_chosen(self) -> str:
        """The opponent that was chosen or has a number; empty if that is nobody or not one."""
        closer = self.data.get("closer", "")
        others = [
            str(seat)
            for seat in self.board.seats_playing
            if self.data.get(f"deadwood_{seat}") and str(seat) != closer
        ]
        return self.data.get("opponent", "") or (
            others[0] if closer and len(others) == 1 else ""
        )

    @property
    def who_plays(self) -> str:
        """Gin with three: the two who play the next hand, and who rests; else empty."""
        if self.board.resting is None:
            return ""
        first, second = games_due(self.board)[0]
        facts = {"first": first, "second": second, "name": self.board.resting}
        named = {key: self.sheet.names[seat] for key, seat in facts.items()}
        return _("%(first)s contra %(second)s; descansa %(name)s.") % named

    def meets(self, seat: Seat) -> str:
        """The seats that `seat` may meet, for the script of the form: "1,3"."""
        return ",".join(map(str, opponents(self.board, seat)))

    def due(self, seat: Seat) -> str:
        """The opponent whom `seat` meets if nothing else is chosen; empty if there is a choice."""
        met = [
            other
            for game in games_due(self.board)
            if seat in game
            for other in game
            if other != seat
        ]
        due = met[0] if met else opponent_due(self.board, seat)
        return "" if due is None else str(due)

    def errors_of_seat(self, seat: Seat) -> list[tuple[str, str]]:
        """Each error of a number of the seat: the field, and the sentence."""
        fields = [f"{kind}_{seat}" for kind in self.kinds]
        return [
            (field, str(error))
            for field in fields
            for error in self.errors.get(field, ())
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.closer = self._closer()
        self.close, loose = self._close()
        typed = {
            number.kind: self._numbers(number.kind) for number in self.asks.numbers
        }
        if "deadwood" in typed and loose is not None and self.closer is not None:
            typed["deadwood"][self.closer] = loose
        if self.asks_opponent and self.closer is not None:
            typed["deadwood"] = self._numbers_of_two(typed["deadwood"])
        self.numbers = typed
        self.buys = self._numbers("buys")
        return data

    def entry(self) -> HandScored:
        """The hand as typed; for an invalid form, the part that could be read."""
        melded = (
            seat
            for seat in self.board.standings
            if self.cleaned_data.get(f"melded_{seat}")
        )
        value = (
            None
            if self.closer is None
            else self.numbers.get("value", {}).get(self.closer)
        )
        return HandScored(
            self.numbers.get("deadwood", {}),
            self.closer,
            None if self.closer is None else self.close,
            tuple(melded),
            self.numbers.get("table", {}),
            value,
            {seat: times for seat, times in self.buys.items() if times},
            {
                seat: text
                for seat, text in self.cards.items()
                if seat == self.closer or seat in self.numbers.get("deadwood", ())
            },
        )

    def field_of(self, refusal: Illegal) -> str | None:
        """The field of the missing or impossible number."""
        seat = refusal.details.get("seat")
        if seat not in self.board.standings or refusal.code not in (
            "missing-points",
            "bad-points",
        ):
            return None
        wrong = str(refusal.details.get("points", ""))
        fields = [f"{kind}_{seat}" for kind in self.kinds]
        return next(
            (name for name in fields if self._number_text(name) == wrong), fields[0]
        )

    def _number_text(self, field: str) -> str | None:
        """The parsed number of a field as text; empty for a blank field, None for text that is no number."""
        text = self.cleaned_data.get(field, "").strip()
        try:
            return str(parsed_points(text)) if text else ""
        except ValueError:
            return None

    def _closer(self) -> Seat | None:
        chosen = self._closers_sent()
        if len(chosen) > 1:
            self.add_error("closer", str(self.asks.words.only_one))
            return None
        text = next(iter(chosen), "")
        if text == NOBODY or whole_number(text) is not None:
            return whole_number(text)
        words = self.asks.words
        question = str(words.who)
        if self.asks.nobody:
            facts = {"who": question.rstrip("."), "nobody": words.nobody}
            question = _("%(who)s, o «%(nobody)s».") % facts
        self.add_error("closer", question)
        return None

    def _numbers_of_two(self, numbers: dict[Seat, int]) -> dict[Seat, int]:
        """The numbers of the closer and the chosen opponent; all, if none was chosen."""
        opponent = whole_number(self.cleaned_data.get("opponent", ""))
        if (
            opponent is None
            or opponent == self.closer
            or opponent not in self.board.seats_playing
        ):
            return numbers
        if opponent not in numbers and f"deadwood_{opponent}" not in self.errors:
            missing = PHRASES["missing-points"] % {"name": self.sheet.names[opponent]}
            self.add_error(f"deadwood_{opponent}", missing)
        return {
            seat: number
            for seat, number in numbers.items()
            if seat in (self.closer, opponent)
        }

    def _close(self) -> tuple[Close | None, int | None]:
        if self._closers_sent() == {NOBODY}:
            return None, None
        if not self.asks.how:
            return self.asks.way, 0
        text = self.cleaned_data.get("close", "")
        kind, _dash, number = text.partition("-")
        loose = whole_number(number)
        if kind == Close.KNOCK and loose is not None:
            return Close.KNOCK, loose
        try:
            return Close(text), None if text == Close.KNOCK else 0
        except ValueError:
            self.add_error(
                "close", PHRASES["bad-close"] if text else str(self.asks.words.how)
            )
            return None, None

    @property
    def is_known(self) -> bool:
        """Whether who closed and how could be read, as far as the game asks for it."""
        if self._closers_sent() == {NOBODY}:
            return True
        return self.closer in self.sheet.names and (
            self.close is not None or not self.asks.how
        )

    def _closers_sent(self) -> set[str]:
        if hasattr(self.data, "getlist"):
            return set(self.data.getlist("closer"))
        return {self.data.get("closer", "")}

    def _numbers(self, kind: str) -> dict[Seat, int]:
        """The typed numbers by seat. A blank field is a missing number, not 0."""
        numbers = {}
        for seat in self.board.standings:
            field = f"{kind}_{seat}"
            text = self.cleaned_data.get(field, "")
            if not text.strip():
                continue
            try:
                numbers[seat] = parsed_points(text)
            except ValueError:
                name = self.sheet.names[seat]
                self.add_error(
                    field, _("%(name)s: eso no es un número.") % {"name": name}
                )
        return numbers
