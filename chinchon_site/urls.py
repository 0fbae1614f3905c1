from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scores.urls")),
]

handler400 = "scores.core.error_pages.bad_request"
handler404 = "scores.core.error_pages.not_found"
handler500 = "scores.core.error_pages.server_error"
