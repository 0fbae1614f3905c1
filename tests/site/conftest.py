"""One served app for the tests that only ask it something."""

import pytest

from tests.support.servers import ALONE, serving

# that may be open at once unless the limit is raised: the usual one on a Mac
FILES = 256


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    few = ["sh", "-c", f'ulimit -S -n {FILES} && exec "$@"', "sh"]
    with serving(tmp_path_factory.mktemp("app"), **ALONE, under=few) as served:
        yield served
    lines = served.stderr.splitlines()
    wrong = [line for line in lines if not line.startswith("right ")]
    assert (served.exit_code, wrong) == (0, [])
