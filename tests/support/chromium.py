"""Find Chromium on this machine. `python -m tests.support.chromium` finds or installs it.

Debian has the whole browser and a headless shell of the same engine, in which tests take three quarters of
the time.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.extent import IN_CI

SHELL = "chromium-headless-shell"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "No Chromium, so no browser tests. Install one, or name it: CHROMIUM=/path/to/chromium make test"
# This switch replaces the one of Playwright, so the names that Playwright turns off are here too.
FEATURES_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "PreconnectToSearch",
    # A new frame for every page and a process in reserve: a fifth of the processor time of opening a page.
    "RenderDocument",
    "SpareRendererForSitePerProcess",
)
ALONE = [  # a browser that talks to the test server and to nobody else
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-site-isolation-trials",  # there is one site
    "--disable-features=" + ",".join(FEATURES_OFF),
    "--renderer-process-limit=1",  # of a context: its pages share what they have compiled
    "--in-process-gpu",  # renders in the same process: a tap costs half the processor time
]
MINUTES = 60  # seconds


def find():
    """The path of the Chromium to use: $CHROMIUM, else a headless shell, else a whole browser."""
    if os.environ.get("CHROMIUM"):
        return find_whole()
    return shutil.which(SHELL) or find_whole()


def find_whole():
    """The path of a whole browser: $CHROMIUM, else one on the PATH, else Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    installed = (shutil.which(name) for name in ON_PATH)
    return next(filter(None, installed), None) or _playwrights_own()


@contextmanager
def opened():
    """A browser of a tool, which ends where there is none."""
    path = find() or sys.exit(MISSING)  # before Playwright runs
    with (
        sync_playwright() as found,
        found.chromium.launch(executable_path=path, args=ALONE) as browser,
    ):
        yield browser


def _playwrights_own():
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install():
    """Try Debian's package, then Playwright's download. Call `find` for the result."""
    # Not every Debian has the shell. Without recommended packages there is no font: text would have no width.
    install_packages("chromium", SHELL, "fonts-dejavu-core")
    if find_whole() is None:
        attempt(sys.executable, "-m", "playwright", "install", "chromium")


def install_packages(*names):
    """Try packages of Debian, one by one."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        attempt("apt-get", "update", "-qq")
        for name in names:
            attempt("apt-get", "install", "-y", "-qq", "--no-install-recommends", name)


def attempt(*command):
    """Run a command that may fail."""
    print("+", *command, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            command,
            env=quiet,
            stdin=subprocess.DEVNULL,
            timeout=10 * MINUTES,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print("that took too long", flush=True)


def main():
    if not os.environ.get("CHROMIUM") and not (shutil.which(SHELL) and find_whole()):
        install()
    whole = find_whole()
    return report(
        "Chromium", " ".join(sorted({find(), whole})) if whole else None, MISSING
    )


def report(browser, program, missing):
    """Say where it is, or that it is missing: the exit code."""
    if program:
        print(f"{browser}: {program}")
        return 0
    print(f"\n*** {missing} ***\n", file=sys.stderr)
    return 1 if IN_CI else 0


if __name__ == "__main__":
    sys.exit(main())
