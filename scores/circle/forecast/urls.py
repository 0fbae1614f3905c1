from django.urls import path

from scores.circle.forecast import views

urlpatterns = [
    path("m/<slug:code>/forecast/", views.page, name="forecast"),
    path("m/<slug:code>/forecast/now/", views.now, name="forecast-now"),
    path(
        "m/<slug:code>/forecast/story/",
        views.page,
        {"is_part": True},
        name="forecast-story",
    ),
    path("m/<slug:code>/forecast/show/", views.show, name="forecast-show"),
]
