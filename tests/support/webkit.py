"""Find WebKit, Safari's engine, on this machine. `python -m tests.support.webkit` finds or installs it.

It is Debian's WebKitGTK with its driver, on a virtual screen (Xvfb).
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from selenium.webdriver import WebKitGTK, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.by import By

from tests.support.chromium import install_packages, report

MISSING = (
    "No WebKit, so nothing was tried in Safari's engine. "
    "On Debian: apt-get install webkit2gtk-driver xvfb"
)
BROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")


@dataclass(frozen=True)
class WebKit:
    driver: str
    browser: str
    screen: str


@dataclass(frozen=True)
class Phone:
    """One page, as tests.support.one_evening wants it."""

    driver: WebKitGTK

    def opens(self, address):
        self.driver.get(address)

    def evaluates(self, body):
        """What an asynchronous function with this body gives, as JSON can hold it."""
        return self.driver.execute_async_script(
            f"(async () => {{ {body} }})().then(arguments[0], (error) => arguments[0](String(error)))"
        )

    def taps(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def types(self, selector, text):
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)


def find():
    driver = shutil.which("WebKitWebDriver")
    screen = shutil.which("Xvfb")
    found = (
        path
        for name in BROWSERS
        for path in Path("/usr/lib").glob(f"*/{name}/MiniBrowser")
    )
    browser = next(found, None)
    return (
        WebKit(driver, str(browser), screen) if driver and browser and screen else None
    )


@contextmanager
def browsing(webkit, home):
    """A browser with its files under `home`. It deletes its data when it is closed."""
    with _screen(webkit) as screen:
        options = WebKitGTKOptions()
        options.binary_location = webkit.browser
        options.add_argument("--automation")
        driver = WebKitGTK(
            options, WebKitGTKService(webkit.driver, env=_environment(screen, home))
        )
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def _screen(webkit):
    command = (
        webkit.screen,
        "-displayfd",
        "1",
        "-screen",
        "0",
        "800x1000x24",
        "-nolisten",
        "tcp",
    )
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


def _environment(screen, home):
    ours = {
        "DISPLAY": screen,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "XDG_DATA_HOME": str(home),
    }
    # There may be no graphics card, and the sandbox refuses to run as root.
    plain = {
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
    return {**os.environ, **ours, **plain}


def main():
    if find() is None:
        install_packages("webkit2gtk-driver", "xvfb")
    webkit = find()
    return report("WebKit", webkit and webkit.browser, MISSING)


if __name__ == "__main__":
    sys.exit(main())
