"""The help page from which an organiser runs a first night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET


@require_GET
def organisers(request: HttpRequest) -> HttpResponse:
    return render(request, "scores/night/desk/help.html")
