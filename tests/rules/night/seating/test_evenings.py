"""Random evenings with late, gone, bound and kept-apart people: a checker of its own finds nothing."""

from hypothesis import given, settings, strategies as st

from tests.rules.night.support.evenings import Evening
from tests.support import extent

EVENINGS = st.integers(0, 10**9).map(Evening)


@settings(
    max_examples=extent.share("random evenings", nightly=5_000, here=25), deadline=None
)
@given(EVENINGS)
def test_no_evening_has_a_fault(evening):
    assert evening.faults == []
