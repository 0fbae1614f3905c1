from django.urls import path

from scores.table.table_events import views

urlpatterns = [
    path("m/<slug:code>/everyday/", views.everyday, name="everyday"),
    path("m/<slug:code>/everyday/<slug:kind>/", views.happen, name="happen"),
]
