from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scores.urls")),
]

handler400 = "scores.core.errors.views.bad_request"
handler404 = "scores.core.errors.views.not_found"
handler500 = "scores.core.errors.views.server_error"
