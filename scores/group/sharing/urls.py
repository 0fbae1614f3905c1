from django.urls import path

from scores.group.sharing import claim_views, device_views, views

urlpatterns = [
    path("join/", views.join, name="join"),
    path("m/<slug:code>/code/<slug:role>/", views.give_code, name="give-code"),
    path("m/<slug:code>/share/", views.share_match, name="share"),
    path("m/<slug:code>/me/", claim_views.me, name="me"),
    path("m/<slug:code>/claims/<int:pk>/", claim_views.take_back, {"kind": "match"}, name="match-claim"),
    path("c/<slug:code>/claims/<int:pk>/", claim_views.take_back, {"kind": "circle"}, name="circle-claim"),
    path("m/<slug:code>/phones/", device_views.holders, {"kind": "match"}, name="match-phones"),
    path("m/<slug:code>/phones/<int:pk>/", device_views.holder, {"kind": "match"}, name="match-phone"),
    path("m/<slug:code>/revoke/<slug:role>/", views.revoke, {"kind": "match"}, name="match-revoke"),
    path("c/<slug:code>/share/", views.share_circle, name="circle-share"),
    path("c/<slug:code>/phones/", device_views.holders, {"kind": "circle"}, name="circle-phones"),
    path("c/<slug:code>/phones/<int:pk>/", device_views.holder, {"kind": "circle"}, name="circle-phone"),
    path("c/<slug:code>/revoke/<slug:role>/", views.revoke, {"kind": "circle"}, name="circle-revoke"),
    path("l/<slug:kind>/<slug:code>/<slug:role>/<slug:token>/", views.link, name="link"),
]
