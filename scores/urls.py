from django.urls import include, path

from scores.pages import demo, home

urlpatterns = [
    path("", home.home, name="home"),
    path("demo/", demo.demo, name="demo"),
    path("demo/picture.png", demo.picture, name="demo-picture"),
    path("privacy/", home.privacy, name="privacy"),
    path("robots.txt", home.robots, name="robots"),
    path("phone/", home.this_phone, name="phone"),
    path("", include("scores.table.urls")),
    path("", include("scores.group.urls")),
]
