"""The app under uvicorn, as `serve` starts it on Windows, without what Python lacks there."""

import os
import subprocess
import sys

import pytest

from tests.site.requests.test_waiting import assert_a_hand_is_heard, table
from tests.support import extent
from tests.support.servers import ROOT, serving

pytest.importorskip("uvicorn", reason="*** uvicorn is not installed ***")

# Files are opened by their encoding: that of Windows is another one.
LIKE_WINDOWS = {
    "PYTHONPATH": str(ROOT / "tests" / "support" / "like_windows"),
    "PYTHONWARNDEFAULTENCODING": "1",
}
IMPORT_ALL = """
import pkgutil
from importlib import import_module
import django

def import_all(package):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(ELSEWHERE):
            import_module(module.name)

# gunicorn imports the first, and a phone the others, with modules that the build writes.
ELSEWHERE = ("chinchon_site.server", "phone.runtime.")
django.setup()
for name in ("chinchon_site", "phone", "rules", "scores"):
    import_all(import_module(name))
print("all")
"""


@extent.by_night("uvicorn")
def test_under_uvicorn_a_match_is_played_and_a_poll_waits_for_a_hand_or_for_the_stop(
    tmp_path,
):
    with serving(tmp_path, server="uvicorn", **LIKE_WINDOWS) as app:
        one = table(app)
        assert_a_hand_is_heard(one)
        assert "PNG" in one.scorer.get(f"{one.match}picture.png").text[:8]
        with one.waiting() as answer:
            app.press_ctrl_c()
            assert answer().status == 304
    assert (app.exit_code, "Traceback" in app.stderr) == (0, False)
    assert warnings_of_ours(app.stderr) == []


def warnings_of_ours(stderr):
    return [
        line
        for line in stderr.splitlines()
        if "EncodingWarning" in line and f"{ROOT}/" in line and ".venv" not in line
    ]


@pytest.mark.long
def test_every_module_but_those_of_gunicorn_is_imported_without_what_windows_lacks():
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL],
        cwd=ROOT,
        env={
            **os.environ,
            **LIKE_WINDOWS,
            "DJANGO_SETTINGS_MODULE": "chinchon_site.settings",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, warnings_of_ours(done.stderr)) == ("all\n", [])
