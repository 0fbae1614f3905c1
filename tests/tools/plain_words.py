"""Report packed assignments, long names of tests, and "he" for a player: `python -m tests.tools.plain_words`.

It is part of `make lint`; ruff has no rule for any of them. Several assignments in one statement are a swap,
or the two parts of one value.
"""

import ast
import re
import subprocess
import sys
import tokenize
from io import StringIO

from tests.support import ROOT

TWO_PARTS = {("WIDTH", "HEIGHT"), ("TOP", "BOTTOM")}
LONGEST_NAME = 80  # letters of the name of a test
# In brackets it is a word that is explained.
HE = re.compile(r"(?<!\()\b(he|him|his|himself)\b", re.IGNORECASE)
QUOTED = re.compile(r'"[^"]*"|“[^”]*”|`[^`]*`')
# Their texts are quoted from rules of other houses, as those wrote them.
QUOTING = "docs/rules/"
JS_COMMENT = re.compile(r"^\s*(?://|/?\*).*|\s//\s.*")


def main():
    names = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.mjs", "*.md", "locale/en/*.po"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    faults = [
        f"{name}:{line}: {fault}"
        for name in names
        if "/migrations/" not in name and not name.startswith(QUOTING)
        for line, fault in faults_of(name, (ROOT / name).read_text())
    ]
    print("\n".join([*faults, f"Plain words: {len(faults)} faults."]))
    return 1 if faults else 0


def faults_of(name, text):
    """The line and the words of each fault of a file."""
    if name.endswith(".py"):
        tree = ast.parse(text)
        yield from _packed_assignments(tree)
        yield from _long_names(tree)
    if not HE.search(text):
        return  # finding the comments of all files takes as long as all the rest
    if name.endswith(".py"):
        prose = _prose_of_python(text)
    elif name.endswith(".md"):
        prose = enumerate(text.splitlines(), 1)
    elif name.endswith(".po"):
        prose = _english(text)
    else:
        prose = _prose_of_script(text)
    for line, words in prose:
        if found := HE.search(QUOTED.sub("", words)):
            yield line, f'"{found[0]}": write "they", or the role'


def _long_names(tree):
    for node in ast.walk(tree):
        is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if is_test and len(node.name) > LONGEST_NAME:
            yield node.lineno, f"a name of at most {LONGEST_NAME} letters: {node.name}"


def _packed_assignments(tree):
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Tuple):
            continue
        names = tuple(ast.unparse(part) for part in target.elts)
        is_swap = set(names) == {ast.unparse(part) for part in node.value.elts}
        if not is_swap and names not in TWO_PARTS:
            yield node.lineno, f"assign {', '.join(names)} in a statement each"


def _prose_of_python(text):
    """The lines of comments and docstrings."""
    for token in tokenize.generate_tokens(StringIO(text).readline):
        is_docstring = (
            token.string.startswith('"""') and not token.line[: token.start[1]].strip()
        )
        if token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING and is_docstring
        ):
            words = token.string.strip('"').splitlines()
            yield from enumerate(words, token.start[0])


def _english(text):
    """The lines of the translations of a catalogue."""
    is_english = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("msgstr"):
            is_english = True
        elif not line.startswith('"'):
            is_english = False
        if is_english:
            yield number, line.partition('"')[2].rstrip('"')


def _prose_of_script(text):
    for line, words in enumerate(text.splitlines(), 1):
        if comment := JS_COMMENT.search(words):
            yield line, comment[0]


if __name__ == "__main__":
    sys.exit(main())
