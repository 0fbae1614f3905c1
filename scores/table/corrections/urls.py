from django.urls import path

from scores.table.corrections import views

urlpatterns = [
    path("m/<slug:code>/correct/<ref>/", views.correct, name="correct"),
]
