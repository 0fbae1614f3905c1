from django.urls import include, path

from scores.pages import recovery, views as pages
from scores.wings import shown_wings

urlpatterns = [
    path("", pages.home, name="home"),
    path("demo/", pages.demo, name="demo"),
    path("demo/picture.png", pages.picture, name="demo-picture"),
    path("guide/", pages.guide, name="guide"),
    path("guide/<slug:slug>/", pages.guide_page, name="guide-page"),
    path("privacy/", pages.privacy, name="privacy"),
    path("robots.txt", pages.robots, name="robots"),
    path(".well-known/assetlinks.json", pages.asset_links, name="asset-links"),
    path("phone/", pages.this_phone, name="phone"),
    path("phone/paper/", recovery.paper_key, name="paper-key"),
    path("phone/passkeys/", recovery.passkeys, name="passkeys"),
    path("phone/forget/", recovery.forget, name="forget"),
    path("join/", pages.join, name="join"),
    path("recover/", recovery.recover, name="recover"),
    path("recover/passkey/", recovery.use_passkey, name="recover-passkey"),
    path("", include("scores.table.urls")),
    path("", include("scores.circle.urls")),
    path("", include("scores.transfer.urls")),
    *(path("", include(f"{wing}.urls")) for wing in shown_wings()),
]
