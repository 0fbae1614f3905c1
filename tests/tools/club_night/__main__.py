"""Random evenings of a club: `python -m tests.tools.club_night --seatings N [--seed FIRST]`.

Plays N evenings with up to 150 people, of whom some are late, gone, bound to tables or kept apart, and checks
every round that the engine made or planned. Prints each fault with its seed; exits with an error if there is
one.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.tools.club_night.evening import Evening, Found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.club_night")
    parser.add_argument(
        "--seatings", type=int, default=5_000, metavar="N", help="how many evenings are seated"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    wanted = parser.parse_args()
    start = time.process_time()
    found = Found()
    for seed in range(wanted.seed, wanted.seed + wanted.seatings):
        told = len(found.faults)
        Evening(seed, found).play()
        for fault in found.faults[told:]:
            print(fault, flush=True)
    print(report(found, wanted.seatings, time.process_time() - start))
    return 1 if found.faults else 0


def report(found: Found, evenings: int, seconds: float) -> str:
    most = f" (by {100 * max(found.dearer):.1f} % at most)" if found.dearer else ""
    return (
        f"{evenings} evenings, {found.seatings} seatings, {len(found.faults)} faults; {found.with_broken} "
        f"could not keep every wish, {found.made_twice} made twice alike; {seconds:.0f} s\n"
        f"{found.compared} compared with thirty by lot and cut standings: {len(found.dearer)} dearer{most}"
    )


if __name__ == "__main__":
    sys.exit(main())
