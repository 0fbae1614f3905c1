"""Ask the engine of the phone random questions: `python -m tests.tools.phone_engine --random N [--seed S]`.

Starts the app and asks the shipped worker on one of its pages, in Chromium. The answers must be CPython's,
the order of keys included. Prints a line for each that differs, then `N passed, N failed`. Worked examples
are asked by tests/browser/phone/test_engine.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from rules.conformance import Case, report
from tests.support import chromium, phone_engine
from tests.support.phone_engine import PhoneEngine
from tests.support.phone_questions import difference, random_questions
from tests.support.servers import serving


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.phone_engine")
    parser.add_argument(
        "--random", type=int, required=True, metavar="N", help="how many questions"
    )
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with (
        chromium.opened() as browser,
        serving() as app,
        phone_engine.in_chromium(browser, app) as engine,
    ):
        return report(compared(engine, chosen.random, chosen.seed))


def compared(engine: PhoneEngine, number: int, seed: int) -> Iterator[tuple[Case, str]]:
    """Each random question with how its answer differs from CPython's."""
    questions = random_questions(number, seed)
    for place, (question, given) in enumerate(
        zip(questions, engine.answers(questions), strict=True)
    ):
        yield (
            {"id": f"{seed}/{place} {' '.join(question)[:300]}"},
            difference(question, given),
        )


if __name__ == "__main__":
    sys.exit(main())
