from django.urls import path

from scores.views import correct, everyday, history, home, links, match, new_match

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", new_match.new_match, name="new-match"),
    path("m/<code>/", match.match, name="match"),
    path("m/<code>/hand/", match.score_hand, name="score-hand"),
    path("m/<code>/preview/", match.preview, name="preview"),
    path("m/<code>/undo/", match.undo, name="undo"),
    path("m/<code>/redo/", match.redo, name="redo"),
    path("m/<code>/answer/<int:seat>/<slug:said>/", match.answer, name="answer"),
    path("m/<code>/everyday/", everyday.everyday, name="everyday"),
    path("m/<code>/everyday/<slug:kind>/", everyday.happen, name="happen"),
    path("m/<code>/correct/<ref>/", correct.correct, name="correct"),
    path("m/<code>/log/", history.history, name="log"),
    path("m/<code>/share/", links.share, name="share"),
    path("m/<code>/rematch/", new_match.rematch, name="rematch"),
    path("l/<kind>/<code>/<role>/<token>/", links.link, name="link"),
]
