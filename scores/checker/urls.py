from django.urls import path

from scores.checker import match_views, table_views, views

urlpatterns = [
    path("check/", views.check_page, name="check"),
    path("check/picture.png", views.check_picture, name="check-picture"),
    path("m/<slug:code>/check/", match_views.check_in_match, name="check-in-match"),
    path("m/<slug:code>/table/", table_views.table_in_match, name="table-in-match"),
]
