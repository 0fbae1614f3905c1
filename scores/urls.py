from django.urls import include, path

urlpatterns = [
    path("", include("scores.pages.urls")),
    path("", include("scores.table.checker.urls")),
    path("", include("scores.table.help.urls")),
    path("", include("scores.table.new_match.urls")),
    path("", include("scores.table.push.urls")),
    path("", include("scores.table.board.urls")),
    path("", include("scores.table.hand_entry.urls")),
    path("", include("scores.table.table_events.urls")),
    path("", include("scores.table.corrections.urls")),
    path("", include("scores.core.matches.urls")),
    path("", include("scores.group.urls")),
    path("", include("scores.table.offline.urls")),
]
