from django.urls import include, path

urlpatterns = [
    path("", include("scores.pages.urls")),
    path("", include("scores.table.checker.urls")),
    path("", include("scores.table.help.urls")),
    path("", include("scores.table.new_match.urls")),
    path("", include("scores.group.archive.urls")),
    path("", include("scores.table.push.urls")),
    path("", include("scores.table.board.urls")),
    path("", include("scores.table.hand_entry.urls")),
    path("", include("scores.table.table_events.urls")),
    path("", include("scores.table.corrections.urls")),
    path("", include("scores.core.matches.urls")),
    path("", include("scores.group.recap.urls")),
    path("", include("scores.group.forecast.urls")),
    path("", include("scores.group.circles.urls")),
    path("", include("scores.group.statistics.urls")),
    path("", include("scores.group.sharing.urls")),
    path("", include("scores.group.transfer.urls")),
    path("", include("scores.table.offline.urls")),
]
