"""The map of CONTRIBUTING.md names every file of the code, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = (
    "phone/**/*.py",
    "rules/**/*.py",
    "scores/**/*.py",
    "chinchon_site/*.py",
    "static/js/*/*.js",
    "tests/support/*.py",
)
NOT_NAMED = ("__init__.py", "urls.py")  # what they are for is the same in every package
QUOTED = re.compile(r"`([^`]+)`")
FILE = re.compile(r"[\w./]+(?:\.\w+|/)")


def map_lines() -> list[str]:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition("## Where things are")[2].partition("\n## ")[0].splitlines()


def named() -> Iterator[Path]:
    """The files and folders that the items name: in the folder of the heading, or from the root."""
    folder = ROOT
    for line in map_lines():
        if line.startswith("### "):
            folder = ROOT / QUOTED.findall(line)[0]
        elif line.startswith("* "):
            names = filter(FILE.fullmatch, QUOTED.findall(line.partition(" – ")[0]))
            yield from (folder / name if (folder / name).exists() else ROOT / name for name in names)


def code() -> set[Path]:
    files = {file for pattern in CODE for file in ROOT.glob(pattern)}
    return {file for file in files if file.name not in NOT_NAMED and file.parent.name != "migrations"}


def test_the_map_names_every_file_of_the_code():
    assert sorted(str(file.relative_to(ROOT)) for file in code() - set(named())) == []


def test_every_name_of_the_map_exists():
    assert sorted(str(path.relative_to(ROOT)) for path in named() if not path.exists()) == []
