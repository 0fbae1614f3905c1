from django.urls import path

from scores.table.new_match import views

urlpatterns = [
    path("new/", views.new_match, name="new-match"),
    path("new/document/", views.groups_document, name="groups-document"),
    path("m/<slug:code>/rematch/", views.rematch, name="rematch"),
]
