from django.urls import path

from scores.core.matches import views

urlpatterns = [
    path("m/<slug:code>/log/", views.history, name="log"),
]
