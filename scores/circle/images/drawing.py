"""A program that draws the SVG on its standard input as a PNG on its standard output.

`scores.circle.images.render` runs it by its path for each picture: resvg does not let other threads of its
process run, and only a process can be ended while it draws."""

import os
import signal
import sys

import resvg_py
from font_roboto import Roboto, RobotoBold

# of one picture: ten times as many as the worst one takes, for slow machines
PROCESSOR_SECONDS = 1.0
NICENESS = 10  # pages and hands go first


def main() -> None:
    if hasattr(os, "nice"):  # Windows has neither
        # then SIGPROF ends the process
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
        os.nice(NICENESS)
    png = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        skip_system_fonts=True,
        font_files=[Roboto, RobotoBold],
        font_family="Roboto",
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main()
