"""House rules of Chinchón in five questions: the text that they are nearest to, and what of it is turned.

Nobody is asked for the pack: all texts have the same one, which the page names.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.numbers import whole_number
from rules.presets import CHINCHON, FOURNIER, PRESETS
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.house_rules.options import KNOBS
from scores.core.notation.numbers import signed

TEXTS = (CHINCHON, FOURNIER)  # of several that are as near the first counts
PLAYERS = 4  # for whom knobs with steps are read


@dataclass(frozen=True)
class Answer:
    """One answer to a question, and the knobs to which it gives a value."""

    label: str | Promise
    knobs: Mapping[str, Any]


@dataclass(frozen=True)
class Question:
    name: str
    label: str | Promise
    answers: tuple[Answer, ...]

    def number_of_answer(self, asked: Mapping[str, str]) -> int:
        """The number of the chosen answer; of the first, if none of them is named."""
        number = whole_number(asked.get(self.name, "")) or 0
        return number if number < len(self.answers) else 0


def _numbers(knob: str, *values: int) -> tuple[Answer, ...]:
    return tuple(Answer(signed(value), {knob: value}) for value in values)


QUESTIONS = (
    Question(
        "jokers",
        _("¿Comodines?"),
        (
            Answer(_("Dos"), {"jokers": 2}),
            Answer(_("Ninguno"), {"jokers": 0}),
            Answer(_("Cuatro"), {"jokers": 4}),
        ),
    ),
    Question(
        "clean",
        _("¿Cuánto vale quedarse sin cartas sueltas?"),
        _numbers("clean_points", -10, -20, -25, 0),
    ),
    Question(
        "rebuy",
        _("¿Reenganche?"),
        (
            Answer(_("Una vez, solo"), {"rebuys": 1, "rebuy_choice": "automatic"}),
            Answer(_("Una vez, si quiere"), {"rebuys": 1, "rebuy_choice": "ask"}),
            Answer(_("Las que quiera"), {"rebuys": None, "rebuy_choice": "ask"}),
            Answer(_("No"), {"rebuys": 0}),
        ),
    ),
    Question(
        "close",
        _("¿Con cuánto suelto se cierra?"),
        (
            *_numbers("close_limit", 4, 3, 5),
            Answer(_("Solo con todo ligado"), {"close_limit": 0, "close_cards": 0}),
        ),
    ),
    Question(
        "money",
        _("¿Cuánto dinero pone cada uno?"),
        (Answer(_("Nada"), {"stake": 0}), *_numbers("stake", 1, 2, 5)),
    ),
)


@dataclass(frozen=True)
class NearestText:
    """A text, and the answers that differ from it: the fields to type, and knob to value in words."""

    key: str
    fields: Mapping[str, str]
    turned: Mapping[str, str]
    beside: Mapping[str, str]  # what else is not as in the usual text

    @property
    def name(self) -> str:
        return labels.game_name(self.key)

    @property
    def summary(self) -> str:
        return labels.in_language(PRESETS[self.key].summary)


def nearest_text(answers: Mapping[str, Any]) -> NearestText:
    """The text in which these answers, each the value of a knob, change what the fewest questions ask."""
    turned_in = [_turned_in(text, answers) for text in TEXTS]
    index = min(range(len(TEXTS)), key=lambda at: _questions_of(turned_in[at]))
    text = TEXTS[index]
    turned = turned_in[index]
    rules = text.with_options(turned)
    silent = ("packs", "players", *(() if rules.jokers else ("joker_run_points",)))
    return NearestText(
        text.key,
        _typed(turned),
        _differences(rules, text, silent),
        _differences(rules, CHINCHON, (*silent, *turned, *answers)),
    )


def _turned_in(text: Ruleset, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The knobs of that text which the answers turn. Where it has one reward for every clean close, all have
    the one that was asked for.
    """
    now = text.dump()
    wanted = dict(answers)
    points = answers["clean_points"]
    alike = now["clean_points"]
    if now["chinchon_points"] == alike:
        wanted["chinchon_points"] = points
    if now["joker_run_points"] == [alike, alike]:
        wanted["joker_run_points"] = [points, points]
    return {knob: value for knob, value in wanted.items() if value != now[knob]}


def _questions_of(turned: Collection[str]) -> int:
    """How many questions ask for one of these knobs."""
    asked = [
        {knob for answer in question.answers for knob in answer.knobs}
        for question in QUESTIONS
    ]
    return sum(not knobs.isdisjoint(turned) for knobs in asked)


def _typed(turned: Mapping[str, Any]) -> dict[str, str]:
    """What is typed for these knobs in the form of house rules, by field."""
    fields = {}
    for knob, value in turned.items():
        values = value if isinstance(value, list) else [value]
        for name, number in zip(KNOBS[knob].field_names(value), values, strict=True):
            fields[name] = "any" if number is None else str(number)
    return fields


def _differences(
    rules: Ruleset, text: Ruleset, silent: Collection[str]
) -> Mapping[str, str]:
    """The knobs in which `rules` differ from `text`, but for the `silent` ones: label to value, in words."""
    same = {knob: getattr(rules, knob) for knob in silent}
    return labels.turned_knobs(rules, PLAYERS, replace(text, **same))


@dataclass(frozen=True)
class QuestionsPage:
    asked: list[tuple[Question, int]]  # each with the number of its answer
    nearest: NearestText | None  # once they are answered
    key: Any  # the secret key of a match that the button begins


def questions_page(chosen: Mapping[str, str], key: Any) -> QuestionsPage:
    """The questions with the chosen numbers of answers, and the text that is nearest to them."""
    answers: dict[str, Any] = {}
    asked = []
    for question in QUESTIONS:
        number = question.number_of_answer(chosen)
        answers.update(question.answers[number].knobs)
        asked.append((question, number))
    is_answered = QUESTIONS[0].name in chosen
    return QuestionsPage(asked, nearest_text(answers) if is_answered else None, key)
