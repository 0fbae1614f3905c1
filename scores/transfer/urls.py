from django.urls import path

from scores.transfer import views

urlpatterns = [
    path(
        "m/<slug:code>/record.json", views.match_file, {"kind": "json"}, name="record"
    ),
    path(
        "m/<slug:code>/sheet.csv", views.match_file, {"kind": "csv"}, name="sheet-csv"
    ),
    path("c/<slug:code>/rights.csv", views.rights_csv, name="rights-csv"),
    path("c/<slug:code>/export/", views.export, name="export"),
    path("c/<slug:code>/import/", views.import_file, name="import-into"),
    path("import/", views.import_file, name="import"),
]
