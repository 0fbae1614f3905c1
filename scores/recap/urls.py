from django.urls import path

from scores.recap import views

urlpatterns = [
    path("m/<slug:code>/tell/", views.tell, name="tell"),
    path("m/<slug:code>/picture.png", views.picture, name="picture"),
]
