from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scores.urls")),
]

handler400 = "scores.errors.views.bad_request"
handler404 = "scores.errors.views.not_found"
handler500 = "scores.errors.views.server_error"
