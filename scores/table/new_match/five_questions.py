"""House rules of Chinchón in five questions: the text that they are nearest to, and what of it is turned."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.numbers import whole_number
from rules.presets import CHINCHON, FOURNIER, FRENCH, PRESETS
from scores.core.house_rules import labels
from scores.core.house_rules.forms import HouseRulesForm
from scores.core.notation.numbers import signed

TEXTS = (CHINCHON, FOURNIER, FRENCH)  # of several that are as near the first counts
PLAYERS = 4  # for whom knobs with steps are read


@dataclass(frozen=True)
class Answer:
    """One answer to a question, and what it types in the form of house rules."""

    label: str | Promise
    fields: Mapping[str, str]


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
    return tuple(Answer(signed(value), {knob: str(value)}) for value in values)


QUESTIONS = (
    Question(
        "jokers",
        _("¿Comodines?"),
        (
            Answer(_("Dos"), {"jokers": "2"}),
            Answer(_("Ninguno"), {"jokers": "0"}),
            Answer(_("Cuatro"), {"jokers": "4"}),
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
            Answer(_("Una vez, solo"), {"rebuys": "1", "rebuy_choice": "automatic"}),
            Answer(_("Una vez, si quiere"), {"rebuys": "1", "rebuy_choice": "ask"}),
            Answer(_("Las que quiera"), {"rebuys": "any", "rebuy_choice": "ask"}),
            Answer(_("No"), {"rebuys": "0"}),
        ),
    ),
    Question(
        "close",
        _("¿Con cuánto suelto se cierra?"),
        (
            *_numbers("close_limit", 4, 3, 5),
            Answer(_("Solo con todo ligado"), {"close_limit": "0", "close_cards": "0"}),
        ),
    ),
    Question(
        "money",
        _("¿Cuánto dinero pone cada uno?"),
        (Answer(_("Nada"), {"stake": "0"}), *_numbers("stake", 1, 2, 5)),
    ),
)


@dataclass(frozen=True)
class NearestText:
    """A text, and the answers that differ from it: the fields to type, and knob to value in words."""

    key: str
    fields: Mapping[str, str]
    turned: Mapping[str, str]

    @property
    def name(self) -> str:
        return labels.game_name(self.key)

    @property
    def summary(self) -> str:
        return labels.in_language(PRESETS[self.key].summary)


def nearest_text(answers: Mapping[str, str]) -> NearestText:
    """The text in which these fields of the form of house rules turn the fewest knobs."""
    forms = [HouseRulesForm(answers, preset=text, players=PLAYERS) for text in TEXTS]
    nearest = min(
        (form for form in forms if form.is_valid() and form.chosen_ruleset()),
        key=lambda form: len(form.options()),
    )
    turned = nearest.options()
    return NearestText(
        nearest.preset.key,
        {name: text for name, text in answers.items() if name in turned},
        labels.turned_knobs(nearest.preset.with_options(turned), PLAYERS),
    )


@dataclass(frozen=True)
class QuestionsPage:
    asked: list[tuple[Question, int]]  # each with the number of its answer
    nearest: NearestText | None  # once they are answered
    key: Any  # the secret key of a match that the button begins


def questions_page(chosen: Mapping[str, str], key: Any) -> QuestionsPage:
    """The questions with the chosen numbers of answers, and the text that is nearest to them."""
    answers: dict[str, str] = {}
    asked = []
    for question in QUESTIONS:
        number = question.number_of_answer(chosen)
        answers.update(question.answers[number].fields)
        asked.append((question, number))
    is_answered = QUESTIONS[0].name in chosen
    return QuestionsPage(asked, nearest_text(answers) if is_answered else None, key)
