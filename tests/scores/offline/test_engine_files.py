"""What the service worker caches for a phone that has loaded the engine."""

from __future__ import annotations

from django.conf import settings
from django.test import Client

from chinchon_site import engine_file
from rules.presets import RULESETS
from scores.offline import views


def test_all_files_that_are_made_for_the_engine_are_cached():
    made = set(engine_file.names())
    assert made <= set(views.ENGINE)
    others = set(views.ENGINE) - made
    assert [name for name in others if not (settings.BASE_DIR / "static" / name).exists()] == []


def test_the_checker_and_the_help_of_all_games_are_cached(db):
    script = Client().get("/sw.js").content.decode()
    pages = ["/check/", "/help/", *(f"/help/{key}/" for key in RULESETS)]
    assert [page for page in pages if f'"{page}"' not in script] == []
