"""The tests of the rules, over the rules as they are translated for the phone."""

import os
import shutil
import subprocess
import sys

import pytest

from phone.build.generated import generated_modules
from phone.build.modules import translated_sources
from phone.build.sources import FIRST, PACKAGES, ROOT, modules_from
from tests.phone.translated_modules import CheckedModule
from tests.phone.translated_rules import VARIABLE
from tests.support import extent

LEFT_OUT = (
    "tests/rules/test_docs.py",  # reads the classes of the source
    "tests/rules/test_examples.py",  # reads docstrings, which no phone gets
    "tests/rules/test_validators.py",  # no phone reads records
    "tests/rules/test_census.py",  # nor counts all hands
    "tests/rules/night",  # nor seats a club
)
FEW = "0.05"  # of the random examples of each property


def write_translated(folder):
    """Write the rules as a phone gets them, for CPython. What no phone gets is as in the source."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    modules = modules_from(ROOT, [FIRST], generated_modules())
    rules = [name for name in modules if name.startswith("rules.")]
    for name, text in translated_sources(ROOT, rules, module=CheckedModule).items():
        (folder / (name.replace(".", "/") + ".py")).write_text(text, encoding="utf-8")


@extent.by_night("translated rules")
@pytest.mark.long
def test_the_translated_rules_pass_the_tests_of_the_rules(tmp_path):
    write_translated(tmp_path)
    options = [
        "-q",
        "-n0",
        "-p",
        "tests.phone.translated_rules",
        "-p",
        "no:cacheprovider",
    ]
    options += [f"--ignore={path}" for path in LEFT_OUT]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "tests/rules"],
        cwd=ROOT,
        env=os.environ | {VARIABLE: str(tmp_path), "TIMES": FEW},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
