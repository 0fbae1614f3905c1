import ast

from tests.tools.mutants.changes import SWITCH, Switches

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
