"""Attack an app that is started for it: `python -m tests.tools.attack [NAME …]`; Linux only.

Each attack is a function that gets the served app. It returns its figures, each with the most that is
promised, or None; a figure "missing" says what it could not be tried without. A line is printed for each. The
exit code is 1 if a promise did not hold. A NAME is part of an attack's name; without one, all are tried.
"""

import argparse
import sys

from tests.support.servers import serving
from tests.tools.attack import checker, costs, proxies, wire

VERDICTS = {True: "held", False: "DID NOT HOLD", None: "NOT TRIED"}
MODULES = [checker, costs, wire, proxies]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    names = parser.parse_args().names
    every = {
        f"{module.__name__.rpartition('.')[2]}.{name}": attack
        for module in MODULES
        for name, attack in module.ATTACKS.items()
    }
    held = [
        _tried(name, attack)
        for name, attack in every.items()
        if not names or any(part in name for part in names)
    ]
    print(f"{held.count(True)} of {len(held)} held, {held.count(None)} not tried.")
    return 1 if False in held or not held else 0


def _tried(name, attack):
    """Try one attack on an app of its own, so that what it leaves behind changes no other measurement."""
    with serving() as server:
        figures = attack(server)
    is_kept = all(most is None or value <= most for value, most in figures.values())
    held = None if "missing" in figures else is_kept
    words = ", ".join(f"{key} {_told(*figure)}" for key, figure in figures.items())
    print(f"{VERDICTS[held]:<12}  {name:<40}  {words}", flush=True)
    return held


def _told(value, most):
    rounded = round(value, 2) if isinstance(value, float) else value
    return f"{rounded}" if most is None else f"{rounded} (at most {most})"


if __name__ == "__main__":
    sys.exit(main())
