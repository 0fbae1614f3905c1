from django.urls import path

from scores.group.statistics import views

urlpatterns = [
    path("c/<slug:code>/league/", views.league_table, name="league"),
    path("c/<slug:code>/records/", views.records, name="records"),
    path("c/<slug:code>/people/<uuid:uid>/", views.person, name="person"),
    path("c/<slug:code>/people/<uuid:uid>/against/<uuid:other>/", views.against, name="against"),
]
