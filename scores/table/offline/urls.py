from django.urls import path

from scores.table.offline import views

urlpatterns = [
    path("sw.js", views.worker, name="worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("m/<slug:code>/differs/", views.differs, name="differs"),
    path("no-signal/", views.no_signal, name="no-signal"),
]
