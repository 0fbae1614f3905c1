import ast
from pathlib import Path

from tests.tools.mutants.changes import SWITCH, Switches, changes

CODE = """
USUAL = 1


def is_over(total, limit=100):
    return not total < limit and total != 0


class Seat:
    def rest(self, total):
        return total - 1 if total else None
"""


def changed(number: int) -> dict:
    """The names of CODE with the mutant of this number switched on."""
    switches = Switches()
    switches.visit(ast.parse(CODE))
    module = Switches({change: place for place, change in enumerate(switches.found)}).visit(ast.parse(CODE))
    names = {SWITCH: lambda other: other == number}
    exec(compile(ast.fix_missing_locations(module), "code", "exec"), names)
    return names


def test_each_change_of_a_function_is_found_once(tmp_path: Path):
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "code.py").write_text(CODE)
    assert [(file, *change) for file, change in changes(tmp_path, "rules")] == [
        (
            "rules/code.py",
            "is_over",
            "not total < limit and total != 0",
            "not total < limit or total != 0",
            0,
        ),
        ("rules/code.py", "is_over", "not total < limit", "total < limit", 0),
        ("rules/code.py", "is_over", "total < limit", "total <= limit", 0),
        ("rules/code.py", "is_over", "total != 0", "total == 0", 0),
        ("rules/code.py", "is_over", "0", "1", 0),
        ("rules/code.py", "Seat.rest", "total - 1", "total + 1", 0),
        ("rules/code.py", "Seat.rest", "1", "2", 0),
    ]


def test_one_mutant_is_switched_on_at_a_time():
    def answers(names: dict) -> str:
        asked = [names["is_over"](*totals) for totals in ((50,), (100,), (0,), (1, 0))]
        return " ".join("over" if is_over else "-" for is_over in asked) + f" {names['Seat']().rest(5)}"

    assert [answers(changed(number)) for number in range(-1, 7)] == [
        "- over - over 4",
        "over over - over 4",
        "over - - - 4",
        "- - - over 4",
        "- - - - 4",
        "- over - - 4",
        "- over - over 6",
        "- over - over 3",
    ]
