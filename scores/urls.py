from django.urls import include, path

from scores.pages import views as pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("demo/", pages.demo, name="demo"),
    path("demo/picture.png", pages.picture, name="demo-picture"),
    path("privacy/", pages.privacy, name="privacy"),
    path("robots.txt", pages.robots, name="robots"),
    path("phone/", pages.this_phone, name="phone"),
    path("", include("scores.table.urls")),
    path("", include("scores.group.urls")),
]
