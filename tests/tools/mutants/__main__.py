"""Mutation testing of the rules, by hand: `python -m tests.tools.mutants DIR [rules/scoring/points.py …]`.

mutmut changes one thing in one function at a time; a change that no test of `tests/rules` notices has
survived: either it makes no difference, or a test is missing. Those that did not survive the last run in
DIR are printed, and all are written to DIR/survivors.json. A mutant that timed out ran into an endless
loop, which is as good as a failed test. Code outside functions is not mutated: written tables check it.

DIR (outside the repository) gets an environment of its own and a copy of the rules and their tests, in
which `mutmut show` goes on working. The copy differs in one thing: mutmut leaves decorated functions
alone, so properties and cached functions are written there without the decorator.

First come the quick tests, all mutants in forks of one process (`forks.py`). What survives that meets them
again, and the slow ones, in a process of its own: what the rules work out while they are imported is not
mutated in a fork.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
NEEDED = ("mutmut==3.8.1", "pytest==9.2.0", "hypothesis==6.170.15", "jsonschema==4.26.0")
COPIED = ("rules", "docs", "tests/rules", "tests/conformance")
TABLES = ("tools/__init__.py", "tools/knob_tables.py")  # that tests/rules/test_docs.py compares
SETTINGS = """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib", "-p", "no:cacheprovider"]
pythonpath = ["."]

[tool.mutmut]
source_paths = ["rules"]
only_mutate = {modules}
also_copy = ["docs"]
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
forkserver_warmup = "none"
track_dependencies = false
use_git_change_detection = false
"""
# What takes seconds is asked only about the mutants that all the rest let through.
SLOW = (
    "properties.py",
    "second_opinion.py",
    "second_opinion_draws.py",
    "census.py::test_seven",
    "census.py::test_there_are",
    "census.py::test_small_hands_one_by_one[3-0",
)
QUICK = (
    "tests/rules",
    *(f"--deselect=tests/rules/test_{slow}" for slow in SLOW),
)
# Fewer examples than else, and always the same ones.
ENVIRONMENT = {"CI": "1", "TIMES": "0.1", "PYTHONDONTWRITEBYTECODE": "1"}
SURVIVORS = "survivors.json"
KILLED = ("killed", "timeout", "segfault")


class Change(NamedTuple):
    module: str
    function: str
    kept: str
    mutant: str


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants")
    parser.add_argument("place", type=Path, help="where the environment and the copy are, or are to be made")
    parser.add_argument("modules", nargs="*", help="all of rules/ if none is named")
    chosen = parser.parse_args()
    place = chosen.place.resolve()
    modules = chosen.modules or sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("rules/**/*.py"))
    report(place / SURVIVORS, *verdicts(environment(place), copied(place / "copy", modules), modules))


def environment(place):
    """The folder of the programs of an environment with mutmut in it."""
    programs = place / "venv" / "bin"
    if not (programs / "mutmut").exists():
        venv.create(place / "venv", with_pip=True)
        subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", *NEEDED], check=True)
    return programs


def copied(copy, modules):
    """A fresh copy of what the tests of the rules need, ready for mutmut."""
    shutil.rmtree(copy, ignore_errors=True)
    for folder in COPIED:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("__init__.py", "support/__init__.py", "support/extent.py", *TABLES):
        (copy / "tests" / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "tests" / file, copy / "tests" / file)
    for module in modules:
        (copy / module).write_text(undecorated((copy / module).read_text()))
    return copy


def undecorated(code):
    """The same module with `x = property(plain_x)` for a property x, and so for other decorators."""
    lines = code.splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
        if len(decorators) == 1 and decorators != ["classmethod"]:
            name, start, indent = function.name, function.lineno - 1, " " * function.col_offset
            lines.insert(function.end_lineno, f"\n{indent}{name} = {decorators[0]}(plain_{name})\n")
            lines[start] = lines[start].replace(f"def {name}(", f"def plain_{name}(")
            del lines[start - 1]
    return "".join(lines)


def verdicts(programs, copy, modules):
    """What became of each mutant by its name, and the change of each that survived."""
    prepared(programs, copy, modules, QUICK)
    run(programs / "python", copy / "mutants", Path(__file__).parent / "forks.py", *QUICK)
    if survivors := survived(results(programs, copy)):
        prepared(programs, copy, modules, ("tests/rules",))
        run(programs / "mutmut", copy, "run", "--max-children", "1", *survivors)
    became = results(programs, copy)
    return became, [change(name, run(programs / "mutmut", copy, "show", name)) for name in survived(became)]


def prepared(programs, copy, modules, tests):
    """Let mutmut make the mutants and see which of `tests` come through which function."""
    settings = SETTINGS.format(modules=json.dumps(modules), tests=json.dumps(tests))
    (copy / "pyproject.toml").write_text(settings)
    stats = copy / "mutants" / "mutmut-stats.json"
    stats.unlink(missing_ok=True)
    said = run(programs / "mutmut", copy, "run", "none of this name", check=False)  # so it ends there
    if not stats.exists():
        sys.exit(said)  # a test fails, say


def results(programs, copy):
    lines = run(programs / "mutmut", copy, "results", "--all", "true").splitlines()
    return dict(line.strip().split(": ") for line in lines)


def survived(became):
    return [name for name, verdict in became.items() if verdict not in KILLED]


def run(program, folder, *what, check=True):
    environment = os.environ | ENVIRONMENT
    done = subprocess.run(
        [program, *what], cwd=folder, env=environment, capture_output=True, text=True, check=check
    )
    return done.stdout + ("" if check else done.stderr)


def module_of(mutant):
    return mutant.partition("__mutmut_")[0].removeprefix("rules.").rpartition(".")[0]


def change(name, shown):
    """Module, function, the line as it is and the line as it survived, of a mutant as mutmut shows it."""
    function = name.partition("__mutmut_")[0].rpartition(".")[2]
    lines = [line for line in shown.splitlines() if line[:1] in "-+" and line[:3] not in ("---", "+++")]
    kept = " ".join(line[1:].strip() for line in lines if line[0] == "-")
    mutant = " ".join(line[1:].strip() for line in lines if line[0] == "+")
    return Change(module_of(name), re.sub("^(x_|xǁ)|plain_", "", function).replace("ǁ", "."), kept, mutant)


def report(file, became, survivors):
    """Print the survivors that `file` does not have from an earlier run, and write all to it."""
    known = {Change(*change) for change in json.loads(file.read_text())} if file.exists() else set()
    for survivor in survivors:
        if survivor not in known:
            print(f"{survivor.module}\n- `{survivor.function}`\n  - {survivor.kept}\n  + {survivor.mutant}")
    modules = dict.fromkeys(map(module_of, became))
    for module in modules:
        counts = Counter(verdict for name, verdict in became.items() if module_of(name) == module)
        new = sum(change.module == module for change in {*survivors} - known)
        print(f"{module}: {dict(counts)}, {new} of them new")
    others = {change for change in known if change.module not in modules}
    file.write_text(json.dumps(sorted(others.union(survivors)), indent=1))


if __name__ == "__main__":
    main()
