from django.urls import path

from scores.group.recap import views

urlpatterns = [
    path("m/<slug:code>/tell/", views.tell, name="tell"),
    path("m/<slug:code>/picture.png", views.picture, name="picture"),
    path("c/<slug:code>/evenings/", views.evenings, name="evenings"),
    path("c/<slug:code>/evenings/<slug:day>/", views.evening, name="evening"),
    path("c/<slug:code>/evenings/<slug:day>/picture.png", views.evening_picture, name="evening-picture"),
]
