from django.urls import path

from scores.table.hand_entry import paper_views

urlpatterns = [
    path("m/<slug:code>/sheet/", paper_views.paper, name="paper"),
]
