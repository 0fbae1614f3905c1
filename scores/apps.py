from importlib import import_module

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scores.core.database import reopen_if_read_only
from scores.wings import WINGS


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        for wing in WINGS:
            import_module(f"{wing}.registered")
        connection_created.connect(reopen_if_read_only)
