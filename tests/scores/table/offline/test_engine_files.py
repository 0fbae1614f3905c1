"""What the service worker caches for a phone that has loaded the engine."""

from __future__ import annotations

from django.conf import settings

from chinchon_site import engine_file
from scores.table.offline import without_signal


def test_all_files_that_are_made_for_the_engine_are_cached():
    made = set(engine_file.NAMES)
    assert made <= set(without_signal.ENGINE)
    others = set(without_signal.ENGINE) - made
    assert [name for name in others if not (settings.BASE_DIR / "static" / name).exists()] == []
