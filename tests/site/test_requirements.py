"""The locked lists of packages."""

import re

import pytest

from tests.support.servers import ROOT


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text().splitlines()


def pins(name: str) -> set[str]:
    """Every package with its version, without environment markers."""
    return {line.split(" ")[0] for line in lines(name) if re.match(r"[a-z]", line)}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_a_locked_list_names_no_place_to_install_from(name):
    assert [line for line in lines(name) if "://" in line or line.startswith("-")] == []


def test_tests_run_with_the_very_versions_that_the_app_runs_with():
    assert pins("requirements.txt") - pins("requirements-dev.txt") == set()
    assert any(pin.startswith("django==5.2.") for pin in pins("requirements.txt"))


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_package_asked_for_is_locked(name):
    asked = {
        re.split(r"[\[~ ]", line)[0].lower() for line in lines(f"{name}.in") if re.match(r"[A-Za-z]", line)
    }
    locked = {pin.split("==")[0] for pin in pins(f"{name}.txt")}
    assert asked
    assert asked - locked == set()
