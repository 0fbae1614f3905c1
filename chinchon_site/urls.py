from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scores.urls")),
]

handler400 = "scores.views.errors.bad_request"
handler404 = "scores.views.errors.not_found"
handler500 = "scores.views.errors.server_error"
