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

urlpatterns = [
    # Lists, and a match as a whole
    path("history/", archive_views.matches, name="matches"),
    path("trash/", archive_views.trash, name="trash"),
    path("m/<slug:code>/details/", archive_views.details, name="details"),
    path("m/<slug:code>/archive/", archive_views.archive, name="archive"),
    path(
        "m/<slug:code>/unarchive/",
        archive_views.archive,
        {"undo": True},
        name="unarchive",
    ),
    path("m/<slug:code>/delete/", archive_views.delete, name="delete-match"),
    path("m/<slug:code>/restore/", archive_views.restore, name="restore-match"),
    path("c/<slug:code>/history/", archive_views.matches, name="circle-matches"),
    # A group and its players
    path("c/<slug:code>/", circles_views.circle, name="circle"),
    path("c/<slug:code>/settings/", circles_views.settings, name="circle-settings"),
    path(
        "c/<slug:code>/people/<uuid:uid>/edit/",
        circles_views.person_edit,
        name="person-edit",
    ),
    path(
        "c/<slug:code>/people/<uuid:uid>/face/",
        circles_views.person_face,
        name="person-face",
    ),
    path(
        "c/<slug:code>/people/<uuid:uid>/photo/",
        circles_views.person_photo,
        name="person-photo",
    ),
    path("c/<slug:code>/photos/<slug:digest>/", circles_views.photo, name="photo"),
    path(
        "c/<slug:code>/people/<uuid:uid>/merge/",
        circles_views.merge_persons,
        name="person-merge",
    ),
    path(
        "c/<slug:code>/people/<uuid:uid>/merge/<uuid:emptied>/undo/",
        circles_views.undo_person_merge,
        name="undo-person-merge",
    ),
    path(
        "c/<slug:code>/people/<uuid:uid>/erase/",
        circles_views.erase_name,
        name="person-erase",
    ),
    path(
        "c/<slug:code>/rules/<int:pk>/", circles_views.house_rules, name="house-rules"
    ),
    path("c/<slug:code>/merge/", circles_views.merge, name="merge"),
    path(
        "c/<slug:code>/merge/<slug:emptied>/undo/",
        circles_views.undo_merge,
        name="undo-merge",
    ),
    # How a match goes and how it went
    path("m/<slug:code>/tell/", recap_views.tell, name="tell"),
    path("m/<slug:code>/picture.png", recap_views.picture, name="picture"),
    path(
        "m/<slug:code>/hands/<slug:kind>.png",
        recap_views.picture,
        name="hand-picture",
    ),
    path("c/<slug:code>/evenings/", recap_views.evenings, name="evenings"),
    path("c/<slug:code>/evenings/<slug:day>/", recap_views.evening, name="evening"),
    path(
        "c/<slug:code>/evenings/<slug:day>/picture.png",
        recap_views.evening_picture,
        name="evening-picture",
    ),
    path("c/<slug:code>/account/", accounts_views.account, name="account"),
    # Links and phones
    path("m/<slug:code>/code/<slug:role>/", sharing_views.give_code, name="give-code"),
    path("m/<slug:code>/share/", sharing_views.share_match, name="share"),
    path("m/<slug:code>/me/", sharing_views.me, name="me"),
    *[
        path(f"{letter}/<slug:code>/{address}/", view, {"kind": kind}, f"{kind}-{name}")
        for letter, kind in (("m", "match"), ("c", "circle"))
        for address, view, name in OF_BOTH
    ],
    path("c/<slug:code>/share/", sharing_views.share_circle, name="circle-share"),
    path("c/<slug:code>/rights/", sharing_views.rights_changes, name="circle-rights"),
    path(
        "l/<slug:kind>/<slug:code>/<slug:role>/<slug:token>/",
        sharing_views.link,
        name="link",
    ),
    path(
        "l/match/<slug:code>/watch/<slug:token>/picture.png",
        recap_views.picture,
        name="link-picture",
    ),
    # Statistics
    path(
        "l/circle/<slug:code>/watch/<slug:token>/league/",
        statistics_views.league_of_link,
        name="link-league",
    ),
    path(
        "l/circle/<slug:code>/watch/<slug:token>/league.csv",
        statistics_views.league_csv_of_link,
        name="link-league-csv",
    ),
    path("c/<slug:code>/league/", statistics_views.league_table, name="league"),
    path("c/<slug:code>/season/<int:year>/", statistics_views.season, name="season"),
    path(
        "c/<slug:code>/season/<int:year>/certificate/",
        statistics_views.season,
        {"template": "certificate"},
        name="certificate",
    ),
    path(
        "c/<slug:code>/season/<int:year>/<int:number>.png",
        statistics_views.season_picture,
        name="season-picture",
    ),
    path("c/<slug:code>/records/", statistics_views.records, name="records"),
    path("c/<slug:code>/people/<uuid:uid>/", statistics_views.person, name="person"),
    path(
        "c/<slug:code>/people/<uuid:uid>/against/<uuid:other>/",
        statistics_views.against,
        name="against",
    ),
]
