"""`python -m tests.tools.audit` and its report."""

import os
import subprocess
import sys

from tests.support.servers import ROOT
from tests.tools.audit import holes, unaudited

TOLD = [
    {"name": "django", "version": "5.2.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.2", "4.2.9"]}]},
    {"name": "segno", "version": "1.6.6", "vulns": []},
    {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
]


def test_a_known_hole_is_named_with_the_version_that_mends_it():
    assert holes(TOLD) == ["django 5.2.1: PYSEC-1, mended in 5.2.2, 4.2.9"]


def test_what_nobody_knows_is_named_too():
    assert unaudited(TOLD) == ["ours"]


def test_without_a_network_it_says_so_loudly_and_fails_nothing(tmp_path):
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY"), "http://127.0.0.1:9")
    environment = {**os.environ, **nowhere, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.audit"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert (done.returncode, "*** SKIPPED" in done.stderr) == (0, True), done.stderr
