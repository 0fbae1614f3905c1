from django.urls import path

from scores.night.at_table import views as at_table_views
from scores.night.desk import money as money_views, views as desk_views
from scores.night.door import card, views as door_views
from scores.night.history import views as history_views
from scores.night.seating import views as seat_views
from scores.night.set_up import views as set_up_views
from scores.night.sharing import views as sharing_views
from scores.night.shown import (
    files,
    hall,
    league,
    paper,
    standings as standings_page,
    watched,
)
from scores.night.tables import views as table_views

urlpatterns = [
    path("nights/help/", desk_views.organisers, name="help-nights"),
    path("nights/", set_up_views.all_nights, name="all-nights"),
    path("nights/new/", set_up_views.set_up, name="night-open"),
    path("c/<slug:code>/nights/", set_up_views.nights, name="nights"),
    path("c/<slug:code>/nights/league/", league.page, name="night-league"),
    path("c/<slug:code>/nights/league/csv/", league.csv_file, name="night-league-csv"),
    path("c/<slug:code>/nights/new/", set_up_views.set_up, name="night-set-up"),
    path("n/<slug:code>/", standings_page.page, name="night-standings"),
    path("n/<slug:code>/organise/", desk_views.desk, name="night-desk"),
    path("n/<slug:code>/clock/", desk_views.clock, name="night-clock"),
    path("n/<slug:code>/log/", history_views.page, name="night-log"),
    path("n/<slug:code>/end/", desk_views.end, name="night-end"),
    path("n/<slug:code>/reopen/", desk_views.reopen, name="night-reopen"),
    path("n/<slug:code>/delete/", set_up_views.delete, name="night-delete"),
    path("n/<slug:code>/restore/", set_up_views.restore, name="restore-night"),
    path("n/<slug:code>/cut/", desk_views.cut, name="night-cut"),
    path("n/<slug:code>/seats/", desk_views.seats, name="night-seats"),
    path(
        "n/<slug:code>/rounds/<int:number>/<int:table>/call/",
        desk_views.call,
        name="night-call",
    ),
    path(
        "n/<slug:code>/rounds/<int:number>/<int:table>/board/",
        table_views.board,
        name="night-board",
    ),
    path("n/<slug:code>/door/", door_views.check_in, name="night-check-in"),
    path("n/<slug:code>/door/list/", door_views.pasted_list, name="night-list"),
    path("n/<slug:code>/door/<int:number>/", card.entrant, name="night-entrant"),
    path("n/<slug:code>/plan/", set_up_views.change_plan, name="night-plan"),
    path("n/<slug:code>/seat/", seat_views.seat, name="night-seat"),
    path(
        "n/<slug:code>/rounds/<int:number>/<int:table>/",
        table_views.table,
        name="night-table",
    ),
    path("n/<slug:code>/aloud/", paper.page, {"name": "aloud"}, name="night-aloud"),
    path("n/<slug:code>/share/", sharing_views.share, name="night-share"),
    path("n/<slug:code>/emergency/", sharing_views.emergency, name="night-emergency"),
    path("n/<slug:code>/me/", sharing_views.me, name="night-me"),
    path("n/<slug:code>/hall/", hall.hall, name="night-hall"),
    path("n/<slug:code>/version/", watched.version, name="night-version"),
    path("n/<slug:code>/csv/<slug:key>/", files.csv_file, name="night-csv"),
    path("n/<slug:code>/night.ics", files.of_night, name="night-calendar"),
    path("n/<slug:code>/print/", paper.page, {"name": "print"}, name="night-print"),
    path("n/<slug:code>/slips/", paper.page, {"name": "slips"}, name="night-slips"),
    path(
        "n/<slug:code>/lists/",
        paper.page,
        {"name": "lists", "in_hall": True},
        name="night-lists",
    ),
    path("n/<slug:code>/cards/", paper.cards, name="night-cards"),
    path("n/<slug:code>/money/", money_views.money, name="night-money"),
    path("m/<slug:code>/night/", at_table_views.table, name="match-night"),
    path("m/<slug:code>/night/missing/", at_table_views.missing, name="match-missing"),
    path("m/<slug:code>/night/call/", at_table_views.call, name="match-call"),
    path(
        "l/circle/<slug:code>/watch/<slug:token>/nights.ics",
        files.of_circle,
        name="link-nights",
    ),
    # Begins like the other links, whose token no line of the log has
    path(
        "l/night/<slug:code>/<slug:role>/<slug:token>/page/",
        sharing_views.link,
        name="night-link",
    ),
    path(
        "l/place/<slug:code>/<int:number>/<slug:token>/card/",
        sharing_views.card,
        name="table-link",
    ),
]
