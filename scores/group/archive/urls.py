from django.urls import path

from scores.group.archive import list_views, views

urlpatterns = [
    path("history/", list_views.matches, name="matches"),
    path("trash/", views.trash, name="trash"),
    path("m/<slug:code>/details/", views.details, name="details"),
    path("m/<slug:code>/archive/", views.archive, name="archive"),
    path("m/<slug:code>/unarchive/", views.unarchive, name="unarchive"),
    path("m/<slug:code>/delete/", views.delete, name="delete-match"),
    path("m/<slug:code>/restore/", views.restore, name="restore-match"),
    path("c/<slug:code>/history/", list_views.matches_of_circle, name="circle-matches"),
]
