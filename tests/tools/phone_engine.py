"""Run worked examples in the engine of the phone: `python -m tests.tools.phone_engine FILE-OR-FOLDER…`.

Starts the app and asks the shipped worker on one of its pages, in Chromium or with `--browser webkit` in
WebKit. Prints what `rules.conformance` prints: a line for each case that differs, then `N passed, N failed`.

With `--random N` it asks N random questions instead (`--seed`), of which the answers must be CPython's, the
order of keys included. With `--worst` it asks about the hands of tests/tools/bench/hands/worst.txt, and
prints the processor time of each in Chromium, four times: what it takes in a phone that is so much slower.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rules.conformance import Case, complaint, read_cases, report
from tests.support import chromium, phone_engine, webkit
from tests.support.phone_engine import PhoneEngine, Question
from tests.support.phone_questions import answer_of, asked, difference, random_questions
from tests.support.processor_time import renderer_seconds
from tests.support.servers import serving
from tests.tools.bench import worst_hands

SLOWER = 4
WARM_UP = {"kind": "count", "ruleset": "chinaso", "players": 4, "cards": ["Ks"]}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.phone_engine")
    parser.add_argument("paths", nargs="*", metavar="FILE-OR-FOLDER")
    parser.add_argument("--browser", choices=["chromium", "webkit"], default="chromium")
    parser.add_argument("--random", type=int, metavar="N", help="random questions in place of cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", action="store_true", help="the slowest hands, with their times")
    chosen = parser.parse_args()
    with engine_in("chromium" if chosen.worst else chosen.browser) as engine:
        if chosen.worst:
            return time_worst_hands(engine)
        if chosen.random:
            return report(compared(engine, chosen.random, chosen.seed))
        return report(checked(engine, list(read_cases(chosen.paths))))


@contextmanager
def engine_in(browser: str) -> Iterator[PhoneEngine]:
    if browser == "webkit":
        found = webkit.find() or sys.exit(webkit.MISSING)
        with serving() as app, phone_engine.in_webkit(found, app.data, app) as engine:
            yield engine
    else:
        with chromium.opened() as opened, serving() as app, phone_engine.in_chromium(opened, app) as engine:
            yield engine


def checked(engine: PhoneEngine, cases: list[Case]) -> Iterator[tuple[Case, str]]:
    """Each case with what is wrong with its answer."""
    answers = engine.answers([asked("conformance", case) for case in cases])
    for case, given in zip(cases, answers, strict=True):
        yield case, complaint(case, lambda _case, given=given: answer_of(given))


def compared(engine: PhoneEngine, number: int, seed: int) -> Iterator[tuple[Case, str]]:
    """Each random question with how its answer differs from CPython's."""
    questions = random_questions(number, seed)
    for place, (question, given) in enumerate(zip(questions, engine.answers(questions), strict=True)):
        yield {"id": f"{seed}/{place} {' '.join(question)[:300]}"}, difference(question, given)


def time_worst_hands(engine: PhoneEngine) -> int:
    lines = [line for line in worst_hands.CORPUS.read_text().splitlines() if _question_of(line)]
    next(engine.answers([asked("conformance", WARM_UP)]))  # the modules are read with the first question
    for line in lines:
        before = renderer_seconds()
        (given,) = engine.answers([_question_of(line)])
        slowly = (renderer_seconds() - before) * SLOWER
        print(f"{slowly:5.2f} s  {line}  {given.reason or ''}", flush=True)
    return 0


def _question_of(line: str) -> Question | None:
    """The question of a line as the checker asks it; None where it asks none such."""
    question, cards = worst_hands.read_line(line)
    ruleset, texts = question.ruleset, [str(card) for card in cards]
    if question.question == "count":
        case = {"kind": "count", "ruleset": ruleset.key, "players": question.players, "cards": texts}
        return asked("conformance", case)
    if question.question == "table":
        return None
    fields = [("rules", ruleset.key), ("players", str(question.players)), ("pack", ruleset.pack)]
    fields += [("hand", str(question.hand))] if question.hand else []
    fields += [("c", card) for card in texts]
    page = {"path": "/check/", "site": "", "static": {"cards.svg": ""}, "is_part": True}
    return asked("check_page", {**page, "fields": fields})


if __name__ == "__main__":
    sys.exit(main())
