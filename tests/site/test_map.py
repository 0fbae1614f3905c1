"""The maps of CONTRIBUTING.md and of the wings name every package."""

import re

from tests.support import ROOT

WINGS = ("forecast", "night", "phone")
PAGES = (
    ROOT / "CONTRIBUTING.md",
    *(ROOT / f"docs/design/{wing}.md" for wing in WINGS),
)
CODE = ("phone", "rules", "scores", "chinchon_site")
FLOORS = ("scores/core", "scores/circle", "scores/night", "scores/table")
NAMED = re.compile(r"`([a-z_/]+/)`")
INSIDE_OTHERS = ("database", "formats", "migrations")  # of the package above


def map_text():
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    return "".join(
        text.partition("## The map")[2].partition("\n## ")[0] for text in texts
    )


def packages():
    inner = {
        file.parent
        for name in (*CODE, *FLOORS)
        for file in (ROOT / name).glob("*/__init__.py")
    }
    return {
        f"{folder.relative_to(ROOT)}/"
        for folder in inner
        if folder.name not in INSIDE_OTHERS
    }


def test_the_map_names_every_package():
    assert (
        sorted(
            {*packages(), "rules/", "scores/", "chinchon_site/"}
            - {*NAMED.findall(map_text())}
        )
        == []
    )


def test_the_map_of_the_core_names_no_wing():
    core = PAGES[0].read_text().partition("| rules, pure")[2].partition("\n## ")[0]
    assert not re.search(r"`[\w/]*(forecast|night|phone)/", core)


def test_every_folder_of_the_map_exists():
    assert [
        name for name in NAMED.findall(map_text()) if not (ROOT / name).is_dir()
    ] == []
