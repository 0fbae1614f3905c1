from django.urls import path

from scores.table.help import views

urlpatterns = [
    path("m/<slug:code>/help/", views.of_match, name="help-of-match"),
    path("help/", views.games, name="help"),
    path("help/<slug:key>/", views.game, name="help-game"),
    path("help/<slug:key>/tips/", views.tips_of_game, name="help-tips"),
    path("help/<slug:key>/example/", views.example, name="help-example"),
    path("help/<slug:key>/example/<int:hand>/", views.example_hand, name="help-example-hand"),
]
