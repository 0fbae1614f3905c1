from django.urls import path

from scores.table.push import views

urlpatterns = [
    path("m/<slug:code>/", views.match, name="match"),
    path("m/<slug:code>/push/", views.push, name="push"),
]
