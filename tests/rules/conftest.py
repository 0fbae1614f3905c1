"""How hard the property tests of the rules look: the same examples each time in CI, new ones elsewhere."""

import os

from hypothesis import HealthCheck, settings

from tests.rules.hands import TIMES

settings.register_profile(
    "rules",
    max_examples=round(60 * TIMES),
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rules")
