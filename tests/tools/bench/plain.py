"""A minimal Django app with a view, a row and a template: the baseline for tests.tools.bench.server.

`python -m tests.tools.bench.plain` creates its table.
"""

from django.conf import settings as django
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path

from chinchon_site import settings as ours

django.configure(
    SECRET_KEY=ours.SECRET_KEY,
    DATABASES=ours.DATABASES,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DEFAULT_AUTO_FIELD=ours.DEFAULT_AUTO_FIELD,
    MAX_BODY=ours.MAX_BODY,  # read by the worker that serves it
)
app = get_wsgi_application()

from django.db import connection, models  # noqa: E402 -- models need the settings above

ROWS = """<table>{% for row in rows %}<tr><th>{{ row.number }}</th>{% for points in row.points %}
<td class="num">{{ points }}</td>{% endfor %}<td>{{ row.who }}</td></tr>{% endfor %}</table>"""
# As in a line of the scoresheet: a link, and in each cell the closer, the points and the total.
CELLS = """<table>{% for row in rows %}<tr><th><a href="{{ row.number }}/">{{ row.number }}</a></th>
{% for added, total in row.cells %}<td class="{{ row.marks }}">
{% if forloop.first %}<span>{{ row.who }}</span>{% endif %}<small>{{ added }}</small> <b>{{ total }}</b></td>
{% endfor %}</tr>{% endfor %}</table>"""
TEMPLATE, TEMPLATE_OF_CELLS = map(Engine().from_string, (ROWS, CELLS))


class Line(models.Model):
    match = models.IntegerField()
    seq = models.IntegerField()
    payload = models.JSONField()

    class Meta:
        app_label = "plain"

    def __str__(self) -> str:
        return f"{self.match} {self.seq}"


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def insert(request: HttpRequest) -> HttpResponse:
    Line.objects.create(match=1, seq=1, payload={"closer": 0, "deadwood": {"1": 20, "2": 12, "3": 5}})
    return HttpResponse("ok")


def template(request: HttpRequest, rows: int) -> HttpResponse:
    told = [{"number": row, "points": (0, 20, 12, 5), "who": "Ana"} for row in range(rows)]
    return HttpResponse(TEMPLATE.render(Context({"rows": told})))


def cells(request: HttpRequest, rows: int) -> HttpResponse:
    added = (0, 20, 12, 5)
    told = [
        {"number": row, "cells": [(one, row * one) for one in added], "who": "Ana", "marks": "closed"}
        for row in range(rows)
    ]
    return HttpResponse(TEMPLATE_OF_CELLS.render(Context({"rows": told})))


urlpatterns = [
    path("bare/", bare),
    path("insert/", insert),
    path("template/<int:rows>/", template),
    path("cells/<int:rows>/", cells),
]

if __name__ == "__main__":
    with connection.schema_editor() as editor:
        editor.create_model(Line)
