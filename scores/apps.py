from importlib import import_module

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scores.core.database import reopen_if_read_only


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        # no other module of the app imports it or its tables
        import_module("scores.night.registered")
        connection_created.connect(reopen_if_read_only)
