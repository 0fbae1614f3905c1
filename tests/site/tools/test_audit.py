"""`python -m tests.tools.audit` and its report."""

import os
import subprocess
import sys

import pytest

from tests.support.servers import ROOT
from tests.tools.audit import exit_code, holes, unaudited

TOLD = [
    {"name": "django", "version": "5.2.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.2", "4.2.9"]}]},
    {"name": "segno", "version": "1.6.6", "vulns": []},
    {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
]


def test_a_known_hole_is_named_with_the_version_that_mends_it():
    assert holes(TOLD) == ["django 5.2.1: PYSEC-1, mended in 5.2.2, 4.2.9"]


def test_what_nobody_knows_is_named_too():
    assert unaudited(TOLD) == ["ours"]


@pytest.mark.parametrize(
    ("found", "audited", "environment", "code"),
    [
        (0, 90, {"CI": "1"}, 0),
        (1, 90, {"AUDIT_MAY_BE_EMPTY": "1"}, 1),
        (0, 0, {}, 0),
        (0, 0, {"CI": "1"}, 1),
        (0, 0, {"CI": "1", "AUDIT_MAY_BE_EMPTY": "1"}, 0),
    ],
)
def test_a_hole_fails_and_in_ci_an_audit_of_nothing_that_nobody_allowed(found, audited, environment, code):
    assert exit_code(found, audited, environment) == code


@pytest.mark.parametrize(("in_ci", "code"), [({}, 0), ({"CI": "1", "AUDIT_MAY_BE_EMPTY": ""}, 1)])
def test_without_a_network_it_says_so_loudly_and_fails_only_in_ci(tmp_path, in_ci, code):
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY"), "http://127.0.0.1:9")
    outside = {name: value for name, value in os.environ.items() if name != "CI"}
    environment = {**outside, **nowhere, **in_ci, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.audit"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert (done.returncode, "*** SKIPPED" in done.stderr) == (code, True), done.stderr
