"""Up to 1.0.0 the file of a group could bring a plan of a night with thirty million tables: every page of it
took gigabytes. What no form could have made is taken out; the night itself stays."""

import json
from typing import Any

from django.db import migrations

STAGES, STAGE_LETTERS = 12, 10_000
LETTERS, CARDS, CONTRACTS = 40, 100, 50
NUMBERS = {"expected": (0, 160, 0), "tables": (1, 40, None), "fee": (0, 100_000_000, 0)}  # and the usual one


def within_bounds(plan: dict[str, Any]) -> dict[str, Any]:
    """The plan with what is usual in place of what is beyond its bounds."""
    stages = [stage if is_within(stage) else {} for stage in plan["stages"][:STAGES]]
    facts = {**plan, "stages": stages or [{}]}
    for name, (low, high, usual) in NUMBERS.items():
        value = plan.get(name)
        facts[name] = value if type(value) is int and low <= value <= high else usual
    prizes = plan.get("prizes", [])
    is_too_much = len(prizes) > 20 or max(prizes, default=0) > 100_000_000
    is_too_much |= plan.get("by_share", True) and sum(prizes) > 100
    facts["prizes"] = [] if is_too_much else prizes
    facts["preset"] = plan.get("preset", "")[:LETTERS]
    facts["currency"] = plan.get("currency", "")[:3]
    return facts


def is_within(stage: dict[str, Any]) -> bool:
    """Whether the rules of what is played are within their bounds; those of all else were checked before."""
    rules = stage.get("match", {}).get("ruleset", {})
    cards = rules.get("wild_cards", ())
    return (
        len(json.dumps(stage)) <= STAGE_LETTERS
        and len(rules.get("key", "")) <= LETTERS
        and len(rules.get("contracts", ())) <= CONTRACTS
        and len(cards) <= CARDS
        and all(len(card) <= 4 for card in cards)
    )


def bring_within(apps: Any, schema_editor: Any) -> None:
    nights = apps.get_model("scores", "Tournament").objects.using(schema_editor.connection.alias)
    for night in nights.only("plan").iterator(chunk_size=1):
        plan = within_bounds(night.plan)
        if plan != night.plan:
            night.plan = plan
            night.save(update_fields=["plan"])


class Migration(migrations.Migration):
    dependencies = [("scores", "0032_say_which_rights_are_of_a_night")]

    operations = [migrations.RunPython(bring_within, migrations.RunPython.noop)]
