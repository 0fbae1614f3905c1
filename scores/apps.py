from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scores.core.database import reopen_if_read_only


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        connection_created.connect(reopen_if_read_only)
