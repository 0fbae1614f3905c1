from django.urls import path

from scores.table.board import document, views

urlpatterns = [
    path("m/<slug:code>/big/", views.big, name="big"),
    path("m/<slug:code>/pulse/", views.pulse, {"page": "board"}, name="pulse"),
    path("m/<slug:code>/big/pulse/", views.pulse, {"page": "big"}, name="big-pulse"),
    path("m/<slug:code>/scoresheet/", views.scoresheet, name="scoresheet"),
    path("m/<slug:code>/document/", document.document, name="document"),
    path("m/<slug:code>/hand/", views.score_hand, name="score-hand"),
    path("m/<slug:code>/preview/", views.preview, name="preview"),
    path("m/<slug:code>/undo/", views.undo, name="undo"),
    path("m/<slug:code>/redo/", views.redo, name="redo"),
    path("m/<slug:code>/answer/<int:seat>/<slug:choice>/", views.answer, name="answer"),
]
