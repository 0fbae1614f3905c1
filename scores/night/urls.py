from django.urls import path

from scores.night import (
    aloud,
    csv_files,
    door_views,
    hall,
    help as help_pages,
    money_views,
    paper_views,
    place_views,
    seat_views,
    standings_page,
    table_views,
    views,
)

urlpatterns = [
    path("nights/help/", help_pages.organisers, name="help-nights"),
    path("c/<slug:code>/nights/", views.nights, name="nights"),
    path("c/<slug:code>/nights/new/", views.set_up, name="night-set-up"),
    path("n/<slug:code>/", standings_page.page, name="night-standings"),
    path("n/<slug:code>/organise/", views.desk, name="night-desk"),
    path("n/<slug:code>/clock/", views.clock, name="night-clock"),
    path("n/<slug:code>/end/", views.end, name="night-end"),
    path("n/<slug:code>/door/", door_views.check_in, name="night-check-in"),
    path("n/<slug:code>/door/<int:number>/", door_views.entrant, name="night-entrant"),
    path("n/<slug:code>/seat/", seat_views.seat, name="night-seat"),
    path("n/<slug:code>/rounds/<int:number>/<int:place>/", table_views.table, name="night-table"),
    path("n/<slug:code>/aloud/", aloud.aloud, name="night-aloud"),
    path("n/<slug:code>/hall/", hall.hall, name="night-hall"),
    path("n/<slug:code>/hall/version/", hall.version, name="night-hall-version"),
    path("n/<slug:code>/csv/<slug:key>/", csv_files.csv_file, name="night-csv"),
    path("n/<slug:code>/lists/", paper_views.lists, name="night-lists"),
    path("n/<slug:code>/cards/", paper_views.cards, name="night-cards"),
    path("n/<slug:code>/money/", money_views.money, name="night-money"),
    # Begins like the other links, whose token no line of the log has
    path("l/place/<slug:code>/<int:number>/<slug:token>/card/", place_views.card, name="place-link"),
]
