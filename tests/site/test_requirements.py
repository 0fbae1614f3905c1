"""The locked lists of packages."""

import json
import re
import tomllib

from tests.support.servers import ROOT


def lines(name):
    return (ROOT / name).read_text().splitlines()


def pins(name):
    """Every package with its version, without environment markers."""
    return {line.split(" ")[0] for line in lines(name) if re.match(r"[a-z]", line)}


def test_a_locked_list_names_no_package_index_and_locks_every_package_asked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    of_the_app = project["project"]["dependencies"]
    of_tests = project["dependency-groups"]["dev"]
    for name, asked in (
        ("requirements.txt", of_the_app),
        ("requirements-dev.txt", of_the_app + of_tests),
    ):
        assert [
            line for line in lines(name) if "://" in line or line.startswith("-")
        ] == []
        names = {re.split(r"[\[~ ]", line)[0].lower() for line in asked}
        assert names - {pin.split("==")[0] for pin in pins(name)} == set() != names


def test_tests_run_with_the_very_versions_that_the_app_runs_with():
    assert (
        pins("requirements.txt") - pins("requirements-dev.txt")
        == set()
        != pins("requirements.txt")
    )


def hashes_of(name):
    """The hashes of each package of a locked list, by its pin."""
    hashes = {}
    for line in lines(name):
        if re.match(r"[a-z]", line):
            pin = line.split(" ")[0]
        elif found := re.match(r" +--hash=sha256:(\w+)", line):
            hashes.setdefault(pin, set()).add(found[1])
    return hashes


def test_the_list_for_scanners_has_the_packages_of_the_app_with_their_hashes():
    """`make lock` writes both."""
    bom = json.loads((ROOT / "sbom.cdx.json").read_text())
    listed = {
        f"{part['name']}=={part['version']}": {
            one["content"]
            for reference in part["externalReferences"]
            for one in reference["hashes"]
        }
        for part in bom["components"]
    }
    assert (bom["bomFormat"], listed) == ("CycloneDX", hashes_of("requirements.txt"))
    assert [part["purl"] for part in bom["components"]] == [
        f"pkg:pypi/{part['name']}@{part['version']}" for part in bom["components"]
    ]
