from django.urls import path

from scores.views import check, correct, everyday, history, home, links, live, match, new_match

urlpatterns = [
    path("", home.home, name="home"),
    path("check/", check.check, name="check"),
    path("check/picture.png", check.check_picture, name="check-picture"),
    path("new/", new_match.new_match, name="new-match"),
    path("m/<slug:code>/", match.match, name="match"),
    path("m/<slug:code>/big/", live.big, name="big"),
    path("m/<slug:code>/pulse/", live.pulse, {"page": "board"}, name="pulse"),
    path("m/<slug:code>/big/pulse/", live.pulse, {"page": "big"}, name="big-pulse"),
    path("m/<slug:code>/check/", check.check_in_match, name="check-in-match"),
    path("m/<slug:code>/hand/", match.score_hand, name="score-hand"),
    path("m/<slug:code>/preview/", match.preview, name="preview"),
    path("m/<slug:code>/undo/", match.undo, name="undo"),
    path("m/<slug:code>/redo/", match.redo, name="redo"),
    path("m/<slug:code>/answer/<int:seat>/<slug:said>/", match.answer, name="answer"),
    path("m/<slug:code>/everyday/", everyday.everyday, name="everyday"),
    path("m/<slug:code>/everyday/<slug:kind>/", everyday.happen, name="happen"),
    path("m/<slug:code>/correct/<ref>/", correct.correct, name="correct"),
    path("m/<slug:code>/log/", history.history, name="log"),
    path("m/<slug:code>/share/", links.share, name="share"),
    path("m/<slug:code>/rematch/", new_match.rematch, name="rematch"),
    path("l/<slug:kind>/<slug:code>/<slug:role>/<slug:token>/", links.link, name="link"),
]
