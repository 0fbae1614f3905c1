"""Run worked examples in the engine of the phone: `python -m tests.tools.phone_engine FILE-OR-FOLDER…`.

Starts the app and asks the shipped worker on one of its pages, in Chromium. Prints what `rules.conformance`
prints: a line for each case that differs, then `N passed, N failed`.

With `--random N` it asks N random questions instead (`--seed`), of which the answers must be CPython's, the
order of keys included.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from rules.conformance import Case, read_cases, report
from tests.support import chromium, phone_engine
from tests.support.phone_engine import PhoneEngine
from tests.support.phone_questions import complaints, difference, random_questions
from tests.support.servers import serving


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.phone_engine")
    parser.add_argument("paths", nargs="*", metavar="FILE-OR-FOLDER")
    parser.add_argument("--random", type=int, metavar="N", help="random questions in place of cases")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with chromium.opened() as browser, serving() as app, phone_engine.in_chromium(browser, app) as engine:
        if chosen.random:
            return report(compared(engine, chosen.random, chosen.seed))
        return report(complaints(engine, list(read_cases(chosen.paths))))


def compared(engine: PhoneEngine, number: int, seed: int) -> Iterator[tuple[Case, str]]:
    """Each random question with how its answer differs from CPython's."""
    questions = random_questions(number, seed)
    for place, (question, given) in enumerate(zip(questions, engine.answers(questions), strict=True)):
        yield {"id": f"{seed}/{place} {' '.join(question)[:300]}"}, difference(question, given)


if __name__ == "__main__":
    sys.exit(main())
