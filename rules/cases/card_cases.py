"""Cases of kind `meld`, `close`, `count`, `showdown` and `draws`: cards in, the verdict out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.cards.deck import usual_players
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.closing.check import Verdict, check_close
from rules.closing.draws import outlook
from rules.closing.showdown import count, showdown
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.packs import Card, read_card, read_cards
from rules.presets import RULESETS
from rules.ruleset import Ruleset
from rules.scoring.table_points import table_points

Case = dict[str, Any]


def run(case: Case) -> dict[str, Any]:
    """Everything docs/rules/FORMAT.md#every-case lets a case of these kinds expect."""
    return _RUNNERS[case["kind"]](case, RULESETS[case["ruleset"]].turned(case.get("options", {})))


def _meld(case: Case, ruleset: Ruleset) -> dict[str, Any]:
    try:
        cards = read_cards(case["cards"], ruleset.pack)
    except Illegal:
        return {"legal": False, "meld": None, "points": None}
    rules = meld_rules(ruleset, case.get("players"))
    readings = rules.readings(cards)
    return {
        "legal": bool(readings),
        "meld": str(readings[0].kind) if readings else None,
        "points": table_points(rules, readings[0]) if readings else None,
    }


def _close(case: Case, ruleset: Ruleset) -> dict[str, Any]:
    verdict = _verdict(case, ruleset)
    return {
        "legal": verdict.legal,
        "code": verdict.code,
        "deadwood": verdict.deadwood,
        "points": verdict.points,
        "close": None if verdict.close is None else str(verdict.close),
        "lay_off": verdict.lay_off,
        "best": None if verdict.best is None else verdict.best.points,
        "discard": None if verdict.discard is None else str(verdict.discard),
    }


def _verdict(case: Case, ruleset: Ruleset) -> Verdict:
    try:
        return check_close(
            ruleset,
            read_cards(case["cards"], ruleset.pack),
            _groups(case["melds"], ruleset) if "melds" in case else None,
            read_card(case["discard"], ruleset.pack) if case.get("discard") else None,
            _situation(case),
        )
    except Illegal as illegal:
        return Verdict(False, illegal.code)


def _situation(case: Case) -> Situation:
    return Situation(**{key: case[key] for key in Situation._fields if key in case})


def _draws(case: Case, ruleset: Ruleset) -> dict[str, Any]:
    cards, seen = (read_cards(case.get(key, ()), ruleset.pack) for key in ("cards", "seen"))
    lacks = outlook(ruleset, cards, seen, _situation(case))
    points = {str(draw.card): draw.points for draw in lacks.draws}
    return {"closing_cards": sorted(points), "live": lacks.live, "unseen": lacks.unseen, "points": points}


def _count(case: Case, ruleset: Ruleset) -> dict[str, Any]:
    cards = read_cards(case["cards"], ruleset.pack)
    table = _groups(case.get("table", []), ruleset)
    return {"points": count(ruleset, cards, table, _kind(case, "knock"), case.get("players")).points}


def _showdown(case: Case, ruleset: Ruleset) -> dict[str, Any]:
    cards = {name: read_cards(hand, ruleset.pack) for name, hand in case["cards"].items()}
    melds = {name: _groups(groups, ruleset) for name, groups in case.get("melds", {}).items()}
    close = _kind(case, None)
    players = case.get("players", max(len(cards), usual_players(ruleset)))
    return {"points": showdown(ruleset, case.get("closer"), cards, melds, close, players)}


def _kind(case: Case, default: str | None) -> Close | None:
    close = case.get("close", default)
    return None if close is None else Close(close)


def _groups(groups: Sequence[Sequence[str]], ruleset: Ruleset) -> list[tuple[Card, ...]]:
    return [read_cards(group, ruleset.pack) for group in groups]


_RUNNERS = {"meld": _meld, "close": _close, "count": _count, "showdown": _showdown, "draws": _draws}
