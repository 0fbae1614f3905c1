"""The Hypothesis profile of the rules: fixed examples in CI; elsewhere new ones, a third as many."""

from hypothesis import HealthCheck, Phase, settings

from tests.rules.support.hands import FOR_A_MUTANT, TIMES
from tests.support.extent import IN_CI

PROFILE = "long" if TIMES >= 1 else "daily"

settings.register_profile(
    PROFILE,
    max_examples=round(60 * TIMES),
    deadline=None,
    derandomize=IN_CI,
    suppress_health_check=[HealthCheck.too_slow],
    # For a mutant (`make mutants`) a failure is enough; the smallest example would take minutes.
    phases=(Phase.explicit, Phase.generate) if FOR_A_MUTANT else tuple(Phase),
    report_multiple_bugs=not FOR_A_MUTANT,
)
settings.load_profile(PROFILE)
