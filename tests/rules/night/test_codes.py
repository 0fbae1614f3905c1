"""Every code with which a night refuses something is in docs/rules/FORMAT.md#night-codes."""

import re
from pathlib import Path

import rules.night

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "FORMAT.md"


def codes_of_the_page() -> set[str]:
    section = (
        PAGE.read_text(encoding="utf-8")
        .partition('<a id="night-codes"></a>')[2]
        .partition("\n## Census")[0]
    )
    return set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))


def codes_of_the_rules() -> set[str]:
    folder = Path(rules.night.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return set(re.findall(r'NightRefusal\(\s*"([a-z-]+)"', source))


def test_the_page_has_each_code_of_a_refusal():
    assert codes_of_the_page() == codes_of_the_rules()
