"""Nights as 1.0.0 stored and exported them, with nine knobs a stage, in the form of today.

A night that used what no longer exists (groups, a consolation, lives to buy, other points or ties) becomes
one of rounds that everybody plays, and is over: its tables and its matches stay. A stage that says nothing
(a migration writes one in place of what no form could make) is the usual one.
"""

from collections.abc import Sequence
from typing import Any

from rules.night.presets import Format
from rules.night.stages import NUMBERS, Plays, Stage

Facts = dict[str, Any]
Row = tuple[str, Facts]
"""Kind and payload of an entry."""

MOST_STAGES = 12
_DROPPED = ("knobs", "life")
USUAL_MATCH: Facts = Stage().dump()["match"]


def plan_of_today(plan: Facts) -> Facts:
    """The plan with its stages in the form of today."""
    if not _is_old(plan["stages"]) or len(plan["stages"]) > MOST_STAGES:
        return plan
    stages = _stages_of_today(plan["stages"]) or [_rounds_of_all(plan["stages"], 4)]
    preset = plan.get("preset", "")
    format_ = preset if preset in [*Format] else str(Format.EVERYBODY)
    return {**plan, "stages": stages, "preset": format_}


def is_of_1_0(rows: Sequence[Row]) -> bool:
    return any(kind in _DROPPED for kind, _facts in rows) or _is_old(
        [facts["stage"] for kind, facts in rows if kind == "stage"]
    )


def entries_of_today(rows: Sequence[Row]) -> list[tuple[int, Row]]:
    """The entries in the form of today, each with the index of its row. Behind the last row a night is ended
    that could not stay as it was. Rows of today come back as they are."""
    if not is_of_1_0(rows):
        return [*enumerate(rows)]
    stages = [facts["stage"] for kind, facts in rows if kind == "stage"]
    is_usual = len(_stages_of_today(stages)) == len(stages)
    if is_usual and not any(kind in _DROPPED for kind, _facts in rows):
        return [(index, _entry_of_today(row)) for index, row in enumerate(rows)]
    return _as_rounds(rows, stages)


def _is_old(stages: Sequence[Facts]) -> bool:
    return any("plays" not in stage for stage in stages)


def _entry_of_today(row: Row) -> Row:
    kind, facts = row
    if kind != "stage":
        return row
    entrants = [name for group in facts["groups"] for name in group]
    return kind, {
        "stage": _stage_of_today(facts["stage"]),
        "entrants": entrants,
        "seed": facts.get("seed", 0),
    }


def _as_rounds(rows: Sequence[Row], stages: Sequence[Facts]) -> list[tuple[int, Row]]:
    kinds = [kind for kind, _facts in rows]
    first = kinds.index("stage") if stages else len(rows)
    begun = {
        "stage": _rounds_of_all(stages, kinds.count("seated")),
        "entrants": [
            facts["entrant"] for kind, facts in rows[:first] if kind == "entered"
        ],
        "seed": 0,
    }
    entries = [
        (index, ("stage", begun) if index == first else row)
        for index, row in enumerate(rows)
        if index == first or row[0] not in ("stage", *_DROPPED)
    ]
    if "ended" not in kinds:
        entries.append((len(rows), ("ended", {})))
    return entries


def _rounds_of_all(stages: Sequence[Facts], rounds: int) -> Facts:
    """One stage for all of these, whose tables it takes."""
    most = NUMBERS[Plays.ROUNDS].high
    matches = [stage["match"] for stage in stages if stage] or [USUAL_MATCH]
    sizes = [match["sizes"] for match in matches]
    widest = {
        "least": min(size["least"] for size in sizes),
        "best": sizes[0]["best"],
        "most": max(size["most"] for size in sizes),
    }
    number = max(1, min(rounds, most))
    return {
        "plays": str(Plays.ROUNDS),
        "number": number,
        "match": {**matches[0], "sizes": widest},
    }


def _stages_of_today(stages: Sequence[Facts]) -> list[Facts]:
    """One stage, or one and its final; none where they are others, or one used what no longer exists."""
    made = [stage for stage in map(_stage_of_today, stages) if stage is not None]
    finals = [stage.get("plays") == Plays.FINAL for stage in made]
    is_of_today = len(made) == len(stages) and finals in ([False], [False, True])
    return made if is_of_today else []


def _stage_of_today(stage: Facts) -> Facts | None:
    """The stage as it is stored today; None where it used what no longer exists."""
    if not stage or "plays" in stage:
        return stage
    enters = stage["enters"]
    lasts = stage["lasts"]
    lives = stage["lives"]
    kind = (enters["who"], lasts["until"], bool(lives["given"]), stage["carries"])
    plays, number = {
        ("everybody", "rounds", False, "everything"): (Plays.ROUNDS, lasts["number"]),
        ("everybody", "left", True, "everything"): (Plays.LIVES, lives["given"]),
        ("best-of-table", "left", False, "everything"): (
            Plays.KNOCKOUT,
            enters["number"],
        ),
        ("best", "rounds", False, "nothing"): (Plays.FINAL, enters["number"]),
    }.get(kind, (None, 0))
    is_usual = (
        stage["groups"]["number"] == 1
        and stage["seats"] in ("mixed", "near")
        and stage["points"] == "equal-steps"
        and stage["ties"] == ["won", "ahead", "met", "a-hand", "lot"]
        and lives["lost_by"] == "all-but-first"
        and not lives["bought_until"]
        and not (plays is Plays.FINAL and lasts["number"] > 1)
    )
    if plays is None or not is_usual or not NUMBERS[plays].holds(number):
        return None
    return {
        "plays": str(plays),
        "number": number,
        "is_near": stage["seats"] == "near",
        "match": stage["match"],
    }
