"""Run worked examples of the rules: `python -m rules.conformance FILE-OR-FOLDER…`.

Prints one line for each case that differs and closes with `N passed, N failed`; exits 1 if any failed or
could not be read. An unknown kind or ruleset counts as failed.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rules.cases import Case, answer


def main(paths: list[str]) -> int:
    """Run every case under `paths`; the exit status."""
    return report((case, complaint(case, answer)) for case in read_cases(paths))


def report(results: Iterable[tuple[Case, str]]) -> int:
    """Print the complaint about each case that differs, then how many passed; the exit status."""
    passed = failed = 0
    for case, difference in results:
        if difference:
            failed += 1
            print(f"{case.get('id', '?')}: {difference}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def read_cases(paths: list[str]) -> Iterator[Case]:
    """Every case in these files and folders; for a file that cannot be read a case that says why."""
    for path in map(Path, paths):
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            try:
                yield from _read(file)
            except (OSError, ValueError) as error:
                yield {"id": str(file), "unreadable": error}


def _read(file: Path) -> list[Case]:
    cases = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(cases, list):
        raise ValueError("not a list of cases")
    return [case if isinstance(case, dict) else {} for case in cases]


def complaint(case: Case, run: Callable[[Case], Case]) -> str:
    """How the answer of `run` differs from the expected one; empty if it does not."""
    if "unreadable" in case:
        return f"could not be read: {case['unreadable']}"
    try:
        expected = case["expect"]
        given = run(case)
        got = {key: given[key] for key in expected}
    except Exception as error:  # an error in a case must not stop the others
        return f"could not be run: {error!r}"
    if got == expected:
        return ""
    return f"expected {_difference(expected, got)}, got {_difference(got, expected)}"


def _difference(answer: Case, other: Case) -> str:
    """The part of `answer` that differs from `other`, as JSON."""
    different = {key: value for key, value in answer.items() if other[key] != value}
    return json.dumps(different, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
