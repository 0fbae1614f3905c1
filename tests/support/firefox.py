"""Find Firefox on this machine. `python -m tests.support.firefox` finds or installs it.

It is Debian's, without a window. It speaks WebDriver BiDi itself, so no driver is needed.
"""

import json
import shutil
import subprocess
import sys
from contextlib import contextmanager

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.support.chromium import install_packages, report
from tests.support.servers import free_port

MISSING = (
    "No Firefox, so nothing was tried in it. On Debian: apt-get install firefox-esr"
)
PATIENCE = 60  # seconds


class Firefox:
    """One page, as tests.support.one_evening wants it."""

    def __init__(self, port):
        self.socket = WebSocketConnection(
            f"ws://127.0.0.1:{port}/session", PATIENCE, 0.02
        )
        self._asks("session.new", capabilities={})
        self.page = self._asks("browsingContext.getTree")["contexts"][0]["context"]

    def opens(self, address):
        self._asks(
            "browsingContext.navigate", context=self.page, url=address, wait="complete"
        )

    def evaluates(self, body):
        """What an asynchronous function with this body gives, as JSON can hold it."""
        value = self._value(
            f"(async () => JSON.stringify(await (async () => {{ {body} }})()) ?? 'null')()"
        )
        return json.loads(value["value"])

    def taps(self, selector):
        element = self._value(f"document.querySelector({json.dumps(selector)})")
        if element["type"] != "node":
            raise WebDriverException(f"there is no {selector}")
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        self._value(
            f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})"
        )
        moves = [{"type": "pointerMove", "x": 0, "y": 0, "origin": origin}]
        moves += [
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._acts(
            {"type": "pointer", "id": "thumb", "parameters": {"pointerType": "touch"}},
            moves,
        )

    def types(self, selector, text):
        self.taps(selector)
        keys = [
            {"type": kind, "value": letter}
            for letter in text
            for kind in ("keyDown", "keyUp")
        ]
        self._acts({"type": "key", "id": "keyboard"}, keys)

    def _acts(self, source, actions):
        self._asks(
            "input.performActions",
            context=self.page,
            actions=[{**source, "actions": actions}],
        )

    def _value(self, expression):
        asked = {
            "expression": expression,
            "target": {"context": self.page},
            "awaitPromise": True,
        }
        answer = self._asks("script.evaluate", **asked)
        if answer["type"] == "exception":
            raise WebDriverException(answer["exceptionDetails"]["text"])
        return answer["result"]

    def _asks(self, method, **params):
        answer = self.socket.send_cmd(method, params)
        if "error" in answer:
            raise WebDriverException(
                f"{method}: {answer['error']}: {answer.get('message')}"
            )
        return answer["result"]


def find():
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def browsing(program, home):
    """A browser with its profile in `home`."""
    port = free_port()
    (home / "user.js").write_text('user_pref("intl.accept_languages", "es-ES, es");')
    command = (program, "--headless", "--no-remote", "--profile", str(home))
    options = (
        "--width",
        "390",
        "--height",
        "844",
        "--remote-debugging-port",
        str(port),
    )
    with subprocess.Popen(
        (*command, *options),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            next(line for line in process.stderr if "WebDriver BiDi listening" in line)
            yield Firefox(port)
        finally:
            process.terminate()


def main():
    if find() is None:
        install_packages("firefox-esr")
    return report("Firefox", find(), MISSING)


if __name__ == "__main__":
    sys.exit(main())
