"""Faults that can be built into the app, to show that the simulation finds them."""

import tomllib
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path


@dataclass(frozen=True)
class Fault:
    """`old` stands once in the file and is replaced by `new`."""

    told: str
    file: str
    old: str
    new: str


PLANTS = {
    name: Fault(**fault)
    for name, fault in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}


def replaced(fault, text):
    if text.count(fault.old) != 1:
        raise SystemExit(
            f"The plant does not match: {fault.file} has {text.count(fault.old)} times {fault.old!r}"
        )
    return text.replace(fault.old, fault.new)


def build_in(fault):
    """Let Python read the file of the fault with it. Before the app is imported."""
    usual = SourceFileLoader.get_code

    def get_code(loader, name):
        if not loader.path.endswith(fault.file):
            return usual(loader, name)
        return compile(
            replaced(fault, loader.get_data(loader.path).decode()), loader.path, "exec"
        )

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]  # until the end
