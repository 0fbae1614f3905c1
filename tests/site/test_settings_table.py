"""docs/SETTINGS.md lists exactly the environment variables that the code reads."""

import re

from tests.support.servers import ROOT

VARIABLE = r"(?:REENGANCHE_[A-Z_]+|DATABASE_URL)"


def test_every_variable_is_in_the_table_once_with_its_meaning_and_default():
    rows = re.findall(rf"^\| `({VARIABLE})` \| .+ \| .+ \|$", (ROOT / "docs/SETTINGS.md").read_text(), re.M)
    assert sorted(rows) == sorted(_read())


def _read() -> set[str]:
    """All variable names in the code; a variable is always read by its full name."""
    code = [*(ROOT / "chinchon_site").glob("*.py"), *(ROOT / "scores").rglob("*.py")]
    return {name for file in code for name in re.findall(rf'"({VARIABLE})"', file.read_text())}
