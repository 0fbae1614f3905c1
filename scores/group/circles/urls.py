from django.urls import path

from scores.group.circles import identity_views, merge_views, person_views, views

urlpatterns = [
    path("c/<slug:code>/", views.circle, name="circle"),
    path("c/<slug:code>/settings/", views.settings, name="circle-settings"),
    path("c/<slug:code>/people/<uuid:uid>/edit/", person_views.person_edit, name="person-edit"),
    path("c/<slug:code>/people/<uuid:uid>/face/", person_views.person_face, name="person-face"),
    path("c/<slug:code>/people/<uuid:uid>/merge/", identity_views.merge_persons, name="person-merge"),
    path(
        "c/<slug:code>/people/<uuid:uid>/merge/<uuid:emptied>/undo/",
        identity_views.undo_person_merge,
        name="undo-person-merge",
    ),
    path("c/<slug:code>/people/<uuid:uid>/erase/", identity_views.erase_name, name="person-erase"),
    path("c/<slug:code>/rules/<int:pk>/", views.house_rules, name="house-rules"),
    path("c/<slug:code>/merge/", merge_views.merge, name="merge"),
    path("c/<slug:code>/merge/<slug:emptied>/undo/", merge_views.undo_merge, name="undo-merge"),
]
