"""How hard the property tests of the rules look: the same examples each time in CI, new ones elsewhere."""

import os

from hypothesis import HealthCheck, Phase, settings

from tests.rules.support.hands import TIMES

settings.register_profile(
    "rules",
    max_examples=round(60 * TIMES),
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
    # For a mutant (tests.tools.mutants) a failure is enough; the smallest example would take minutes.
    phases=tuple(Phase) if TIMES >= 1 else (Phase.explicit, Phase.generate),
    report_multiple_bugs=TIMES >= 1,
)
settings.load_profile("rules")
