"""Report known vulnerabilities of locked packages: `python -m tests.tools.audit`, part of `make lint`.

It asks PyPI. If PyPI cannot be reached, or knows none of the packages, nothing was audited: that is printed,
and fails in CI unless AUDIT_MAY_BE_EMPTY is 1. A known vulnerability always fails.
"""

import json
import os
import subprocess
import sys

LOCKED = "requirements-dev.txt"  # includes the packages of the app
AUDIT = [
    "-m",
    "pip_audit",
    "--disable-pip",
    "--require-hashes",
    "--requirement",
    LOCKED,
    "--format",
    "json",
]
PATIENCE = 300  # seconds
ALLOWED = "AUDIT_MAY_BE_EMPTY"


def main():
    packages = _asked()
    known = holes(packages)
    unknown = unaudited(packages)
    print(
        "\n".join(
            [
                *known,
                f"Audited: {len(packages) - len(unknown)} packages, holes known: {len(known)}.",
            ]
        )
    )
    if unknown:
        print(
            f"*** NOT AUDITED, for PyPI does not know them: {', '.join(unknown)} ***",
            file=sys.stderr,
        )
    return exit_code(len(known), len(packages) - len(unknown), os.environ)


def exit_code(holes, audited, environment):
    """1 for a known vulnerability, and in CI if no package was audited and nobody allowed that."""
    may_be_empty = "CI" not in environment or environment.get(ALLOWED) == "1"
    return 0 if not holes and (audited or may_be_empty) else 1


def holes(packages):
    return [
        f"{package['name']} {package['version']}: {hole['id']}, "
        f"mended in {', '.join(hole['fix_versions']) or 'none'}"
        for package in packages
        for hole in package.get("vulns", [])
    ]


def unaudited(packages):
    return [package["name"] for package in packages if "skip_reason" in package]


def _asked():
    """The report of pip-audit for each package; without an answer nothing, and the reason is printed."""
    try:
        done = subprocess.run(
            [sys.executable, *AUDIT], capture_output=True, text=True, timeout=PATIENCE
        )
        return json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired as late:
        print(late, file=sys.stderr)
    except ValueError:
        print(done.stderr, file=sys.stderr)
    print(
        f"*** SKIPPED: the audit of {LOCKED}, for PyPI did not answer ***",
        file=sys.stderr,
    )
    return []


if __name__ == "__main__":
    sys.exit(main())
