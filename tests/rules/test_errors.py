"""The text of a refusal in a log file."""

from rules.errors import Illegal


def test_a_refusal_is_written_as_its_code_and_the_facts():
    assert str(Illegal("match-over")) == "match-over"
    assert (
        str(Illegal("bad-points", seat=1, points=-5))
        == "bad-points (seat=1, points=-5)"
    )
