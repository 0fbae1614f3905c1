"""The app under uvicorn, as `serve` starts it on Windows."""

import pytest

from tests.site.requests.test_waiting import table
from tests.support.servers import serving

pytest.importorskip("uvicorn", reason="*** uvicorn is not installed ***")


@pytest.mark.long
def test_under_uvicorn_a_match_is_played_and_a_poll_waits_for_a_hand_and_for_the_stop(
    tmp_path,
):
    with serving(tmp_path, server="uvicorn") as app:
        one = table(app)
        with one.waiting() as answer:
            one.scorer.save(one.match, 0, 12)
            heard = answer()
        assert (heard.status, "12" in heard.text, heard.tag) == (200, True, one.shown)
        with one.waiting() as answer:
            app.press_ctrl_c()
            assert answer().status == 304
    assert (app.exit_code, "Traceback" in app.stderr) == (0, False)
