from django.urls import path

from scores.table.checker import views

urlpatterns = [
    path("check/", views.check_page, name="check"),
    path("check/picture.png", views.check_picture, name="check-picture"),
    path("m/<slug:code>/check/", views.check_in_match, name="check-in-match"),
    path("m/<slug:code>/table/", views.table_in_match, name="table-in-match"),
]
