from django.urls import path

from scores.night import help as help_pages

urlpatterns = [
    path("help/nights/", help_pages.organisers, name="help-nights"),
]
