from django.urls import path

from scores.group.transfer import views

urlpatterns = [
    path("m/<slug:code>/record.json", views.record, name="record"),
    path("m/<slug:code>/sheet.csv", views.sheet_csv, name="sheet-csv"),
    path("c/<slug:code>/export/", views.export, name="export"),
    path("c/<slug:code>/import/", views.import_into, name="import-into"),
    path("import/", views.import_new, name="import"),
]
