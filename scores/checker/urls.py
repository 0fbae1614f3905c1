from django.urls import path

from scores.checker import match_views, views

urlpatterns = [
    path("check/", views.check_page, name="check"),
    path("check/picture.png", views.check_picture, name="check-picture"),
    path("m/<slug:code>/check/", match_views.check_in_match, name="check-in-match"),
]
