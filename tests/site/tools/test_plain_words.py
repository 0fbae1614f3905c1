"""`python -m tests.tools.plain_words`: what it reports, and what it lets pass."""

import pytest

from tests.tools.plain_words import faults_of

PACKED = "assign a, b in a statement each"
LONG = f"a name of at most 80 letters: test_{'a' * 76}"
HE = '"he": write "they", or the role'


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("a.py", "a, b = 1, 2", [(1, PACKED)]),
        ("a.py", "a, b = b, a\nWIDTH, HEIGHT = 3, 4\na, b = pair\n", []),
        ("a.py", '"""One.\n\nWhat he did."""\n', [(3, HE)]),
        ("a.py", "a = 1  # as he says\n", [(1, HE)]),
        ("a.py", 'a = "Pasa quien he tocado"\n', []),
        ("a.js", "a(); // as he says\nhe();\n", [(1, HE)]),
        (
            "a.py",
            f"def test_{'a' * 76}(): ...\ndef test_{'a' * 75}(): ...\n",
            [(1, LONG)],
        ),
        ("a.po", 'msgid "Lo he visto"\nmsgstr ""\n"What he saw"\n', [(3, HE)]),
        ("a.po", 'msgstr "“ÉL” (he)"\n', []),
        ("a.md", "What he did.\n", [(1, HE)]),
        ("a.md", 'The text says "if he wishes", and `he` is code.\n', []),
    ],
)
def test_packed_assignments_long_names_and_he_in_prose_are_reported(name, text, faults):
    assert list(faults_of(name, text)) == faults
