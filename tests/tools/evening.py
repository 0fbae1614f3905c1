"""Play one evening in Firefox and one in WebKit: `python -m tests.tools.evening`, part of `make nightly`.

Both are installed where they can be. A browser that is missing or fails is printed, and the exit status is 1.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support import firefox, webkit
from tests.support.line import line_to
from tests.support.one_evening import PATIENCE, Phone, play
from tests.support.servers import serving


@contextmanager
def in_firefox(home: Path) -> Iterator[Phone]:
    if firefox.main() or not (program := firefox.find()):
        raise FileNotFoundError(firefox.MISSING)
    with firefox.browsing(program, home) as phone:
        yield phone


@contextmanager
def in_webkit(home: Path) -> Iterator[Phone]:
    if webkit.main() or not (found := webkit.find()):
        raise FileNotFoundError(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


BROWSERS = {"Firefox": in_firefox, "WebKit": in_webkit}


def main() -> int:
    warnings.filterwarnings("ignore", "setting remote_server_addr")  # selenium's own call
    return 1 if [name for name, browser in BROWSERS.items() if not is_good(name, browser)] else 0


def is_good(name: str, browser: Callable[[Path], Phone]) -> bool:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "browser"
        home.mkdir()
        try:
            with serving(Path(folder) / "data") as app, line_to(app.port) as line, browser(home) as phone:
                play(phone, line)
        except Exception:
            traceback.print_exc()
            print(f"FAILED in {name}")
            return False
    print(f"An evening in {name}: everything as it should be")
    return True


if __name__ == "__main__":
    sys.exit(main())
