"""The addresses of what a table does."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from rules.match.corrections import Redone, Undone
from scores.table.board import document, views as board
from scores.table.checker import views as checker
from scores.table.corrections import views as corrections
from scores.table.hand_entry import views as hand_entry
from scores.table.help import pages as help
from scores.table.new_match import views as new_match
from scores.table.offline import views as offline
from scores.table.push import views as push
from scores.table.table_events import views as table_events


def match(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a match; with PUT the match is made."""
    view = push.start if request.method == "PUT" else board.match
    return view(request, code)


urlpatterns = [
    path("check/", checker.check_page, name="check"),
    path("check/picture.png", checker.check_picture, name="check-picture"),
    path("m/<slug:code>/check/", checker.check_in_match, name="check-in-match"),
    path("m/<slug:code>/table/", checker.table_in_match, name="table-in-match"),
    path("m/<slug:code>/help/", help.of_match, name="help-of-match"),
    path("help/", help.games, name="help"),
    path(
        "help/<slug:key>/",
        help.game,
        {"template": "scores/help/page.html"},
        name="help-game",
    ),
    path(
        "help/<slug:key>/tips/",
        help.game,
        {"template": "scores/help/tips.html"},
        name="help-tips",
    ),
    path("help/<slug:key>/example/", help.example, name="help-example"),
    path("help/<slug:key>/example/<int:hand>/", help.example, name="help-example-hand"),
    path("new/", new_match.new_match, name="new-match"),
    path("new/document/", new_match.circles_document, name="circles-document"),
    path("new/questions/", new_match.five_questions, name="five-questions"),
    path("m/<slug:code>/rematch/", new_match.rematch, name="rematch"),
    path("m/<slug:code>/", match, name="match"),
    path("m/<slug:code>/push/", push.push, name="push"),
    path("m/<slug:code>/big/", board.big, name="big"),
    path("m/<slug:code>/pulse/", board.pulse, {"page": "board"}, name="pulse"),
    path("m/<slug:code>/big/pulse/", board.pulse, {"page": "big"}, name="big-pulse"),
    path(
        "l/match/<slug:code>/watch/<slug:token>/board.json",
        document.board_json,
        name="link-board",
    ),
    path(
        "l/match/<slug:code>/watch/<slug:token>/overlay/",
        document.overlay,
        name="link-overlay",
    ),
    path("m/<slug:code>/scoresheet/", board.scoresheet, name="scoresheet"),
    path("m/<slug:code>/log/", board.log, name="log"),
    path("m/<slug:code>/document/", document.document, name="document"),
    path("m/<slug:code>/hand/", board.score_hand, name="score-hand"),
    path("m/<slug:code>/preview/", board.preview, name="preview"),
    path("m/<slug:code>/spoken/", board.hear_hand, name="spoken"),
    path("m/<slug:code>/undo/", board.save_entry, {"entry": Undone()}, name="undo"),
    path("m/<slug:code>/redo/", board.save_entry, {"entry": Redone()}, name="redo"),
    path("m/<slug:code>/answer/<int:seat>/<slug:choice>/", board.answer, name="answer"),
    path("m/<slug:code>/sheet/", hand_entry.paper, name="paper"),
    path("m/<slug:code>/everyday/", table_events.everyday, name="everyday"),
    path(
        "m/<slug:code>/everyday/<slug:kind>/", table_events.table_event, name="happen"
    ),
    path("m/<slug:code>/correct/<ref>/", corrections.correct, name="correct"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("m/<slug:code>/differs/", offline.differs, name="differs"),
    path("repair/", offline.repair, name="repair"),
    path("no-signal/", offline.no_signal, name="no-signal"),
]
