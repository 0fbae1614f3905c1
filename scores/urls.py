from django.urls import include, path

urlpatterns = [
    path("", include("scores.pages.urls")),
    path("", include("scores.checker.urls")),
    path("", include("scores.help.urls")),
    path("", include("scores.new_match.urls")),
    path("", include("scores.archive.urls")),
    path("", include("scores.push.urls")),
    path("", include("scores.board.urls")),
    path("", include("scores.hand_entry.urls")),
    path("", include("scores.table_events.urls")),
    path("", include("scores.corrections.urls")),
    path("", include("scores.matches.urls")),
    path("", include("scores.recap.urls")),
    path("", include("scores.forecast.urls")),
    path("", include("scores.circles.urls")),
    path("", include("scores.statistics.urls")),
    path("", include("scores.sharing.urls")),
    path("", include("scores.transfer.urls")),
    path("", include("scores.offline.urls")),
]
