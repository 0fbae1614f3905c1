"""A citation of a document leads to a page and an anchor that exist (docs/rules/README.md#how-to-cite)."""

import json
import re
from pathlib import Path

import pytest

from tests.support import ROOT

FOLDERS = (
    "chinchon_site",
    "deploy",
    "docs",
    "rules",
    "scores",
    "static",
    "templates",
    "tests",
)
CASES = ROOT / "tests" / "conformance"
PICTURES = (".png", ".ico", ".gz", ".sqlite3", ".woff2", ".mo")
GENERATED = ("sbom.cdx.json",)  # addresses elsewhere
OWN = Path(__file__).name

# After a quote it is a file name in code, not a citation.
PAGE = re.compile(r'(?<![\w./"-])[\w./-]*\w\.md\b(?:#[\w-]+)?')
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)([^)\s]+)\)")
OTHER_FORMS = re.compile(
    r"\bCANON (?:A\d+|\d+(?:\.\d+)?)|\b(?:source|seed) 00\d|\bruling A?\d+"
)
WRAPPED = re.compile(r"\s*\n\s*(?:#|//|\*)?\s*")
MODULE = re.compile(r"`([a-z_]+/[\w/.-]+\.(?:py|js|css|svg|html))`")
PYTHON_FILE = re.compile(r"\b[a-z_]+/[\w/]+\.py\b")
COMMAND = re.compile(r"python -m ((?:rules|tests)\.[\w.]+)")


def files():
    """All text files that may cite something; conformance cases have a form of their own."""
    found = [file for file in ROOT.iterdir() if file.is_file()]
    found += [
        file
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.is_file()
    ]
    return [file for file in found if _may_cite(file)]


def _may_cite(file):
    skipped = (*GENERATED, OWN)
    is_text = file.suffix not in PICTURES and "__pycache__" not in file.parts
    return is_text and file.name not in skipped and not file.is_relative_to(CASES)


def pages():
    return [file for file in files() if file.suffix == ".md"]


def text_of(file):
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # a fixture that is no text


def broken(text, file):
    """The citations in `text`, the content of `file`, that lead nowhere."""
    is_page = file.suffix == ".md"
    for found in (LINK if is_page else PAGE).findall(text):
        if not leads(found, file):
            yield found
    if is_page:
        yield from (
            found
            for found in PAGE.findall(LINK.sub("", text))
            if not leads(found, file)
        )
    else:
        yield from OTHER_FORMS.findall(WRAPPED.sub(" ", text))


def leads(citation, file):
    path, _hash, anchor = citation.partition("#")
    target = _target(path, file)
    return target is not None and (not anchor or anchor in anchors(text_of(target)))


def _target(path, file):
    """Cited from the root, or beside the file."""
    if not path:
        return file
    return next(
        (one.resolve() for one in (file.parent / path, ROOT / path) if one.exists()),
        None,
    )


def anchors(text):
    """What can follow the `#`: the explicit anchors of a page, and those that GitHub makes of headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {*re.findall(r'<a id="([^"]+)">', text), *map(_slug, headings)}


def _slug(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_citation_leads_somewhere():
    assert [
        (str(file), found) for file in files() for found in broken(text_of(file), file)
    ] == []


def _is_there(name):
    return (ROOT / name).exists()


def _runs(module):
    path = module.replace(".", "/")
    return _is_there(f"{path}.py") or _is_there(f"{path}/__main__.py")


NAMED = {  # what the changelog tells of once was there
    "modules that scripts name": (".js", PYTHON_FILE, _is_there, ""),
    "files that pages name": (".md", MODULE, _is_there, ""),
    "commands that pages name": (".md", COMMAND, _runs, "CHANGELOG.md"),
}


@pytest.mark.parametrize(
    ("suffix", "pattern", "exists", "left_out"), NAMED.values(), ids=NAMED
)
def test_what_is_named_exists(suffix, pattern, exists, left_out):
    named = {
        (str(file.relative_to(ROOT)), name)
        for file in files()
        if file.suffix == suffix and file.name != left_out
        for name in pattern.findall(text_of(file))
    }
    assert named
    assert sorted(one for one in named if not exists(one[1])) == []


@pytest.mark.parametrize(
    "citation",
    [
        "docs/rules/CANON.md#a99",
        "docs/rules/CHRONICLE.md",
        "RULESETS.md#ace",
        "CANON 1.8",
        "source 004",
    ],
)
def test_one_that_leads_nowhere_or_is_written_otherwise_is_found(citation):
    wrapped = citation.replace(" ", "\n    # ")
    code = f"# As it is written:\n    # {wrapped}, by us"
    assert list(broken(code, ROOT / "rules" / "made_up.py")) == [citation]


def test_every_source_of_a_conformance_case_leads_somewhere():
    cases = [
        case
        for file in (CASES / "cases").rglob("*.json")
        for case in json.loads(text_of(file))
    ]
    said = {case.get("source", "") for case in cases}
    sources = {
        number
        for source in said
        for number in re.findall(r"\b(?:seed|source) (00\d)", source)
    }
    headings = {
        name for source in said for name in re.findall(r"^FORMAT\.md, (.+)$", source)
    }
    assert {f"source-{number}" for number in sources} <= anchors(
        text_of(ROOT / "docs/rules/CANON.md")
    )
    assert {_slug(name) for name in headings} <= anchors(
        text_of(ROOT / "docs/rules/FORMAT.md")
    )
