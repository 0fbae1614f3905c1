from django.urls import path

from scores.circle.accounts import views as accounts_views
from scores.circle.archive import views as archive_views
from scores.circle.circles import views as circles_views
from scores.circle.recap import views as recap_views
from scores.circle.sharing import views as sharing_views
from scores.circle.statistics import views as statistics_views

OF_BOTH = (
    ("claims/<int:pk>", sharing_views.take_back, "claim"),
    ("phones", sharing_views.holders, "phones"),
    ("phones/<int:pk>", sharing_views.holder, "phone"),
    ("revoke/<slug:role>", sharing_views.revoke, "revoke"),
)
"""Addresses below that of a match and below that of a group: `match-claim`, `circle-claim` and so on."""

ADDRESSES = (
    # Lists, and a match as a whole
    ("history/", archive_views.matches, "matches"),
    ("trash/", archive_views.trash, "trash"),
    ("m/<slug:code>/details/", archive_views.details, "details"),
    ("m/<slug:code>/archive/", archive_views.archive, "archive"),
    ("m/<slug:code>/delete/", archive_views.delete, "delete-match"),
    ("m/<slug:code>/restore/", archive_views.restore, "restore-match"),
    ("c/<slug:code>/history/", archive_views.matches, "circle-matches"),
    # A group and its players
    ("c/<slug:code>/", circles_views.circle, "circle"),
    ("c/<slug:code>/settings/", circles_views.settings, "circle-settings"),
    ("c/<slug:code>/people/<uuid:uid>/edit/", circles_views.person_edit, "person-edit"),
    ("c/<slug:code>/people/<uuid:uid>/face/", circles_views.person_face, "person-face"),
    (
        "c/<slug:code>/people/<uuid:uid>/photo/",
        circles_views.person_photo,
        "person-photo",
    ),
    ("c/<slug:code>/photos/<slug:digest>/", circles_views.photo, "photo"),
    (
        "c/<slug:code>/people/<uuid:uid>/merge/",
        circles_views.merge_persons,
        "person-merge",
    ),
    (
        "c/<slug:code>/people/<uuid:uid>/merge/<uuid:emptied>/undo/",
        circles_views.undo_person_merge,
        "undo-person-merge",
    ),
    (
        "c/<slug:code>/people/<uuid:uid>/erase/",
        circles_views.erase_name,
        "person-erase",
    ),
    ("c/<slug:code>/rules/<int:pk>/", circles_views.house_rules, "house-rules"),
    ("c/<slug:code>/merge/", circles_views.merge, "merge"),
    (
        "c/<slug:code>/merge/<slug:emptied>/undo/",
        circles_views.undo_merge,
        "undo-merge",
    ),
    # How a match goes and how it went
    ("m/<slug:code>/tell/", recap_views.tell, "tell"),
    ("m/<slug:code>/picture.png", recap_views.picture, "picture"),
    ("m/<slug:code>/hands/<slug:kind>.png", recap_views.picture, "hand-picture"),
    ("c/<slug:code>/evenings/", recap_views.evenings, "evenings"),
    ("c/<slug:code>/evenings/<slug:day>/", recap_views.evening, "evening"),
    (
        "c/<slug:code>/evenings/<slug:day>/picture.png",
        recap_views.evening_picture,
        "evening-picture",
    ),
    ("c/<slug:code>/account/", accounts_views.account, "account"),
    # Links and phones
    ("m/<slug:code>/code/<slug:role>/", sharing_views.give_code, "give-code"),
    ("m/<slug:code>/share/", sharing_views.share_match, "share"),
    ("m/<slug:code>/me/", sharing_views.me, "me"),
    ("c/<slug:code>/share/", sharing_views.share_circle, "circle-share"),
    ("c/<slug:code>/rights/", sharing_views.rights_changes, "circle-rights"),
    ("l/<slug:kind>/<slug:code>/<slug:role>/<slug:token>/", sharing_views.link, "link"),
    (
        "l/match/<slug:code>/watch/<slug:token>/picture.png",
        recap_views.picture,
        "link-picture",
    ),
    # Statistics
    (
        "l/circle/<slug:code>/watch/<slug:token>/league/",
        statistics_views.league_of_link,
        "link-league",
    ),
    (
        "l/circle/<slug:code>/watch/<slug:token>/league.csv",
        statistics_views.league_csv_of_link,
        "link-league-csv",
    ),
    ("c/<slug:code>/league/", statistics_views.league_table, "league"),
    ("c/<slug:code>/season/<int:year>/", statistics_views.season, "season"),
    (
        "c/<slug:code>/season/<int:year>/<int:number>.png",
        statistics_views.season_picture,
        "season-picture",
    ),
    ("c/<slug:code>/records/", statistics_views.records, "records"),
    ("c/<slug:code>/people/<uuid:uid>/", statistics_views.person, "person"),
    (
        "c/<slug:code>/people/<uuid:uid>/against/<uuid:other>/",
        statistics_views.against,
        "against",
    ),
)

urlpatterns = [
    *[path(address, view, name=name) for address, view, name in ADDRESSES],
    path(
        "m/<slug:code>/unarchive/",
        archive_views.archive,
        {"undo": True},
        name="unarchive",
    ),
    path(
        "c/<slug:code>/season/<int:year>/certificate/",
        statistics_views.season,
        {"template": "certificate"},
        name="certificate",
    ),
    *[
        path(f"{letter}/<slug:code>/{address}/", view, {"kind": kind}, f"{kind}-{name}")
        for letter, kind in (("m", "match"), ("c", "circle"))
        for address, view, name in OF_BOTH
    ],
]
