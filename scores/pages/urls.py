from django.urls import path

from scores.pages import about, home

urlpatterns = [
    path("", home.home, name="home"),
    path("privacy/", about.privacy, name="privacy"),
    path("robots.txt", about.robots, name="robots"),
    path("phone/", home.this_phone, name="phone"),
]
