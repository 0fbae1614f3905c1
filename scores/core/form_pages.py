"""A form on a page of its own: GET shows it, POST what was wrong in it."""

from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

require_GET_or_POST = require_http_methods(["GET", "POST"])


def posted_data(request: HttpRequest) -> QueryDict | None:
    """What fills the form; None on a GET, which leaves it unbound."""
    return request.POST if request.method == "POST" else None


def form_page(
    request: HttpRequest, template: str, form: Form, **context: Any
) -> HttpResponse:
    """The page with the form; 422 if what was sent is wrong."""
    status = 422 if form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)
