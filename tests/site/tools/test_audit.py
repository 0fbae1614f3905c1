"""`python -m tests.tools.audit` and its report."""

import pytest

from tests.tools.audit import exit_code, holes, unaudited

TOLD = [
    {
        "name": "django",
        "version": "5.2.1",
        "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.2", "4.2.9"]}],
    },
    {"name": "segno", "version": "1.6.6", "vulns": []},
    {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
]


def test_a_known_hole_is_named_with_the_version_that_mends_it_and_unknown_ones_too():
    assert holes(TOLD) == ["django 5.2.1: PYSEC-1, mended in 5.2.2, 4.2.9"]
    assert unaudited(TOLD) == ["ours"]


@pytest.mark.parametrize(
    ("found", "audited", "environment", "code"),
    [
        (0, 90, {"CI": "1"}, 0),
        (1, 90, {"AUDIT_MAY_BE_EMPTY": "1"}, 1),
        (0, 0, {}, 0),
        (0, 0, {"CI": "1"}, 1),
        (0, 0, {"CI": "1", "AUDIT_MAY_BE_EMPTY": "1"}, 0),
    ],
)
def test_a_hole_fails_and_in_ci_an_audit_of_nothing_that_nobody_allowed(
    found, audited, environment, code
):
    assert exit_code(found, audited, environment) == code
